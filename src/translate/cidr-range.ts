import { isIP, isIPv4 } from "node:net";
import type { CidrRange } from "../gen/envoy/config/core/v3.ts";

/** The range of `10.0.0.0/8`, or of one address; undefined if the text is neither. */
export function cidrRange(text: string): CidrRange | undefined {
  const [address = "", length, ...rest] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return undefined;
  const bits = isIPv4(address) ? 32 : 128;
  if (length === undefined) return { addressPrefix: address, prefixLen: bits };
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined;
  return { addressPrefix: address, prefixLen: Number(length) };
}
