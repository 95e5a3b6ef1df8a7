import { CelFault } from "../fault.ts";
import { type CelCidr, type CelIp, cidrContains, formatCidr, formatIp, masked, parseCidr, parseIp } from "../ip.ts";
import { overloads } from "../overloads.ts";
import { type CelUrl, parseUrl } from "../url.ts";
import type { CelMap, CelValue } from "../value.ts";

function ip(text: string): CelIp {
  const found = parseIp(text);
  if (!found) throw new CelFault(`'${text.slice(0, 100)}' is not an IP address`);
  return found;
}

function cidr(text: string): CelCidr {
  const found = parseCidr(text);
  if (!found) throw new CelFault(`'${text.slice(0, 100)}' is not an address range`);
  return found;
}

function url(text: string): CelUrl {
  const found = parseUrl(text);
  if (!found) throw new CelFault(`'${text.slice(0, 100)}' is not a URL`);
  return found;
}

const within = (v4: string, v6: string) => (address: CelIp) =>
  cidrContains(cidr(address.family === 4 ? v4 : v6), address);
const isLoopback = within("127.0.0.0/8", "::1/128");
const isUnspecified = within("0.0.0.0/32", "::/128");
const isMulticast = within("224.0.0.0/4", "ff00::/8");
const isLinkLocalMulticast = (address: CelIp) =>
  address.family === 4
    ? cidrContains(cidr("224.0.0.0/24"), address)
    : isMulticast(address) && (address.bits >> 112n) % 16n === 2n;
const isLinkLocalUnicast = within("169.254.0.0/16", "fe80::/10");
const isBroadcast = (address: CelIp) => address.family === 4 && address.bits === 0xffffffffn;

function isGlobalUnicast(address: CelIp): boolean {
  const special = [isBroadcast, isLoopback, isUnspecified, isMulticast, isLinkLocalUnicast];
  return !special.some((is) => is(address));
}

function queryOf({ query }: CelUrl): CelMap {
  const values = new Map<CelValue, CelValue[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

/** IP addresses, address ranges and URLs. */
export const networks = overloads({
  "isIP(string)": (text) => parseIp(text) !== undefined,
  "ip(string)": (text) => ip(text),
  "ip::isCanonical(string)": (text) => formatIp(ip(text)) === text,
  "ip.family()": (address) => BigInt(address.family),
  "ip.isUnspecified()": (address) => isUnspecified(address),
  "ip.isLoopback()": (address) => isLoopback(address),
  "ip.isLinkLocalMulticast()": (address) => isLinkLocalMulticast(address),
  "ip.isLinkLocalUnicast()": (address) => isLinkLocalUnicast(address),
  "ip.isGlobalUnicast()": (address) => isGlobalUnicast(address),

  "isCIDR(string)": (text) => parseCidr(text) !== undefined,
  "cidr(string)": (text) => cidr(text),
  "cidr.containsIP(ip)": (range, address) => cidrContains(range, address),
  "cidr.containsIP(string)": (range, text) => cidrContains(range, ip(text)),
  "cidr.containsCIDR(cidr)": (range, other) => containsCidr(range, other),
  "cidr.containsCIDR(string)": (range, text) => containsCidr(range, cidr(text)),
  "cidr.ip()": (range) => range.ip,
  "cidr.masked()": (range) => masked(range),
  "cidr.prefixLength()": (range) => BigInt(range.prefix),
  "cidr.string()": (range) => formatCidr(range),

  "isURL(string)": (text) => parseUrl(text) !== undefined,
  "url(string)": (text) => url(text),
  "url.getScheme()": ({ scheme }) => scheme,
  "url.getHost()": ({ host }) => host,
  "url.getHostname()": ({ hostname }) => hostname,
  "url.getPort()": ({ port }) => port,
  "url.getEscapedPath()": ({ path }) => path,
  "url.getQuery()": (address) => queryOf(address),
});

function containsCidr(range: CelCidr, other: CelCidr): boolean {
  return other.prefix >= range.prefix && cidrContains(range, other.ip);
}
