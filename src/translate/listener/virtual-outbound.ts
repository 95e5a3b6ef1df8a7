import type { ResourceKey } from "../../api/index.ts";
import { wildcardAddresses } from "../../core/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { distinctSources } from "../distinct-sources.ts";
import { connectionMetrics } from "../filter/istio-filters.ts";
import { blackHole } from "../filter/tcp-proxy.ts";
import { virtualOutbound } from "../names.ts";
import type { Built } from "../plan.ts";
import { listenerAddresses } from "./listener-address.ts";
import { fallbackFilters } from "./outbound-listener.ts";
import type { OutboundSettings } from "./outbound-settings.ts";

/** All that the listener of redirected traffic depends on. */
export interface VirtualOutboundKey {
  readonly settings: OutboundSettings;
  /** The Sidecar that says what becomes of unknown traffic. */
  readonly sources: readonly ResourceKey[];
}

/**
 * The listener that all redirected connections come to. It hands each to the listener of its original destination, and
 * keeps those that have none.
 */
export function buildVirtualOutbound({ settings, sources }: VirtualOutboundKey): Built<Listener> {
  const { filters, capturePort, families, transparent } = settings;
  const { listener: accessLog } = filters.accessLogs;
  const message: Listener = {
    name: virtualOutbound,
    ...listenerAddresses(wildcardAddresses(families), capturePort),
    useOriginalDst: true,
    trafficDirection: "OUTBOUND",
    maxConnectionsToAcceptPerSocketEvent: 1,
    ...(transparent && { transparent: true }),
    ...(accessLog.length > 0 && { accessLog }),
    filterChains: [
      {
        // Who calls the port itself would be handed back to it for ever.
        name: "virtualOutbound-blackhole",
        filterChainMatch: { destinationPort: capturePort },
        filters: [...connectionMetrics(filters), blackHole],
      },
      { name: "virtualOutbound-catchall-tcp", filters: fallbackFilters(settings) },
    ],
  };
  return { message, sources: distinctSources([...sources, ...filters.sources]) };
}
