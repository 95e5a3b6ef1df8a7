/** Protobuf's wire types. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Bytes that a length-delimited field with a number below 16 takes. */
export function fieldSize(length: number): number {
  let size = 2 + length;
  for (let rest = length; rest > 0x7f; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** Texts of up to this many characters are mostly ASCII, and cost less without a call into the runtime; below 128. */
const shortText = 64;

/** Writes protobuf's wire format into one growing buffer. */
export class WireWriter {
  #buffer: Buffer;
  #length = 0;

  /** `room` is how many bytes will be written, or what they are to be written into, if that is known. */
  constructor(room?: number | Buffer) {
    // What is copied in the end can be a part of a pool; what is given away cannot.
    if (room === undefined) this.#buffer = Buffer.allocUnsafe(256);
    else this.#buffer = typeof room === "number" ? Buffer.allocUnsafeSlow(room) : room;
  }

  /** What was written. Nothing can be written after it. */
  finish(): Uint8Array {
    const { buffer, byteOffset } = this.#buffer;
    if (this.#length === buffer.byteLength) return new Uint8Array(buffer);
    return new Uint8Array(buffer.slice(byteOffset, byteOffset + this.#length));
  }

  tag(field: number, wireType: number): void {
    this.varint(field * 8 + wireType);
  }

  /** A whole number; negative ones take ten bytes, as int32 and int64 do. Exact up to 2^53. */
  varint(value: number): void {
    if (value < 0) return this.#negative(BigInt(value));
    this.#room(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  #negative(value: bigint): void {
    this.#room(10);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.#buffer[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#buffer[this.#length++] = Number(rest);
  }

  double(value: number): void {
    this.#room(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  float(value: number): void {
    this.#room(4);
    this.#length = this.#buffer.writeFloatLE(value, this.#length);
  }

  /** Length-delimited bytes. */
  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.raw(value);
  }

  /** Bytes as they are: fields that were written before. */
  raw(value: Uint8Array): void {
    this.#room(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Length-delimited UTF-8. */
  text(value: string): void {
    if (value.length <= shortText && this.#ascii(value)) return;
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#room(length);
    this.#buffer.write(value, this.#length);
    this.#length += length;
  }

  /** Writes a short text if it is ASCII; whether it was. */
  #ascii(value: string): boolean {
    this.#room(value.length + 1);
    const start = this.#length + 1;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      this.#buffer[start + i] = code;
    }
    this.#buffer[start - 1] = value.length;
    this.#length = start + value.length;
    return true;
  }

  /** A length-delimited message that `write` fills in; it is written in its place, and moves if it is long. */
  message(write: (inner: WireWriter) => void): void {
    this.#room(1);
    this.#length += 1;
    const start = this.#length;
    write(this);
    const size = this.#length - start;
    if (size < 0x80) {
      this.#buffer[start - 1] = size;
      return;
    }
    const extra = fieldSize(size) - size - 2;
    this.#room(extra);
    this.#buffer.copyWithin(start + extra, start, this.#length);
    this.#length = start - 1;
    this.varint(size);
    this.#length += size;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + bytes));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
