import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "../any.ts";
import type { FilterSettings } from "./filter-settings.ts";

/** Filters of Istio's own build of Envoy. For plain Envoy all of them are empty lists. */

const exchangeName = "istio.metadata_exchange";
const exchange: Filter = {
  name: exchangeName,
  typedConfig: any("udpa.type.v1.TypedStruct", {
    typeUrl: "type.googleapis.com/envoy.tcp.metadataexchange.config.MetadataExchange",
    value: { enable_discovery: true, protocol: "istio-peer-exchange" },
  }),
};

/** Lets the peers of a connection tell each other what they are. */
export function connectionMetadataExchange({ dialect }: FilterSettings): readonly Filter[] {
  return dialect === "istio" ? [exchange] : [];
}

/** Counts connections in the mesh's metrics; stands right before the filter that forwards. */
export function connectionMetrics({ metrics }: FilterSettings): readonly Filter[] {
  return metrics.map((config) => ({ name: "istio.stats", typedConfig: any("stats.PluginConfig", config) }));
}

/** Lets the peers of a request tell each other what they are, by headers. */
export function requestMetadataExchange({
  dialect,
  listenerClass,
  proxyConfig,
}: FilterSettings): readonly HttpFilter[] {
  if (dialect !== "istio") return [];
  const withinMesh = proxyConfig.proxyHeaders?.metadataExchangeHeaders?.mode === "IN_MESH";
  const value = listenerClass === "inbound" ? exchangeWith("downstream", false) : exchangeWith("upstream", withinMesh);
  const typeUrl = "type.googleapis.com/io.istio.http.peer_metadata.Config";
  return [{ name: exchangeName, typedConfig: any("udpa.type.v1.TypedStruct", { typeUrl, value }) }];
}

function exchangeWith(peer: "downstream" | "upstream", withinMesh: boolean) {
  return {
    [`${peer}_discovery`]: [{ istio_headers: {} }, { workload_discovery: {} }],
    [`${peer}_propagation`]: [{ istio_headers: withinMesh ? { skip_external_clusters: true } : {} }],
  };
}

/** Counts requests in the mesh's metrics. */
export function requestMetrics({ metrics }: FilterSettings): readonly HttpFilter[] {
  return metrics.map((config) => ({ name: "istio.stats", typedConfig: any("stats.PluginConfig", config) }));
}

/** Says in the TLS handshake that it is the mesh, and which HTTP is spoken: the server chooses its chain by that. */
export function alpn({ dialect, listenerClass }: FilterSettings): readonly HttpFilter[] {
  return dialect === "istio" && listenerClass !== "inbound" ? [alpnFilter] : [];
}

const alpnFilter: HttpFilter = {
  name: "istio.alpn",
  typedConfig: any("istio.envoy.config.filter.http.alpn.v2alpha1.FilterConfig", {
    alpnOverride: [
      { upstreamProtocol: "HTTP10", alpnOverride: ["istio-http/1.0", "istio", "http/1.0"] },
      { upstreamProtocol: "HTTP11", alpnOverride: ["istio-http/1.1", "istio", "http/1.1"] },
      { upstreamProtocol: "HTTP2", alpnOverride: ["istio-h2", "istio", "h2"] },
    ],
  }),
};
