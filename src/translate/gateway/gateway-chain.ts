import type { ServerTlsSettings } from "../../api/index.ts";
import type { Service, ServicePort } from "../../core/index.ts";
import type { GatewayListener, GatewayServer, MergedDestinationRule } from "../../mesh/index.ts";
import { coversHost, routeName } from "../../mesh/index.ts";
import type { RouteForwarding } from "../listener/route-forwarding.ts";
import { dnatCluster } from "../names.ts";
import { endsTls } from "../server-tls.ts";
import type { View } from "../view.ts";
import { tcpRouteOf, tlsRoutesOf } from "./connection-route.ts";

interface ChainMatch {
  /** The server it is of. */
  readonly server: GatewayServer;
  /** Hosts that clients ask for by SNI; empty: any, or none. */
  readonly serverNames: readonly string[];
  /** How TLS ends; absent: it does not, or there is none. */
  readonly tls?: ServerTlsSettings;
}

/** A filter chain that serves HTTP by a route table. */
export interface HttpChain extends ChainMatch {
  readonly kind: "http";
  readonly routes: string;
  readonly grpcWeb: boolean;
}

/** A filter chain that forwards connections by a route of a VirtualService. */
export interface RoutedChain extends ChainMatch, RouteForwarding {
  readonly kind: "routed";
}

/** A filter chain for the mesh's own connections to one service from another network: the name they ask for tells which. */
export interface DnatChain extends ChainMatch {
  readonly kind: "dnat";
  readonly service: Service;
  readonly port: ServicePort;
  readonly subset: string;
  readonly rule: MergedDestinationRule | undefined;
}

export type GatewayChain = HttpChain | RoutedChain | DnatChain;

/** The filter chains of a listener, as its servers order them. */
export function gatewayChains(
  view: View,
  { port, form, servers, substitutes }: GatewayListener,
): readonly GatewayChain[] {
  const [first] = servers;
  if (!first) return [];
  if (form === "http") {
    const grpcWeb = servers.some(({ protocol }) => protocol === "grpc-web");
    return [{ kind: "http", server: first, serverNames: [], routes: routeName(first, port), grpcWeb }];
  }
  if (form === "tls") return servers.flatMap((server) => tlsChains(view, server, port));
  for (const server of [...servers, ...substitutes]) {
    const route = tcpRouteOf(view, server);
    if (route) return [{ kind: "routed", server, serverNames: [], ...route }];
  }
  return [];
}

function tlsChains(view: View, server: GatewayServer, port: number): readonly GatewayChain[] {
  const { terminatesHttps } = server;
  const tls = server.server.tls ?? {};
  if (tls.mode === "AUTO_PASSTHROUGH") return dnatChains(view, server);
  const serverNames = [...new Set(server.hosts.map(({ host }) => host))].sort();
  if (terminatesHttps) {
    return [{ kind: "http", server, serverNames, tls, routes: routeName(server, port), grpcWeb: false }];
  }
  const ended = endsTls(tls);
  const route = ended ? tcpRouteOf(view, server) : undefined;
  if (route) return [{ kind: "routed", server, serverNames, tls, ...route }];
  return tlsRoutesOf(view, server).map((each) => ({ kind: "routed", server, ...each, ...(ended && { tls }) }));
}

/** One chain for each service, port and subset among the server's hosts; services outside of the mesh are not called so. */
function dnatChains({ scope }: View, server: GatewayServer): readonly DnatChain[] {
  const wanted = scope.sidecar.services.filter(
    ({ external, hostname, aliasOf }) =>
      !external && aliasOf === undefined && server.hosts.some(({ host }) => coversHost(host, hostname)),
  );
  return wanted.flatMap((service) => {
    const rule = scope.sidecar.destinationRule(service, scope.labels);
    const subsets = ["", ...(rule?.subsets.map(({ name }) => name) ?? [])];
    return service.ports
      .filter(({ protocol }) => protocol !== "udp")
      .flatMap((port) =>
        subsets.map((subset): DnatChain => ({ kind: "dnat", server, ...dnatNames(service, port, subset), rule })),
      );
  });
}

function dnatNames(service: Service, port: ServicePort, subset: string) {
  return { serverNames: [dnatCluster(port.number, subset, service.hostname)], service, port, subset };
}
