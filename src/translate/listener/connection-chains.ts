import type { RouteDestination } from "../../api/index.ts";
import { isTls, type Protocol, type Service } from "../../core/index.ts";
import type { MeshVirtualService } from "../../mesh/index.ts";
import { tcpPolicy } from "../filter/tcp-policy.ts";
import { configPath, outboundCluster } from "../names.ts";
import { holdsHere } from "./l4-match.ts";
import type { TcpChain } from "./outbound-chain.ts";
import type { OutboundClient } from "./outbound-client.ts";
import { destinationSources, routeForwarding } from "./route-forwarding.ts";
import { statPrefixOf } from "./stat-prefix.ts";

/** A port of a service, as connections to it are looked at. */
export interface ConnectionPort {
  readonly service: Service;
  /** The port that the workload calls; 0 behind a Unix socket. */
  readonly port: number;
  readonly protocol: Protocol;
  /** Ranges of addresses that are the service's; empty if the listener's address tells it. */
  readonly subnets: readonly string[];
  /** Other services may be called by the same address: only the name that a connection asks for tells them apart. */
  readonly shared: boolean;
}

/** The chains of connections to a service: those that VirtualServices route, then the service itself. */
export function connectionChains(target: ConnectionPort, client: OutboundClient): readonly TcpChain[] {
  return isTls(target.protocol) ? tlsChains(target, client) : tcpChains(target, client);
}

function tlsChains(target: ConnectionPort, client: OutboundClient): readonly TcpChain[] {
  const chains = client.routes.flatMap((virtualService) =>
    virtualService.tls.flatMap(({ match, route = [] }) =>
      match
        .filter((each) => holdsHere(each, target.port, client.source))
        .flatMap(({ sniHosts, destinationSubnets = [] }) =>
          routedChain(target, client, virtualService, route, {
            serverNames: sniHosts.includes("*") ? [] : sniHosts,
            subnets: destinationSubnets.length > 0 && target.port > 0 ? destinationSubnets : target.subnets,
          }),
        ),
    ),
  );
  return chains.length > 0 ? chains : [ownChain(target, client)];
}

/** The first rule that does not ask for single addresses is the last one. */
function tcpChains(target: ConnectionPort, client: OutboundClient): readonly TcpChain[] {
  const chains: TcpChain[] = [];
  for (const virtualService of client.routes) {
    for (const { match = [], route = [] } of virtualService.tcp) {
      const here = match.filter((each) => holdsHere(each, target.port, client.source));
      if (match.length > 0 && here.length === 0) continue;
      const asked = target.port > 0 && here.every(({ destinationSubnets = [] }) => destinationSubnets.length > 0);
      const subnets = asked ? here.flatMap(({ destinationSubnets = [] }) => destinationSubnets) : [];
      const last = subnets.length === 0;
      const chain = routedChain(target, client, virtualService, route, {
        serverNames: [],
        subnets: last ? target.subnets : subnets,
      });
      chains.push(...chain);
      if (last && chain.length > 0) return chains;
    }
  }
  return [...chains, ownChain(target, client)];
}

type Conditions = Pick<TcpChain, "serverNames" | "subnets">;

/** The chain of a rule; none if the rule leads nowhere. */
function routedChain(
  { port, protocol }: ConnectionPort,
  client: OutboundClient,
  virtualService: MeshVirtualService,
  route: readonly RouteDestination[],
  conditions: Conditions,
): readonly TcpChain[] {
  const found = routeForwarding({ virtualService, route, port, protocol }, client);
  const { namespace, name, resource } = virtualService;
  const config = configPath(resource.apiVersion, resource.kind, namespace, name);
  return found ? [{ kind: "tcp", ...conditions, ...found, config }] : [];
}

/** The chain of a service that nothing routes elsewhere. */
function ownChain(
  { service, port: called, protocol, subnets, shared }: ConnectionPort,
  client: OutboundClient,
): TcpChain {
  const { hostname, ports, resolution } = service;
  // A Sidecar may offer a service on a port of its own choice, which is clear only if the service has but one.
  const [only] = ports.length === 1 ? ports : [];
  const port = only?.number ?? called;
  const rule = client.rule(service);
  const cluster = outboundCluster(port, "", hostname);
  const byName = isTls(protocol) && (shared || subnets.length > 0);
  return {
    kind: "tcp",
    serverNames: byName ? [hostname, ...client.aliasNames] : [],
    subnets,
    forwarding: {
      statPrefix: statPrefixOf(client.statPattern, { service, port, cluster }, ""),
      cluster,
      policy: tcpPolicy(rule, port, ""),
      mongo: protocol === "mongo",
      ...(byName && resolution === "dynamic-dns" && { lookUp: { host: hostname, port } }),
    },
    sources: destinationSources({ service, rule }),
  };
}
