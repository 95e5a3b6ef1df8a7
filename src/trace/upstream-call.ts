import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { HttpProtocolOptions } from "../gen/envoy/extensions/upstreams/http/v3.ts";
import type { FilterConfig } from "../gen/istio/envoy/config/filter/http/alpn/v2alpha1.ts";
import type { CallProtocol, SocketPlace } from "./call.ts";
import { withoutPort } from "./virtual-host-match.ts";

/** What of a call bears on how its upstream is found and spoken to. */
export interface UpstreamCall {
  /** Where it was going. */
  readonly destination: SocketPlace;
  readonly protocol: CallProtocol;
  /** Empty of bytes. */
  readonly host: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Istio's filter that tells the server what kind of mesh traffic comes; absent if the chain has none. */
  readonly alpn?: FilterConfig;
}

/** What is spoken to a cluster: bytes stay bytes, requests are HTTP/1.1 unless the cluster says otherwise. */
export function upstreamProtocol(cluster: Cluster, downstream: CallProtocol): CallProtocol {
  if (downstream === "tcp") return downstream;
  const options = protocolOptions(cluster);
  if (options?.useDownstreamProtocolConfig) return downstream;
  if (options?.explicitHttpConfig?.http2ProtocolOptions ?? cluster.http2ProtocolOptions) return "http2";
  return "http1";
}

/** The protocols offered to a cluster's endpoints in place of its own list; undefined: its own list. */
export function upstreamAlpn(cluster: Cluster, call: UpstreamCall): readonly string[] | undefined {
  if (cluster.metadata?.filterMetadata?.["istio"]?.["alpn_override"] === "false") return undefined;
  const wanted = { "http1.0": "HTTP10", http1: "HTTP11", http2: "HTTP2", tcp: undefined }[
    upstreamProtocol(cluster, call.protocol)
  ];
  return call.alpn?.alpnOverride?.find(({ upstreamProtocol: each = "HTTP10" }) => each === wanted)?.alpnOverride;
}

/** The server name that is sent to endpoints of a cluster which names none itself. */
export function upstreamServerName(cluster: Cluster, call: UpstreamCall, hostname: string): string {
  const options = protocolOptions(cluster)?.upstreamHttpProtocolOptions ?? cluster.upstreamHttpProtocolOptions;
  return options?.autoSni ? withoutPort(call.host) : hostname;
}

function protocolOptions({ typedExtensionProtocolOptions = {} }: Cluster): HttpProtocolOptions | undefined {
  const found = typedExtensionProtocolOptions["envoy.extensions.upstreams.http.v3.HttpProtocolOptions"];
  return found as HttpProtocolOptions | undefined;
}
