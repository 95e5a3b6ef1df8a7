import type { Service } from "../../core/index.ts";
import { fillStatPattern } from "../stat-pattern.ts";

interface Destination {
  readonly service: Service | undefined;
  readonly port: number;
  readonly cluster: string;
}

/** The name of a destination in metrics of connections: by the mesh's pattern, or the cluster's own. */
export function statPrefixOf(
  pattern: string | undefined,
  { service, port, cluster }: Destination,
  subset: string,
): string {
  const servicePort = service?.ports.find(({ number }) => number === port);
  if (!pattern || !service || !servicePort) return cluster;
  return fillStatPattern(pattern, { service, port: servicePort, subset, targetPort: 0 });
}
