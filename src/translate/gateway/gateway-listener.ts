import type { ResourceKey } from "../../api/index.ts";
import type { Address, TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import type { FilterChain, FilterChainMatch, Listener, ListenerFilter } from "../../gen/envoy/config/listener/v3.ts";
import type { DownstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { type ConfigProblem, configProblem } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { bufferLimitOf } from "../buffer-limit.ts";
import { lacksProvider } from "../credential-secret.ts";
import { distinctSources } from "../distinct-sources.ts";
import { tlsInspector } from "../listener/listener-filters.ts";
import { destinationSources } from "../listener/route-forwarding.ts";
import type { Built } from "../plan.ts";
import { securitySources } from "../security/security-policies.ts";
import { credentialsOf, downstreamTlsSocket, serverTls, type TlsEnvironment } from "../server-tls.ts";
import { type ChainContext, chainFilters } from "./chain-filters.ts";
import type { GatewayChain } from "./gateway-chain.ts";

/** All that a gateway's listener is made from. */
export interface GatewayListenerKey extends ChainContext {
  /** The first is the main one; or the path of a Unix domain socket. */
  readonly addresses: readonly [string, ...string[]];
  readonly chains: readonly GatewayChain[];
  readonly tls: TlsEnvironment;
  /** Connections are divided evenly among Envoy's threads. */
  readonly exactBalance: boolean;
  /** What planning found wrong. */
  readonly problems: readonly ConfigProblem[];
}

/** Builds a gateway's listener. */
export function buildGatewayListener(key: GatewayListenerKey): Built<Listener> {
  const { name, addresses, port, transport, chains, filters, exactBalance, problems } = key;
  const [main, ...further] = addresses;
  const { listener: accessLog } = filters.accessLogs;
  const bufferLimit = bufferLimitOf(filters.proxyConfig.connectionSettings);
  const listenerFilters = transport === "tcp" ? listenerFiltersOf(key) : [];
  const message: Listener = {
    name,
    address: addressOf(main, port, transport),
    ...(further.length > 0 && {
      additionalAddresses: further.map((each) => ({ address: addressOf(each, port, transport) })),
    }),
    trafficDirection: "OUTBOUND",
    ...(listenerFilters.length > 0 && { listenerFilters }),
    filterChains: chains.map((chain) => filterChain(chain, key)),
    ...(accessLog.length > 0 && { accessLog }),
    maxConnectionsToAcceptPerSocketEvent: 1,
    ...(bufferLimit !== undefined && { perConnectionBufferLimitBytes: bufferLimit }),
    ...(transport === "quic" && { udpListenerConfig: { quicOptions: {}, downstreamSocketConfig: {} } }),
    ...(exactBalance && transport === "tcp" && { connectionBalanceConfig: { exactBalance: {} } }),
  };
  const found = [...problems, ...credentialProblems(key)];
  return { message, sources: sourcesOf(key), ...(found.length > 0 && { problems: found }) };
}

function addressOf(address: string, port: number, transport: "tcp" | "quic"): Address {
  if (address.startsWith("unix://")) return { pipe: { path: address.slice("unix://".length) } };
  return { socketAddress: { ...(transport === "quic" && { protocol: "UDP" }), address, portValue: port } };
}

const proxyProtocol: ListenerFilter = {
  name: "envoy.filters.listener.proxy_protocol",
  typedConfig: any("envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol", {}),
};

/** The header of the PROXY protocol stands before the handshake, so it is read first. */
function listenerFiltersOf({ chains, filters }: GatewayListenerKey): readonly ListenerFilter[] {
  const bySni = chains.some(({ serverNames, tls }) => serverNames.length > 0 || tls);
  const header = filters.proxyConfig.gatewayTopology?.proxyProtocol !== undefined;
  return [...(header ? [proxyProtocol] : []), ...(bySni ? [tlsInspector] : [])];
}

/** How clients in the mesh say that they speak its mutual TLS. */
const meshProtocols = ["istio", "istio-peer-exchange", "istio-http/1.0", "istio-http/1.1", "istio-h2"];

function filterChain(chain: GatewayChain, key: GatewayListenerKey): FilterChain {
  const match: FilterChainMatch = {
    ...(chain.serverNames.length > 0 && { serverNames: chain.serverNames }),
    ...(chain.kind === "dnat" && { applicationProtocols: meshProtocols }),
  };
  return {
    ...(Object.keys(match).length > 0 && { filterChainMatch: match }),
    filters: chainFilters(chain, key),
    ...(chain.tls && { transportSocket: socketOf(chain, key) }),
    // Clients that are slow to shake hands must not hold memory for ever.
    transportSocketConnectTimeout: "15s",
  };
}

function socketOf(
  { tls = {}, kind }: GatewayChain,
  { transport, tls: environment }: GatewayListenerKey,
): TransportSocket {
  if (transport === "quic") return quicSocket(serverTls(tls, "http3", environment));
  return downstreamTlsSocket(serverTls(tls, kind === "http" ? "http" : "tcp", environment));
}

function quicSocket(downstreamTlsContext: DownstreamTlsContext): TransportSocket {
  return {
    name: "envoy.transport_sockets.quic",
    typedConfig: any("envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport", { downstreamTlsContext }),
  };
}

function credentialProblems({ chains, tls: { secrets } }: GatewayListenerKey): readonly ConfigProblem[] {
  return chains.flatMap(({ server, tls }) => {
    const names = tls ? [...credentialsOf(tls), ...(tls.caCertCredentialName ? [tls.caCertCredentialName] : [])] : [];
    return names
      .filter((name) => lacksProvider(name, secrets))
      .map((name) => {
        const path = ["spec", "servers", server.position, "tls"];
        return configProblem(server.key, "FW1223", path, `must name a provider of the mesh: '${name}' does not`);
      });
  });
}

function sourcesOf({ chains, security, filters }: GatewayListenerKey): readonly ResourceKey[] {
  return distinctSources([
    ...chains.flatMap((chain) => [chain.server.key, ...behind(chain)]),
    ...securitySources(security),
    ...filters.sources,
  ]);
}

function behind(chain: GatewayChain): readonly ResourceKey[] {
  if (chain.kind === "routed") return chain.sources;
  return chain.kind === "dnat" ? destinationSources(chain) : [];
}
