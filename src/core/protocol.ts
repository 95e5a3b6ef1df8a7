/** What is spoken on a port. `auto` is found out by looking at the traffic. */
export const protocols = [
  "http",
  "http2",
  "grpc",
  "grpc-web",
  "https",
  "tls",
  "tcp",
  "udp",
  "mongo",
  "mysql",
  "redis",
  "auto",
] as const;

export type Protocol = (typeof protocols)[number];

/** Whether requests can be told apart: the port is served by an HTTP connection manager. */
export function isHttp(protocol: Protocol): boolean {
  return protocol === "http" || isHttp2(protocol) || protocol === "grpc-web";
}

/** Whether the upstream speaks HTTP/2. */
export function isHttp2(protocol: Protocol): boolean {
  return protocol === "http2" || protocol === "grpc" || protocol === "grpc-web";
}

/** Whether connections are forwarded as bytes, by SNI at the most. */
export function isOpaque(protocol: Protocol): boolean {
  return ["https", "tls", "tcp", "mongo", "mysql", "redis"].includes(protocol);
}

/** Whether connections begin with a TLS handshake that the mesh does not end. */
export function isTls(protocol: Protocol): boolean {
  return protocol === "https" || protocol === "tls";
}

/** The protocol of a word, in any case: `HTTP2`, `gRPC-Web`, `Mongo`. Unknown words are undefined. */
export function parseProtocol(word: string): Protocol | undefined {
  const lower = word.toLowerCase();
  return lower === "auto" ? undefined : protocols.find((protocol) => protocol === lower);
}
