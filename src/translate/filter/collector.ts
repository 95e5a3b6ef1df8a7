import type { OutboundScope } from "../../mesh/index.ts";
import { outboundCluster } from "../names.ts";

/** A service that telemetry goes to. */
export interface Collector {
  readonly hostname: string;
  readonly cluster: string;
}

interface ServiceReference {
  readonly service?: string | undefined;
  readonly port?: number | undefined;
}

/**
 * Finds the service of a provider: `[namespace/]host` and a port. Undefined if the proxy does not see it: a cluster that
 * it does not have would make it refuse the listener.
 */
export function findCollector(
  { sidecar }: OutboundScope,
  { service = "", port = 0 }: ServiceReference,
): Collector | undefined {
  const slash = service.indexOf("/");
  const hostname = service.slice(slash + 1);
  const found = sidecar.service(hostname);
  if (!found?.ports.some(({ number }) => number === port)) return undefined;
  if (slash >= 0 && found.namespace !== service.slice(0, slash)) return undefined;
  return { hostname, cluster: outboundCluster(port, "", hostname) };
}
