import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { AddressFamilies } from "../../core/index.ts";
import type { MeshSettings, OutboundScope } from "../../mesh/index.ts";
import { bufferLimitOf } from "../buffer-limit.ts";
import { anyHostCluster } from "../dns-cache.ts";
import { type FilterSettings, filterSettings } from "../filter/filter-settings.ts";
import { blackHoleCluster, outboundCluster, passthroughCluster } from "../names.ts";
import { isTrue } from "../node-flag.ts";
import { protoDuration } from "../proto-duration.ts";

/** What all outbound listeners of a view have in common. The same object for as long as it says the same. */
export interface OutboundSettings {
  readonly filters: FilterSettings;
  readonly families: AddressFamilies;
  /** The cluster of connections that are for none of the services. */
  readonly fallback: string;
  /** Unknown hosts of requests are looked up, as if they were one service of this name; undefined: they are not. */
  readonly looksUp: string | undefined;
  /** Connections are spread evenly over the proxy's threads. */
  readonly exactBalance: boolean;
  /** How long a client's first bytes are waited for, to tell its protocol; `0s`: without end. */
  readonly detectionTimeout: string;
  /** Most bytes buffered for a connection; undefined: Envoy's own. */
  readonly bufferLimit: number | undefined;
  /** Port that takes all redirected traffic. */
  readonly capturePort: number;
  /** Addresses of clients and servers are kept, by transparent sockets. */
  readonly transparent: boolean;
}

const known = new WeakMap<MeshSettings, WeakValueMap<string, OutboundSettings>>();

/** The settings of a view's outbound listeners. */
export function outboundSettings(scope: OutboundScope): OutboundSettings {
  const { settings, proxy, sidecar } = scope;
  const { config } = settings;
  const filters = filterSettings(scope, "outbound");
  const made: OutboundSettings = {
    filters,
    families: proxy.families,
    fallback: fallbackCluster(sidecar.outboundTrafficPolicy),
    looksUp: sidecar.outboundTrafficPolicy.mode === "ALLOW_ANY_DYNAMIC_DNS" ? anyHostCluster : undefined,
    exactBalance: isTrue(proxy.metadata["OUTBOUND_LISTENER_EXACT_BALANCE"]),
    detectionTimeout: protoDuration(config.protocolDetectionTimeout) ?? "0s",
    bufferLimit: bufferLimitOf(filters.proxyConfig.connectionSettings),
    capturePort: config.proxyListenPort ?? 15001,
    transparent: proxy.metadata["INTERCEPTION_MODE"] === "TPROXY",
  };
  return steady(settings, made);
}

/** The same for listeners without requests, which leave no traces: traces name the namespace of their callers. */
export function connectionSettings(settings: MeshSettings, outbound: OutboundSettings): OutboundSettings {
  const { tracing: _tracing, ...filters } = outbound.filters;
  return steady(settings, { ...outbound, filters });
}

/** The settings that were made before and say the same, if there are any. */
function steady(settings: MeshSettings, made: OutboundSettings): OutboundSettings {
  const answers = known.get(settings) ?? new WeakValueMap<string, OutboundSettings>();
  known.set(settings, answers);
  const text = JSON.stringify(made);
  const same = answers.get(text) ?? made;
  answers.set(text, same);
  return same;
}

/** Where connections go that are for none of the services. */
function fallbackCluster(policy: OutboundScope["sidecar"]["outboundTrafficPolicy"]): string {
  if (policy.mode !== "ALLOW_ANY" && policy.mode !== "ALLOW_ANY_DYNAMIC_DNS") return blackHoleCluster;
  const proxy = "egressProxy" in policy ? policy.egressProxy : undefined;
  return proxy ? outboundCluster(proxy.port?.number ?? 0, proxy.subset ?? "", proxy.host) : passthroughCluster;
}
