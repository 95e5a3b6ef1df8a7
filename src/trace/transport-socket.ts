import { isDeepStrictEqual } from "node:util";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { Metadata, TransportSocket } from "../gen/envoy/config/core/v3.ts";
import type { UpstreamTlsContext } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { configOf } from "./typed-config.ts";

/** TLS that the proxy itself speaks to an endpoint. */
export interface UpstreamTls {
  /** Name of the match in the cluster; empty if the cluster has but one transport. */
  readonly match: string;
  /** Empty: none is sent. */
  readonly serverName: string;
  readonly alpn: readonly string[];
  /** Secrets that the proxy shows; empty: it shows no certificate. */
  readonly certificates: readonly string[];
  /** Names that the server's certificate may have; empty: any. */
  readonly subjectAltNames: readonly string[];
}

/** The transport to an endpoint: the first match whose labels the endpoint has, else the cluster's own. */
export function transportSocketOf(
  cluster: Cluster,
  endpoint: Metadata | undefined,
): { readonly match: string; readonly socket: TransportSocket | undefined } {
  const labels = endpoint?.filterMetadata?.["envoy.transport_socket_match"] ?? {};
  for (const { match = {}, name = "", transportSocket } of cluster.transportSocketMatches ?? []) {
    const fits = Object.entries(match).every(([key, value]) => isDeepStrictEqual(labels[key], value));
    if (fits) return { match: name, socket: transportSocket };
  }
  return { match: "", socket: cluster.transportSocket };
}

/** TLS to an endpoint; undefined if the proxy adds none. */
export function upstreamTls(cluster: Cluster, endpoint: Metadata | undefined): UpstreamTls | undefined {
  const { match, socket } = transportSocketOf(cluster, endpoint);
  const context = tlsContext(socket);
  if (context === undefined) return undefined;
  const { commonTlsContext: common = {}, sni = "" } = context;
  const validation = common.validationContext ?? common.combinedValidationContext?.defaultValidationContext;
  const typed = validation?.matchTypedSubjectAltNames?.map(({ matcher = {} }) => matcher) ?? [];
  return {
    match,
    serverName: sni,
    alpn: common.alpnProtocols ?? [],
    certificates: common.tlsCertificateSdsSecretConfigs?.map(({ name = "" }) => name) ?? [],
    subjectAltNames: [...(validation?.matchSubjectAltNames ?? []), ...typed].map(
      ({ exact, prefix, suffix }) => exact ?? (prefix === undefined ? `*${suffix ?? ""}` : `${prefix}*`),
    ),
  };
}

/** The TLS below a PROXY header, too. */
function tlsContext(socket: TransportSocket | undefined): UpstreamTlsContext | undefined {
  const wrapped = configOf(
    socket,
    "envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport",
  );
  if (wrapped) return tlsContext(wrapped.transportSocket);
  return configOf(socket, "envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext");
}
