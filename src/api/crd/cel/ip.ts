/** An IPv4 or IPv6 address. */
export class CelIp {
  readonly family: 4 | 6;
  readonly bits: bigint;
  constructor(family: 4 | 6, bits: bigint) {
    this.family = family;
    this.bits = bits;
  }
}

/** A range of addresses. */
export class CelCidr {
  readonly ip: CelIp;
  readonly prefix: number;
  constructor(ip: CelIp, prefix: number) {
    this.ip = ip;
    this.prefix = prefix;
  }
}

/** Reads an address in its strict forms: no zone, no leading zeros, no IPv4 inside IPv6. */
export function parseIp(text: string): CelIp | undefined {
  if (text.length > 45) return undefined;
  if (!text.includes(":")) return parseIpv4(text);
  if (text.includes(".")) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const gap = halves.length === 2 ? 8 - head.length - tail.length : 0;
  if (gap < 0 || (halves.length === 2 ? gap === 0 : head.length !== 8)) return undefined;
  const groups = [...head, ...Array<string>(gap).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  const bits = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return bits >> 32n === 0xffffn ? undefined : new CelIp(6, bits);
}

function parseIpv4(text: string): CelIp | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((p) => /^(0|[1-9]\d{0,2})$/.test(p) && Number(p) <= 255)) return undefined;
  return new CelIp(
    4,
    parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n),
  );
}

/** Reads a range; bits behind the prefix may be set. */
export function parseCidr(text: string): CelCidr | undefined {
  const slash = text.indexOf("/");
  const ip = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  if (!ip || !/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > widthOf(ip)) return undefined;
  return new CelCidr(ip, Number(prefix));
}

/** Bits of an address: 32 or 128. */
export function widthOf(ip: CelIp): number {
  return ip.family === 4 ? 32 : 128;
}

/** The range with the bits behind its prefix cleared. */
export function masked({ ip, prefix }: CelCidr): CelCidr {
  const rest = BigInt(widthOf(ip) - prefix);
  return new CelCidr(new CelIp(ip.family, (ip.bits >> rest) << rest), prefix);
}

/** Whether the address is in the range. */
export function cidrContains(range: CelCidr, ip: CelIp): boolean {
  const rest = BigInt(widthOf(range.ip) - range.prefix);
  return range.ip.family === ip.family && range.ip.bits >> rest === ip.bits >> rest;
}

/** The canonical text: IPv6 in lower case, with the longest run of zeros left out. */
export function formatIp(ip: CelIp): string {
  const size = ip.family === 4 ? 8 : 16;
  const parts = Array.from({ length: widthOf(ip) / size }, (_, i) => {
    return Number((ip.bits >> BigInt(widthOf(ip) - size * (i + 1))) & ((1n << BigInt(size)) - 1n));
  });
  if (ip.family === 4) return parts.join(".");
  const text = `:${parts.map((part) => part.toString(16)).join(":")}:`;
  const runs = text.match(/(:0)+(?=:)/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest.length < 4) return text.slice(1, -1);
  const at = text.indexOf(`${longest}:`);
  const head = text.slice(1, at);
  return `${head}::${text.slice(at + longest.length + 1, -1)}`;
}

/** The range as `10.0.0.0/8`. */
export function formatCidr(range: CelCidr): string {
  return `${formatIp(range.ip)}/${range.prefix}`;
}
