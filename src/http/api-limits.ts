import type { ServerOptions } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { SessionTimes } from "../base/watch-session.ts";
import type { RequestLimits } from "./exchange.ts";

/** What clients of the API may cost it. Times are in milliseconds. */
export interface ApiLimits extends RequestLimits, SessionTimes {
  /** Bytes of one request's headers. */
  readonly maxHeaderBytes: number;
  /** Connections at the same time; further ones are closed at once. */
  readonly maxConnections: number;
  /** Requests at the same time on one connection of HTTP/2. */
  readonly maxStreams: number;
  /** Requests at the same time on all connections, watches left out; further ones are told to wait. */
  readonly maxRequests: number;
  /** Until a request was read and answered; watches have times of their own. */
  readonly requestTimeout: number;
  /** Requests that a connection may reset in a burst, and how many more with each second; then it is closed. */
  readonly resetBurst: number;
  readonly resetRate: number;
}

export const defaultApiLimits: ApiLimits = {
  maxBodyBytes: 3 * 1024 * 1024,
  maxDepth: 100,
  maxHeaderBytes: 64 * 1024,
  maxConnections: 10_000,
  maxStreams: 1000,
  maxRequests: 600,
  requestTimeout: 60_000,
  // Who leaves may let go of all its watches at once.
  resetBurst: 1000,
  resetRate: 100,
  handshakeTimeout: 10_000,
  idleTimeout: 5 * 60_000,
  pingInterval: 30_000,
  pingTimeout: 15_000,
};

/** Certificate and key of the server, and the authorities that may vouch for clients; all PEM. */
export interface ServerIdentity {
  readonly certificate: string;
  readonly privateKey: string;
  readonly clientAuthorities: readonly string[];
}

/** A server for HTTP/2 and HTTP/1.1 over TLS that keeps to the limits. It asks for a client certificate and takes none too. */
export function limitedServer(identity: ServerIdentity, limits: ApiLimits): Http2SecureServer {
  const { maxHeaderBytes, maxStreams, handshakeTimeout, requestTimeout } = limits;
  const http1Options: ServerOptions = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: handshakeTimeout,
    // By then the request was answered long ago: Node's own answer would be no Status.
    requestTimeout: requestTimeout + handshakeTimeout,
    keepAliveTimeout: limits.idleTimeout,
    connectionsCheckingInterval: Math.max(100, Math.min(handshakeTimeout, requestTimeout) / 4),
  };
  const server = createSecureServer({
    allowHTTP1: true,
    cert: identity.certificate,
    key: identity.privateKey,
    ca: [...identity.clientAuthorities],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    handshakeTimeout,
    // Megabytes that one connection may hold.
    maxSessionMemory: 64,
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes },
    streamResetBurst: limits.resetBurst,
    streamResetRate: limits.resetRate,
    http1Options,
  });
  server.maxConnections = limits.maxConnections;
  return server;
}

/** Headers in bytes, as HTTP/2 counts them: 32 for each besides its text. Node enforces only a limit of its own there. */
export function headerBytes(headers: { readonly [name: string]: string | readonly string[] | undefined }): number {
  let size = 0;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") size += name.length + value.length + 32;
    else for (const text of value ?? []) size += name.length + text.length + 32;
  }
  return size;
}
