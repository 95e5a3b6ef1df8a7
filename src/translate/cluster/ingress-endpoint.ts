import type { AddressFamilies } from "../../core/index.ts";

/** Where a Sidecar says that the workload listens. */
export interface IngressEndpoint {
  /** An IP address or `unix://` path; empty: where the connection was going. */
  readonly address: string;
  /** 0 with a path, or without an address. */
  readonly port: number;
}

const anyAddress: readonly string[] = ["0.0.0.0", "[::]", "::"];

/** What of the workload's proxy decides which addresses mean the workload. */
export interface IngressHost {
  /** Undefined: not known. */
  readonly ownAddress?: string | undefined;
  readonly families: AddressFamilies;
}

/**
 * Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:///path`; undefined if it is none of them. The address of all interfaces
 * means the workload's own, and the loopback of a family that the workload does not have is that of the other.
 */
export function ingressEndpoint(
  text: string | undefined,
  { ownAddress, families }: IngressHost,
): IngressEndpoint | undefined {
  if (!text) return { address: "", port: 0 };
  if (text.startsWith("unix://")) return { address: text, port: 0 };
  const colon = text.lastIndexOf(":");
  const [host, port] = [text.slice(0, colon), Number(text.slice(colon + 1))];
  if (colon < 1 || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  const address = host.replace(/^\[|\]$/g, "");
  if (!anyAddress.includes(host)) return { address: loopbacks[families]?.[address] ?? address, port };
  return ownAddress === undefined ? undefined : { address: ownAddress, port };
}

const loopbacks: { readonly [F in AddressFamilies]?: { readonly [written: string]: string } } = {
  "4": { "::1": "127.0.0.1" },
  "6": { "127.0.0.1": "::1" },
};
