import type { AddressFamilies } from "../../core/index.ts";
import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import { allPhases, networkExtensions } from "../filter/extension-filters.ts";
import type { FilterSettings } from "../filter/filter-settings.ts";
import { httpConnectionManager } from "../filter/http-connections.ts";
import { connectionMetadataExchange } from "../filter/istio-filters.ts";
import { tcpPolicy } from "../filter/tcp-policy.ts";
import { type Forwarding, forwardingFilters } from "../listener/forwarding.ts";
import { statPrefixOf } from "../listener/stat-prefix.ts";
import { httpSecurity, networkSecurity, type SecurityPolicies } from "../security/security-policies.ts";
import type { DnatChain, GatewayChain, HttpChain } from "./gateway-chain.ts";

/** What the filters of all chains of a listener have in common. */
export interface ChainContext {
  /** The listener's name. */
  readonly name: string;
  readonly port: number;
  readonly transport: "tcp" | "quic";
  readonly filters: FilterSettings;
  readonly families: AddressFamilies;
  readonly security: SecurityPolicies;
  /** The mesh's pattern of metrics' names; undefined: clusters' own names. */
  readonly statPattern: string | undefined;
}

/** The network filters of a chain. */
export function chainFilters(chain: GatewayChain, context: ChainContext): readonly Filter[] {
  const { filters, families, security, port } = context;
  switch (chain.kind) {
    case "http":
      return [...allPhases(networkExtensions(filters.extensions, port)), httpFilter(chain, context)];
    case "routed":
      return [
        // Peers within the mesh tell each other what they are; those outside would not understand it.
        ...(chain.tls?.mode === "ISTIO_MUTUAL" ? connectionMetadataExchange(filters) : []),
        ...forwardingFilters(chain.forwarding, { filters, families, port, security: networkSecurity(security) }),
      ];
    case "dnat":
      // Who may call is decided by the workload behind the gateway: only it sees the client's identity.
      return forwardingFilters(dnatForwarding(chain, context), { filters, families, port });
  }
}

function httpFilter(
  { server, tls, routes, grpcWeb }: HttpChain,
  { name, port, transport, filters, security }: ChainContext,
): Filter {
  // Servers of plain HTTP share a chain, so none of them can name it.
  const own = tls && server.server.name;
  return httpConnectionManager({
    settings: filters,
    port,
    ...(own ? { statPrefix: own, namedByUser: true } : { statPrefix: `outbound_${name}` }),
    routes,
    ...(grpcWeb && { grpcWeb }),
    ...(transport === "quic" && { http3: true }),
    security: httpSecurity(security),
  });
}

function dnatForwarding(
  { serverNames, service, port, subset, rule }: DnatChain,
  { statPattern }: ChainContext,
): Forwarding {
  const [cluster = ""] = serverNames;
  const { tunneling: _, ...policy } = tcpPolicy(rule, port.number, subset);
  const statPrefix = statPrefixOf(statPattern, { service, port: port.number, cluster }, subset);
  return { statPrefix, cluster, policy, mongo: port.protocol === "mongo" };
}
