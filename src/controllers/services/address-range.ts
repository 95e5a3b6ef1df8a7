import { isIP, isIPv4 } from "node:net";

/** Most addresses of one range that are ever given out: more would only cost time and memory. */
const maxSize = 2 ** 20;

/** A range of IP addresses in CIDR notation whose addresses can be counted. */
export class AddressRange {
  readonly family: "IPv4" | "IPv6";
  readonly #text: string;
  readonly #base: bigint;
  /** How many addresses there are to give out: neither the first, which names the network, nor IPv4's last. */
  readonly size: number;

  private constructor(text: string, base: bigint, bits: number, family: "IPv4" | "IPv6") {
    this.#text = text;
    this.family = family;
    this.#base = base + 1n;
    const all = bits >= 40 ? maxSize : Math.min(maxSize, 2 ** bits);
    this.size = Math.max(0, all - (family === "IPv4" ? 2 : 1));
  }

  /** The range that a text names; undefined if it names none, or one too small to give out an address. */
  static parse(text: string): AddressRange | undefined {
    const match = /^([^/]+)\/(\d{1,3})$/.exec(text);
    const [, address = "", prefix = ""] = match ?? [];
    const width = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0;
    const bits = width - Number(prefix);
    if (width === 0 || bits < 2) return undefined;
    const base = (toNumber(address) >> BigInt(bits)) << BigInt(bits);
    return new AddressRange(text, base, bits, width === 32 ? "IPv4" : "IPv6");
  }

  toString(): string {
    return this.#text;
  }

  /** The address at a place, counted from 0. */
  at(index: number): string {
    const value = this.#base + BigInt(index);
    return this.family === "IPv4" ? formatIpv4(value) : formatIpv6(value);
  }

  /** The place of an address; undefined if it is not in the range. */
  indexOf(address: string): number | undefined {
    if (isIP(address) === 0 || isIPv4(address) !== (this.family === "IPv4")) return undefined;
    const index = toNumber(address) - this.#base;
    return index >= 0n && index < BigInt(this.size) ? Number(index) : undefined;
  }
}

function toNumber(address: string): bigint {
  if (isIPv4(address))
    return BigInt(
      `0x${address
        .split(".")
        .map((part) => hex(Number(part), 2))
        .join("")}`,
    );
  const plain = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${hex(Number(a) * 256 + Number(b), 4)}:${hex(Number(c) * 256 + Number(d), 4)}`,
  );
  const [head = [], tail = []] = plain.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return BigInt(`0x${[...head, ...missing, ...tail].map((group) => group.padStart(4, "0")).join("")}`);
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

function formatIpv4(value: bigint): string {
  const number = Number(value);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
}

/** In the form that everybody writes: the longest run of zeros left out. */
function formatIpv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, "0").match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
