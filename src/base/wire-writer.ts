/** Protobuf's wire types. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const encoder = new TextEncoder();

/** Writes protobuf's wire format into one growing buffer. */
export class WireWriter {
  #buffer = new Uint8Array(256);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;

  /** What was written, as a copy. */
  finish(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
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
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  float(value: number): void {
    this.#room(4);
    this.#view.setFloat32(this.#length, value, true);
    this.#length += 4;
  }

  /** Length-delimited bytes. */
  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.#room(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Length-delimited UTF-8. */
  text(value: string): void {
    this.bytes(encoder.encode(value));
  }

  /** A length-delimited message that `write` fills in. */
  message(write: (inner: WireWriter) => void): void {
    const inner = new WireWriter();
    write(inner);
    this.bytes(inner.finish());
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + bytes));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    this.#view = new DataView(grown.buffer);
  }
}
