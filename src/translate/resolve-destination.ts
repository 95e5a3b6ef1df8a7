import type { ConsistentHash, Destination } from "../api/index.ts";
import type { Service } from "../core/index.ts";
import { type MergedDestinationRule, trafficPolicyFor } from "../mesh/index.ts";
import { outboundCluster } from "./names.ts";
import { sessionsOfRoute } from "./persistent-session.ts";

/** What is known of the service that a destination names. */
export interface DestinationTarget {
  /** Undefined: no registry has it. */
  readonly service: Service | undefined;
  readonly rule: MergedDestinationRule | undefined;
}

/** A destination as proxies know it. */
export interface ResolvedDestination {
  /** Full name of the service; of an alias that of the service behind it. */
  readonly host: string;
  readonly port: number;
  readonly cluster: string;
  /** What a route to it says to the filter that keeps sessions at their endpoints, if it does. */
  readonly sessions?: NonNullable<ReturnType<typeof sessionsOfRoute>>;
  /** What keeps requests at the same endpoint, if the destination's rule says so. */
  readonly hash?: ConsistentHash;
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
  const sessions = service && sessionsOfRoute(service);
  const cluster = outboundCluster(port, subset, target);
  return { host: target, port, cluster, ...(sessions && { sessions }), ...(hash && { hash }) };
}

function onlyPort(service: Service | undefined): number | undefined {
  return service?.ports.length === 1 ? service.ports[0]?.number : undefined;
}
