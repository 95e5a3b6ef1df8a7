import { fieldTypes } from "./message-type.ts";
import type { ReverseWriter } from "./reverse-writer.ts";

/** A value that does not fit its field. Where that is, the encoder knows. */
export class Misfit extends Error {
  static of(wanted: string, value: unknown): Misfit {
    const shown =
      value === null
        ? "null"
        : Array.isArray(value)
          ? "a list"
          : typeof value === "object"
            ? "an object"
            : `'${value}'`;
    return new Misfit(`must be ${wanted}, not ${shown}`);
  }
}

/** Whether a value is its type's zero, which fields without presence leave out. */
export function isZero(value: unknown): boolean {
  return value === 0 || value === "" || value === false || value === "0";
}

export function scalarWireType(type: number): number {
  switch (type) {
    case fieldTypes.double:
    case fieldTypes.fixed64:
    case fieldTypes.sfixed64:
      return 1;
    case fieldTypes.string:
    case fieldTypes.bytes:
    case fieldTypes.message:
      return 2;
    case fieldTypes.float:
    case fieldTypes.fixed32:
    case fieldTypes.sfixed32:
      return 5;
    default:
      return 0;
  }
}

/** Writes a scalar without its tag. */
export function writeScalar(type: number, value: unknown, writer: ReverseWriter): void {
  switch (type) {
    case fieldTypes.string:
      if (typeof value !== "string") throw Misfit.of("text", value);
      return writer.text(value);
    case fieldTypes.bool:
      if (typeof value !== "boolean") throw Misfit.of("true or false", value);
      return writer.varint(value ? 1 : 0);
    case fieldTypes.bytes:
      return writeBytes(value, writer);
    case fieldTypes.double:
      return writer.double(real(value));
    case fieldTypes.float:
      return writer.float(real(value));
    case fieldTypes.fixed32:
    case fieldTypes.sfixed32:
      return writer.fixed32(Number(whole(value)));
    case fieldTypes.fixed64:
    case fieldTypes.sfixed64:
      return writer.fixed64(BigInt(whole(value)));
    case fieldTypes.sint32:
    case fieldTypes.sint64:
      return writer.varint64(zigzag(BigInt(whole(value))));
    default:
      return writeSigned(whole(value), writer);
  }
}

/** A number that may be negative, as int32, int64 and enums write it. */
export function writeSigned(value: number | bigint, writer: ReverseWriter): void {
  if (typeof value === "number" && value >= 0) writer.varint(value);
  else writer.varint64(BigInt(value));
}

function writeBytes(value: unknown, writer: ReverseWriter): void {
  if (typeof value !== "string") throw Misfit.of("base64", value);
  const bytes = Buffer.from(value, "base64");
  writer.raw(bytes);
  writer.varint(bytes.length);
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);

const notFinite: { readonly [word: string]: number } = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};

function real(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value === "") throw Misfit.of("a number", value);
  const number = notFinite[value] ?? Number(value);
  if (Number.isNaN(number) && value !== "NaN") throw Misfit.of("a number", value);
  return number;
}

/** Numbers of 64 bits may come as text. */
function whole(value: unknown): number | bigint {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  if (typeof value !== "string" || !/^-?\d{1,20}$/.test(value)) throw Misfit.of("a whole number", value);
  const exact = BigInt(value);
  return exact >= 0n && exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact;
}
