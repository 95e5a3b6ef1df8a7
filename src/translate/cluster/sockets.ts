import type { ClientTlsSettings, TrafficPolicy } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import { any } from "../any.ts";
import { mutualTlsMatch } from "../endpoint/lb-endpoint.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { type MutualTls, mutualTls, plainSocket, tlsSocket, userTls } from "./upstream-tls.ts";

/** What decides how a cluster's connections are secured. */
export interface SocketChoice {
  /** What the user asked for. */
  readonly tls: ClientTlsSettings | undefined;
  readonly mutual: MutualTls;
  /** Each endpoint that speaks the mesh's mutual TLS gets it, the others plain text. */
  readonly automatic: boolean;
  /** All endpoints get the same. */
  readonly single: boolean;
  readonly proxyProtocol: TrafficPolicy["proxyProtocol"];
}

type Sockets = Pick<Cluster, "transportSocket" | "transportSocketMatches">;

/** The transport sockets of a cluster; none means plain text. */
export function sockets(choice: SocketChoice, environment: ClusterEnvironment): Sockets {
  const { automatic, single, proxyProtocol } = choice;
  const socket = singleSocket(choice, environment);
  if (automatic && !single && socket) {
    return {
      transportSocketMatches: [
        { name: "tlsMode-istio", match: mutualTlsMatch, transportSocket: withProxyProtocol(proxyProtocol, socket) },
        { name: "tlsMode-disabled", match: {}, transportSocket: withProxyProtocol(proxyProtocol, plainSocket) },
      ],
    };
  }
  if (!socket && !proxyProtocol) return {};
  return { transportSocket: withProxyProtocol(proxyProtocol, socket ?? plainSocket) };
}

function singleSocket(choice: SocketChoice, environment: ClusterEnvironment): TransportSocket | undefined {
  const { tls, mutual, automatic } = choice;
  if (automatic || tls?.mode === "ISTIO_MUTUAL") return meshSocket(mutual, environment);
  if (tls?.mode !== "SIMPLE" && tls?.mode !== "MUTUAL") return undefined;
  return tlsSocket(userTls(tls, mutual.http2, environment.tls));
}

/** A proxy that brought its own certificate uses that one towards the mesh. */
function meshSocket(mutual: MutualTls, { tls, clientFiles }: ClusterEnvironment): TransportSocket {
  if (!clientFiles) return tlsSocket(mutualTls(mutual, tls));
  const settings: ClientTlsSettings = {
    mode: "MUTUAL",
    clientCertificate: clientFiles.certificate,
    privateKey: clientFiles.key,
    caCertificates: clientFiles.root,
    subjectAltNames: mutual.identities,
    sni: mutual.sni,
  };
  return tlsSocket(userTls(settings, mutual.http2, tls));
}

/** The proxy tells the upstream, before anything else, where the connection came from. */
function withProxyProtocol(asked: TrafficPolicy["proxyProtocol"], socket: TransportSocket): TransportSocket {
  if (!asked) return socket;
  return {
    name: "envoy.transport_sockets.upstream_proxy_protocol",
    typedConfig: any("envoy.extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport", {
      config: asked.version === "V2" ? { version: "V2" } : {},
      transportSocket: socket,
    }),
  };
}
