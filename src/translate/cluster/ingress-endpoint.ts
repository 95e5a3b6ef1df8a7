/** Where a Sidecar says that the workload listens. */
export interface IngressEndpoint {
  /** An IP address or `unix://` path; empty: where the connection was going. */
  readonly address: string;
  /** 0 with a path, or without an address. */
  readonly port: number;
}

const anyAddress: readonly string[] = ["0.0.0.0", "[::]", "::"];

/**
 * Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:///path`; undefined if it is none of them. The address of all interfaces
 * means the workload's own.
 */
export function ingressEndpoint(text: string | undefined, ownAddress: string | undefined): IngressEndpoint | undefined {
  if (!text) return { address: "", port: 0 };
  if (text.startsWith("unix://")) return { address: text, port: 0 };
  const colon = text.lastIndexOf(":");
  const [host, port] = [text.slice(0, colon), Number(text.slice(colon + 1))];
  if (colon < 1 || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  const address = host.replace(/^\[|\]$/g, "");
  if (!anyAddress.includes(host)) return { address, port };
  return ownAddress === undefined ? undefined : { address: ownAddress, port };
}
