/** What the name of a listener says that a gRPC program asks for. */
export type ListenerName = ServerName | TargetName;

/** A server's own listener: `xds.istio.io/grpc/lds/inbound/0.0.0.0:7070`. */
export interface ServerName {
  readonly kind: "server";
  /** Without brackets. */
  readonly address: string;
  readonly port: number;
}

/** What a client calls: the `echo.app:7070` of `xds:///echo.app:7070`. */
export interface TargetName {
  readonly kind: "target";
  /** As the client wrote it, which may be short. */
  readonly host: string;
  /** Undefined: the client named none. */
  readonly port: number | undefined;
}

/** With what the names of servers' listeners begin; the bootstrap tells servers so. */
export const serverPrefix = "xds.istio.io/grpc/lds/inbound/";

/** Reads the name of a listener; undefined if it is neither a server's nor a client's. */
export function parseListenerName(name: string): ListenerName | undefined {
  const isServer = name.startsWith(serverPrefix);
  const [, bracketed, plain, digits] =
    /^(?:\[([^\]]+)\]|([^[\]/:]+))(?::(\d{1,5}))?$/.exec(isServer ? name.slice(serverPrefix.length) : name) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? undefined : Number(digits);
  if (host === undefined || port === 0 || (port ?? 1) > 65535) return undefined;
  if (!isServer) return { kind: "target", host, port };
  return port === undefined ? undefined : { kind: "server", address: host, port };
}

/** The name of a server's listener on an address. */
export function serverListener(address: string, port: number): string {
  return `${serverPrefix}${address.includes(":") ? `[${address}]` : address}:${port}`;
}
