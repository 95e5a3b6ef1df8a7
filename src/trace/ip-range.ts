import { BlockList, isIP } from "node:net";

/** A range as Envoy writes them; without a length it holds every address. */
export interface IpRange {
  readonly addressPrefix?: string | undefined;
  readonly prefixLen?: number | undefined;
}

/** Whether an address is in a range. Addresses of the other family, and what is no address, never are. */
export function inRange({ addressPrefix = "", prefixLen = 0 }: IpRange, address: string): boolean {
  const family = familyOf(address);
  if (family === undefined || family !== familyOf(addressPrefix)) return false;
  if (prefixLen > (family === "ipv4" ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(addressPrefix, prefixLen, family);
  return list.check(address, family);
}

/** The length of the longest range that holds the address; undefined if none does. No ranges at all hold everything. */
export function longestPrefix(ranges: readonly IpRange[], address: string): number | undefined {
  if (ranges.length === 0) return 0;
  const lengths = ranges.filter((range) => inRange(range, address)).map(({ prefixLen = 0 }) => prefixLen);
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

/** Whether an address is what Envoy takes for loopback, which is not all of 127.0.0.0/8. */
export function isLoopback(address: string): boolean {
  return address === "127.0.0.1" || address === "::1";
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}
