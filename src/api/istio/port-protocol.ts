import type { Check } from "../schema/schema.ts";

const http = ["HTTP", "HTTP2", "HTTP_PROXY", "GRPC", "GRPC-WEB"];
const tls = ["HTTPS", "TLS"];
const tcp = ["TCP", "MONGO", "REDIS", "MYSQL", ...tls];
const known = [...http, ...tcp, "UDP"];

/** Whether the protocol, in any case, is one that ports of Istio's kinds can have. */
function validProtocol(protocol: string): boolean {
  return known.includes(protocol.toUpperCase());
}

/** Whether requests can be told apart on such a port. Absent: it is detected, so unknown. */
export function isHttpProtocol(protocol: string | undefined): boolean {
  return protocol !== undefined && http.includes(protocol.toUpperCase());
}

/** Whether the port's traffic is encrypted and names its host. */
export function isTlsProtocol(protocol: string | undefined): boolean {
  return protocol !== undefined && tls.includes(protocol.toUpperCase());
}

/** Whether the port carries plain connections, TLS included. */
export function isTcpProtocol(protocol: string | undefined): boolean {
  return protocol !== undefined && tcp.includes(protocol.toUpperCase());
}

/** A protocol; empty text has it detected. */
export const isProtocolIfSet: Check<string> = (protocol, report) => {
  if (protocol !== "") isProtocol(protocol, report);
};

/** A protocol that ports of Istio's kinds can have. */
export const isProtocol: Check<string> = (protocol, report) => {
  if (!validProtocol(protocol)) report("FW0305", `must be one of ${known.join(", ")}, not '${protocol}'`);
};
