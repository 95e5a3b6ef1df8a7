import { FairwayError } from "./fault.ts";
import { readUtf8 } from "./read-utf8.ts";
import { wireTypes } from "./wire-writer.ts";

/** Reads protobuf's wire format. Whatever is malformed is a BadRequest fault; nothing is read past the end. */
export class WireReader {
  readonly #bytes: Uint8Array;
  #numbers: DataView | undefined;
  #at = 0;
  #tagAt = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get #view(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    this.#numbers ??= new DataView(buffer, byteOffset, byteLength);
    return this.#numbers;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Bytes that were read so far. */
  get at(): number {
    return this.#at;
  }

  /** The next field's number and wire type. */
  tag(): { field: number; wireType: number } {
    this.#tagAt = this.#at;
    const tag = this.varint();
    const field = Math.floor(tag / 8);
    if (field === 0) throw malformed("a field has the number 0");
    return { field, wireType: tag % 8 };
  }

  /** An unsigned whole number; beyond 2^53 it is rounded. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw malformed("a number is longer than ten bytes");
  }

  /** A number of an int32 or int64 field, which may be negative; beyond 2^53 it is rounded. */
  signed(): number {
    const start = this.#at;
    const value = this.varint();
    return this.#at - start < 10 ? value : Number(BigInt.asIntN(64, this.#exact(start)));
  }

  /** As `signed`, exactly. */
  signed64(): bigint {
    return BigInt.asIntN(64, this.unsigned64());
  }

  /** As `varint`, exactly. */
  unsigned64(): bigint {
    const start = this.#at;
    this.varint();
    return BigInt.asUintN(64, this.#exact(start));
  }

  /** The number whose bytes end at the present place. */
  #exact(start: number): bigint {
    let exact = 0n;
    for (let i = this.#at - 1; i >= start; i--) exact = (exact << 7n) | BigInt((this.#bytes[i] ?? 0) & 0x7f);
    return exact;
  }

  fixed32(): number {
    this.#need(4);
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  fixed64(): bigint {
    this.#need(8);
    this.#at += 8;
    return this.#view.getBigUint64(this.#at - 8, true);
  }

  double(): number {
    this.#need(8);
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  float(): number {
    this.#need(4);
    this.#at += 4;
    return this.#view.getFloat32(this.#at - 4, true);
  }

  /** Goes past length-delimited bytes, and tells how many they are. */
  pass(): number {
    const length = this.varint();
    this.#need(length);
    this.#at += length;
    return length;
  }

  /** Length-delimited bytes: a view, not a copy. */
  bytes(): Uint8Array {
    const length = this.pass();
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  text(): string {
    const text = readUtf8(this.bytes());
    if (text === undefined) throw malformed("a text is not UTF-8");
    return text;
  }

  /** Text that is known to be ASCII. */
  ascii(): string {
    const { buffer, byteOffset, length } = this.bytes();
    return Buffer.from(buffer, byteOffset, length).toString("latin1");
  }

  /** The fields after the tag just read for as long as they are length-delimited and of the same number, with their tags. */
  run(field: number): Uint8Array {
    const start = this.#tagAt;
    const tag = field * 8 + wireTypes.bytes;
    this.pass();
    // There may be thousands of them: nothing is made for each.
    while (!this.done) {
      const at = this.#at;
      if (this.varint() !== tag) {
        this.#at = at;
        break;
      }
      this.pass();
    }
    return this.#bytes.subarray(start, this.#at);
  }

  skip(wireType: number): void {
    if (wireType === wireTypes.varint) this.varint();
    else if (wireType === wireTypes.bytes) this.bytes();
    else if (wireType === wireTypes.fixed64) this.double();
    else if (wireType === wireTypes.fixed32) this.float();
    else throw malformed(`there is no wire type ${wireType}`);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw malformed("the message ends too early");
    this.#at += 1;
    return byte;
  }

  #need(length: number): void {
    if (length > this.#bytes.length - this.#at) throw malformed("the message ends too early");
  }
}

function malformed(what: string): FairwayError {
  return new FairwayError("BadRequest", `not a protobuf message: ${what}`);
}
