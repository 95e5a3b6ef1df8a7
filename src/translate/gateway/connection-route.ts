import type { L4MatchAttributes, RouteDestination } from "../../api/index.ts";
import { type BoundVirtualService, coversHost, type GatewayServer, type MeshVirtualService } from "../../mesh/index.ts";
import { type RouteForwarding, routeForwarding } from "../listener/route-forwarding.ts";
import { endsTls } from "../server-tls.ts";
import type { View } from "../view.ts";

/** A route for the connections that ask for certain hosts. */
export interface SniRoute extends RouteForwarding {
  readonly serverNames: readonly string[];
}

/** The one route of all connections to a server: the first that its VirtualServices have for its port. */
export function tcpRouteOf(view: View, server: GatewayServer): RouteForwarding | undefined {
  for (const { virtualService } of view.scope.virtualServicesAt(server)) {
    for (const { match = [], route = [] } of virtualService.tcp) {
      if (match.length > 0 && !match.some((each) => holdsAt(each, server))) continue;
      const found = forwardingOf(view, server, virtualService, route);
      if (found) return found;
    }
  }
  return undefined;
}

/** The routes of a server by the hosts that connections ask for, as its VirtualServices order them. */
export function tlsRoutesOf(view: View, server: GatewayServer): readonly SniRoute[] {
  return view.scope.virtualServicesAt(server).flatMap((bound) =>
    bound.virtualService.tls.flatMap(({ match, route = [] }) => {
      const found = forwardingOf(view, server, bound.virtualService, route);
      if (!found) return [];
      const here = match.filter((each) => holdsAt(each, server));
      return here.map(({ sniHosts }) => ({ ...found, serverNames: namesWithin(sniHosts, bound) }));
    }),
  );
}

function holdsAt(
  { port, gateways = [] }: Pick<L4MatchAttributes, "port" | "gateways">,
  server: GatewayServer,
): boolean {
  return (!port || port === server.port) && (gateways.length === 0 || gateways.includes(server.gateway));
}

/** Of the names that a rule is for, those that the server and the VirtualService both have. */
function namesWithin(names: readonly string[], { hosts }: BoundVirtualService): readonly string[] {
  const narrowed = names.flatMap((text) => {
    const name = text.toLowerCase();
    return hosts.flatMap((host) => (coversHost(host, name) ? [name] : coversHost(name, host) ? [host] : []));
  });
  return [...new Set(narrowed)];
}

function forwardingOf(
  { scope }: View,
  { port, protocol, server }: GatewayServer,
  virtualService: MeshVirtualService,
  route: readonly RouteDestination[],
): RouteForwarding | undefined {
  const { sidecar, labels, settings } = scope;
  const byName = server.tls !== undefined && !endsTls(server.tls);
  return routeForwarding(
    { virtualService, route, port, protocol, byName },
    {
      statPattern: settings.config.outboundClusterStatName,
      service: (host) => sidecar.service(host),
      rule: (service) => sidecar.destinationRule(service, labels),
    },
  );
}
