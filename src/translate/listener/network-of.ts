import { isIPv4, isIPv6 } from "node:net";

/** `10.1.2.3/8` as `10.0.0.0/8` in one spelling: equal texts mean the same addresses. Other texts stay as they are. */
export function networkOf(subnet: string): string {
  const [address = "", length] = subnet.split("/");
  const bytes = isIPv4(address) ? ipv4Bytes(address) : isIPv6(address) ? ipv6Bytes(address) : undefined;
  if (!bytes) return subnet;
  const bits = length === undefined ? bytes.length * 8 : Number(length);
  const masked = bytes.map((byte, i) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - i * 8))));
  return `${masked.join(".")}/${bits}`;
}

function ipv4Bytes(address: string): readonly number[] {
  return address.split(".").map(Number);
}

function ipv6Bytes(address: string): readonly number[] {
  // The URL parser knows every way to write an address, and has one of its own.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = words(head);
  const after = words(tail ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after].flatMap((word) => [word >> 8, word & 0xff]);
}

function words(text: string): readonly number[] {
  return text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16));
}
