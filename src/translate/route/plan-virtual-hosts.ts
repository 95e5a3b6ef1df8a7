import type { EgressScope, OutboundScope } from "../../mesh/index.ts";
import { firstWithRoutes, type HostPlanning, hostKey, hostPlanning } from "./host-planning.ts";
import type { RouteClient } from "./route-client.ts";
import type { RouteName } from "./route-name.ts";
import { serviceHosts } from "./service-hosts.ts";
import { settleDomains } from "./settle-domains.ts";
import { unservedHosts } from "./unserved-hosts.ts";
import type { VirtualHostKey } from "./virtual-host-key.ts";

/** The virtual hosts of a configuration, in the order of their names; no two have a domain in common. */
export function planVirtualHosts(
  scope: OutboundScope,
  egress: EgressScope,
  route: RouteName,
  client: RouteClient,
): readonly VirtualHostKey[] {
  const planning = hostPlanning(scope, egress, route, client);
  const { http } = planning.ofPort;
  if (route.host !== undefined) {
    return serviceHosts(
      planning,
      http.filter(({ service }) => service.hostname === route.host),
    );
  }
  const served = serviceHosts(planning, http);
  const unserved = routedHostKeys(planning, served, route.port);
  const settled = settleDomains(planning, served, unserved);
  return unserved.length === 0 ? settled : settled.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function routedHostKeys(
  planning: HostPlanning,
  served: readonly VirtualHostKey[],
  port: number,
): readonly VirtualHostKey[] {
  return unservedHosts(planning.routed, planning.ofPort, served, port).flatMap((unserved) => {
    const virtualService = firstWithRoutes(planning, unserved.virtualServices, unserved.port);
    return virtualService ? [hostKey(planning, { host: unserved.host, port: unserved.port, virtualService })] : [];
  });
}
