import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { ProxyScope } from "../../mesh/index.ts";
import { parseOutboundName } from "../endpoint/cluster-name.ts";
import { virtualHostName } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import { hostPlanning } from "../route/host-planning.ts";
import { routeClient } from "../route/route-client.ts";
import { serviceHosts } from "../route/service-hosts.ts";
import type { VirtualHostKey } from "../route/virtual-host-key.ts";
import { namespaceOfHost } from "../short-names.ts";
import type { View } from "../view.ts";
import { targetAt } from "./find-target.ts";
import { buildGrpcRoutes } from "./grpc-routes.ts";

/**
 * The route configurations that a gRPC client's listeners name, each for one port of one service. That of a service that
 * is not there (any more) is empty: the client fails at once instead of waiting for it.
 */
export function planGrpcRoutes({ scope }: View, names: readonly string[]): readonly Plan<RouteConfiguration>[] {
  return names.flatMap((name) => {
    const parsed = parseOutboundName(name);
    if (parsed?.subset !== "" || parsed.byServerName) return [];
    const host = virtualHost(scope, name, parsed.hostname, parsed.port);
    const key = { name, host, sidecar: scope.sidecar.sidecar?.key };
    return [plan(name, buildGrpcRoutes, key, host?.service?.origin)];
  });
}

/** More aliases than this behind one another lead nowhere. */
const maxHops = 8;

/** An alias that has no routes of its own has those of the service behind it. */
function virtualHost(
  scope: ProxyScope,
  name: string,
  hostname: string,
  number: number,
  hops = 0,
): VirtualHostKey | undefined {
  const target = targetAt(scope, hostname, number);
  if (!target) return undefined;
  const { service, port, egress } = target;
  const planning = hostPlanning(scope, egress, { name, port: number, host: hostname }, routeClient(scope));
  const namespace = namespaceOfHost(hostname);
  const hosted = { service, port: port.number, name: virtualHostName(hostname, port.number), namespace };
  const [own] = serviceHosts(planning, [hosted]);
  if (own || service.aliasOf === undefined || hops === maxHops) return own;
  return virtualHost(scope, name, service.aliasOf, number, hops + 1);
}
