/** Writers for the few ASN.1 types that certificates are made of, in DER. */

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(
    body.length.toString(16).padStart(body.length > 0xffff ? 6 : body.length > 0xff ? 4 : 2, "0"),
    "hex",
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export const sequence = (...items: readonly Uint8Array[]): Buffer => tlv(0x30, ...items);
export const set = (...items: readonly Uint8Array[]): Buffer => tlv(0x31, ...items);
export const octets = (bytes: Uint8Array): Buffer => tlv(0x04, bytes);
export const boolean = (value: boolean): Buffer => tlv(0x01, Buffer.from([value ? 0xff : 0]));
export const nothing = (): Buffer => tlv(0x05);
export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text, "utf8"));

/** `[tag]` around whole values. */
export const explicit = (tag: number, ...items: readonly Uint8Array[]): Buffer => tlv(0xa0 | tag, ...items);
/** `[tag]` in the place of the value's own tag. */
export const implicit = (tag: number, bytes: Uint8Array): Buffer => tlv(0x80 | tag, bytes);

/** A positive integer given by its bytes, the most significant first. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((b) => b !== 0);
  const trimmed = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return tlv(0x02, (trimmed[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed);
}

/** Bits given by whole bytes; `unused` bits at the end do not count. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => tlv(0x03, Buffer.from([unused]), bytes);

/** An object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** A moment, to the second: UTCTime until 2049 and GeneralizedTime after, as RFC 5280 wants. */
export function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return text < "2050" ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text));
}
