/**
 * Writes protobuf's wire format from the end to the beginning. A message's length is then known when its turn comes, so
 * nothing is measured first and nothing is moved after. Callers write fields, and what is in them, last first.
 */
export class ReverseWriter {
  #buffer: Buffer;
  #at: number;

  constructor(size = 4096) {
    this.#buffer = Buffer.allocUnsafe(size);
    this.#at = size;
  }

  /** Bytes written so far: the difference of two such counts is the length of what was written between. */
  get length(): number {
    return this.#buffer.length - this.#at;
  }

  /** What was written, as a copy. */
  finish(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#buffer, this.#at);
  }

  /** Forgets what was written and keeps the room. */
  reset(): void {
    this.#at = this.#buffer.length;
  }

  /** An unsigned whole number up to 2^53. */
  varint(value: number): void {
    if (value < 0x80) {
      this.#room(1);
      this.#buffer[--this.#at] = value;
      return;
    }
    const bytes = varintLength(value);
    this.#room(bytes);
    this.#at -= bytes;
    let rest = value;
    let at = this.#at;
    for (let i = 1; i < bytes; i++) {
      this.#buffer[at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[at] = rest;
  }

  /** A 64-bit number given exactly. */
  varint64(value: bigint): void {
    const digits: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) digits.push(Number(rest & 0x7fn) | 0x80);
    digits.push(Number(rest));
    this.#room(digits.length);
    this.#at -= digits.length;
    this.#buffer.set(digits, this.#at);
  }

  double(value: number): void {
    this.#room(8);
    this.#at -= 8;
    this.#buffer.writeDoubleLE(value, this.#at);
  }

  float(value: number): void {
    this.#room(4);
    this.#at -= 4;
    this.#buffer.writeFloatLE(value, this.#at);
  }

  fixed32(value: number): void {
    this.#room(4);
    this.#at -= 4;
    this.#buffer.writeUInt32LE(value >>> 0, this.#at);
  }

  fixed64(value: bigint): void {
    this.#room(8);
    this.#at -= 8;
    this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#at);
  }

  /** Bytes without their length. */
  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#at -= bytes.length;
    this.#buffer.set(bytes, this.#at);
  }

  /** UTF-8 with its length. */
  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#room(length);
    this.#at -= length;
    this.#buffer.write(value, this.#at, length, "utf8");
    this.varint(length);
  }

  /** A message in the field `number`, which `write` fills in. */
  message(number: number, write: () => void): void {
    const before = this.length;
    write();
    this.varint(this.length - before);
    this.varint(number * 8 + 2);
  }

  #room(bytes: number): void {
    if (bytes <= this.#at) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.length + bytes));
    const at = grown.length - this.length;
    this.#buffer.copy(grown, at, this.#at);
    this.#buffer = grown;
    this.#at = at;
  }
}

function varintLength(value: number): number {
  let length = 1;
  for (let limit = 0x80; value >= limit; limit *= 0x80) length += 1;
  return length;
}
