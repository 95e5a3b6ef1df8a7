import { performServerHandshake, type ServerHttp2Session } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, DEFAULT_CIPHERS, type TLSSocket } from "node:tls";
import { cipherOrder } from "./cipher-order.ts";
import type { GrpcLimits } from "./grpc-limits.ts";

/** The key and certificate of a server, and whose clients' certificates it trusts; all PEM. */
export interface ServerTls {
  readonly key: string;
  readonly cert: string;
  readonly ca?: string;
}

/** Bytes that a client may send before the server has asked for more: on a call, and on all calls of a connection. */
const windowBytes = 1024 * 1024;

/**
 * A server that speaks HTTP/2 on each connection, and gives on the session with its socket. That of Node keeps the socket
 * to itself, and closes connections when it is closed: see `closeSession`.
 */
export function sessionServer(
  tls: ServerTls | undefined,
  limits: GrpcLimits,
  take: (session: ServerHttp2Session, socket: Socket) => void,
): Server {
  const { maxStreams, maxHeaderBytes, resetBurst, resetRate, handshakeTimeout, maxConnections } = limits;
  const http2 = {
    settings: {
      maxConcurrentStreams: maxStreams,
      initialWindowSize: windowBytes,
      maxHeaderListSize: maxHeaderBytes,
    },
    streamResetBurst: resetBurst,
    streamResetRate: resetRate,
  };
  const begin = (socket: Socket) => {
    const session = performServerHandshake(socket, http2);
    // What a connection has by default lets a large message wait many times for a server that has much to do.
    session.setLocalWindowSize(windowBytes);
    take(session, socket);
  };
  const server = tls
    ? createTlsServer({
        ...tls,
        handshakeTimeout,
        ALPNProtocols: ["h2"],
        ciphers: cipherOrder(DEFAULT_CIPHERS),
        requestCert: tls.ca !== undefined,
        rejectUnauthorized: false,
      })
    : createServer(begin);
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") begin(socket);
    else socket.on("error", () => undefined).end(notHttp2, () => socket.destroy());
  });
  // A handshake that is broken or takes too long is the client's affair; Node leaves its connection open.
  server.on("tlsClientError", (_error: Error, socket: TLSSocket) => socket.destroy());
  server.maxConnections = maxConnections;
  return server;
}

const notHttp2 = "HTTP/1.1 505 HTTP Version Not Supported\r\nconnection: close\r\n\r\nonly HTTP/2 is spoken here\n";
