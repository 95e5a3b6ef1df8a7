import type { FilterChain, Listener, ListenerFilter } from "../../gen/envoy/config/listener/v3.ts";
import type { ConfigProblem } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import { connectionMetrics } from "../filter/istio-filters.ts";
import { tcpProxy } from "../filter/tcp-proxy.ts";
import { listenerName } from "../names.ts";
import type { Built } from "../plan.ts";
import { listenerAddresses } from "./listener-address.ts";
import { httpInspector, tlsInspector } from "./listener-filters.ts";
import { filterChain, type OutboundChain, takesAll } from "./outbound-chain.ts";
import type { OutboundSettings } from "./outbound-settings.ts";

/** All that an outbound listener depends on. */
export interface OutboundListenerKey {
  readonly settings: OutboundSettings;
  /** Addresses or `unix://` sockets, the first of which names the listener. */
  readonly binds: readonly [string, ...string[]];
  readonly port: number;
  /** It listens itself; else it gets connections that were redirected. */
  readonly bindsToPort: boolean;
  readonly chains: readonly OutboundChain[];
  readonly problems: readonly ConfigProblem[];
}

/** The listener of an address and a port that the workload calls. */
export function buildOutboundListener(key: OutboundListenerKey): Built<Listener> {
  const { settings, binds, port, bindsToPort, chains, problems } = key;
  const name = listenerName(binds[0], port);
  const detects = chains.some((chain) => chain.kind === "http" && chain.detected);
  const message: Listener = {
    name,
    ...listenerAddresses(binds, port),
    trafficDirection: "OUTBOUND",
    ...(bindsToPort ? { maxConnectionsToAcceptPerSocketEvent: 1 } : { bindToPort: false }),
    ...(settings.bufferLimit !== undefined && { perConnectionBufferLimitBytes: settings.bufferLimit }),
    ...(settings.exactBalance && { connectionBalanceConfig: { exactBalance: {} } }),
    ...inspectors(chains, detects),
    // A server may speak first: connections are forwarded even if nothing was seen of them.
    continueOnListenerFiltersTimeout: true,
    listenerFiltersTimeout: detects ? settings.detectionTimeout : "0s",
    ...filterChains(key, name),
  };
  return {
    message,
    sources: distinctSources([...chains.flatMap(({ sources }) => sources), ...settings.filters.sources]),
    ...(problems.length > 0 && { problems }),
  };
}

function inspectors(chains: readonly OutboundChain[], detects: boolean): { listenerFilters?: ListenerFilter[] } {
  const readsNames = chains.some((chain) => chain.kind === "tcp" && chain.serverNames.length > 0);
  const listenerFilters = [...(readsNames ? [tlsInspector] : []), ...(detects ? [httpInspector] : [])];
  return listenerFilters.length > 0 ? { listenerFilters } : {};
}

/**
 * The chains with conditions, and one for all else: what matches no chain at the end of Envoy's search is dropped, also
 * where another chain would have taken it.
 */
function filterChains({ chains, settings, port }: OutboundListenerKey, name: string): Listener {
  const build = (chain: OutboundChain) => filterChain(chain, settings, { name, port });
  const narrow = chains.filter((chain) => !takesAll(chain));
  const wide = chains.find(takesAll);
  if (narrow.length === 0) return { filterChains: wide ? [build(wide)] : [] };
  return { filterChains: narrow.map(build), defaultFilterChain: wide ? build(wide) : fallbackChain(settings) };
}

function fallbackChain(settings: OutboundSettings): FilterChain {
  return {
    filterChainMatch: {},
    name: "PassthroughFilterChain",
    filters: fallbackFilters(settings),
  };
}

/** What becomes of connections that are for none of the services. */
export function fallbackFilters({ filters: settings, fallback }: OutboundSettings): FilterChain["filters"] {
  return [...connectionMetrics(settings), tcpProxy({ settings, statPrefix: fallback, cluster: fallback })];
}
