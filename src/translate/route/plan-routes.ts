import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { EgressScope, SidecarScope } from "../../mesh/index.ts";
import { type Plan, plan } from "../plan.ts";
import type { OutboundView } from "../view.ts";
import { buildRouteConfiguration } from "./build-route-configuration.ts";
import { unknownHostsCluster } from "./catch-all-host.ts";
import { planVirtualHosts } from "./plan-virtual-hosts.ts";
import { routeClient } from "./route-client.ts";
import { parseRouteName, type RouteName } from "./route-name.ts";

/** Plans the route configurations of these names, which the outbound listeners of sidecars refer to. */
export function planRoutes(view: OutboundView, names: readonly string[]): readonly Plan<RouteConfiguration>[] {
  return names.flatMap((name) => {
    const route = parseRouteName(name);
    const egress = route && egressOf(view.scope.sidecar, route);
    return egress ? [planConfiguration(view, egress, route)] : [];
  });
}

/** The listener that a configuration is of: the one with its port or socket, else the one for all ports. */
function egressOf({ egress }: SidecarScope, { name, port }: RouteName): EgressScope | undefined {
  return egress.find(({ listener }) => {
    if (!listener?.port) return true;
    return listener.port.number === port && (port !== 0 || listener.bind === name);
  });
}

function planConfiguration({ scope }: OutboundView, egress: EgressScope, named: RouteName): Plan<RouteConfiguration> {
  const route = isForwardProxy(egress) ? { ...named, port: 0 } : named;
  const client = routeClient(scope);
  const hosts = planVirtualHosts(scope, egress, route, client);
  const exhaustive = route.host !== undefined || hosts.some(({ host }) => host === "*");
  return plan(route.name, buildRouteConfiguration, {
    name: route.name,
    hosts,
    unknownHosts: exhaustive ? undefined : unknownHostsCluster(scope.sidecar.outboundTrafficPolicy),
    sidecar: scope.sidecar.sidecar?.key,
    countsAttempts: client.countsAttempts,
    portsMatter: route.port === 0 && hosts.some(({ port }) => port !== 80),
  });
}

/** Through a forward proxy's port all ports of services are called. */
function isForwardProxy({ listener }: EgressScope): boolean {
  return listener?.port?.protocol?.toUpperCase() === "HTTP_PROXY";
}
