import type { ClientTlsSettings, TrafficPolicy } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import { any } from "../any.ts";
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
export function sockets(choice: SocketChoice): Sockets {
  const wrap = (socket: TransportSocket) => withProxyProtocol(choice.proxyProtocol, socket);
  if (choice.automatic && !choice.single) {
    return {
      transportSocketMatches: [
        {
          name: "tlsMode-istio",
          match: { tlsMode: "istio" },
          transportSocket: wrap(tlsSocket(mutualTls(choice.mutual))),
        },
        { name: "tlsMode-disabled", match: {}, transportSocket: wrap(plainSocket) },
      ],
    };
  }
  const socket = singleSocket(choice);
  if (socket) return { transportSocket: wrap(socket) };
  return choice.proxyProtocol ? { transportSocket: wrap(plainSocket) } : {};
}

function singleSocket({ tls, mutual, automatic }: SocketChoice): TransportSocket | undefined {
  if (automatic || tls?.mode === "ISTIO_MUTUAL") return tlsSocket(mutualTls(mutual));
  if (tls?.mode === "SIMPLE" || tls?.mode === "MUTUAL") return tlsSocket(userTls(tls, mutual.http2));
  return undefined;
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
