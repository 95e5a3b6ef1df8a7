/** What the client's bytes are, below any TLS. */
export type CallProtocol = "http1.0" | "http1" | "http2" | "tcp";

/** `mtls` is TLS with a client certificate; of the mesh, unless an identity says otherwise. */
export type CallTls = "plain" | "tls" | "mtls";

export interface SocketPlace {
  /** IP address without brackets. */
  readonly address: string;
  readonly port: number;
}

/** A connection that a client opens, and the request it sends over it. */
export interface Call {
  /**
   * `outbound`: captured on its way out (port 15001); `inbound`: captured on its way in (port 15006); `gateway`: made to
   * the proxy itself.
   */
  readonly direction: "outbound" | "inbound" | "gateway";
  /** Where the client was connecting to, before any capture. */
  readonly destination: SocketPlace;
  readonly source?: SocketPlace;
  readonly protocol: CallProtocol;
  readonly tls: CallTls;
  /** Server name of the TLS handshake; absent: none is sent. */
  readonly serverName?: string;
  /** Protocols offered in the TLS handshake, the preferred first. */
  readonly alpn?: readonly string[];
  /** URI name in the client's certificate: `spiffe://cluster.local/ns/app/sa/web`. */
  readonly identity?: string;
  /** Value of `Host` or `:authority`, with its port if the client sends one; of requests only. */
  readonly host?: string;
  /** Default GET. */
  readonly method?: string;
  /** Path and query; default `/`. */
  readonly path?: string;
  /** Names in any case. */
  readonly headers?: { readonly [name: string]: string };
}

/** Whether requests are sent, and not bytes alone. */
export function isRequest(call: Call): boolean {
  return call.protocol !== "tcp";
}

/** `10.0.0.1:80`, `[::1]:80`. */
export function formatPlace({ address, port }: SocketPlace): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
