import type { Destination } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import { type MergedDestinationRule, trafficPolicyFor } from "../../mesh/index.ts";
import { outboundCluster } from "../names.ts";
import type { ResolvedDestination } from "./route-context.ts";

/** What is known of the service that a destination names. */
export interface DestinationTarget {
  /** Undefined: no registry has it. */
  readonly service: Service | undefined;
  readonly rule: MergedDestinationRule | undefined;
}

/**
 * The cluster of a destination. A port that is left open is that of a service with but one, else the port that the client
 * called: unknown hosts may be clusters that a proxy was started with.
 */
export function resolveDestination(
  { host, subset = "", port: asked }: Destination,
  { service, rule }: DestinationTarget,
  calledPort: number,
): ResolvedDestination {
  const port = asked?.number || onlyPort(service) || calledPort;
  const target = service?.aliasOf ?? host;
  const hash = rule && trafficPolicyFor(rule, port, subset).loadBalancer?.consistentHash;
  return { host: target, port, cluster: outboundCluster(port, subset, target), ...(hash && { hash }) };
}

function onlyPort(service: Service | undefined): number | undefined {
  return service?.ports.length === 1 ? service.ports[0]?.number : undefined;
}
