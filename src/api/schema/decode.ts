import { FairwayError } from "../../base/fault.ts";
import { setOwn } from "../../base/json.ts";
import { isDeeperThan } from "../../base/json-depth.ts";
import { readStruct, readValue } from "../../base/protobuf/struct.ts";
import { WireReader } from "../../base/wire-reader.ts";
import { wireTypes } from "../../base/wire-writer.ts";
import type { Dialect } from "./encode.ts";
import { membersByNumber } from "./message-members.ts";
import type { IntOrStringSchema, NumberSchema, ObjectSchema, PlainSchema, StringSchema } from "./schema.ts";
import { resolve } from "./schema.ts";
import { withoutZeros } from "./without-zeros.ts";

const maxDepth = 100;
const emptyJson = Buffer.from("null");
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes the protobuf message of a schema into its JSON form. Unknown fields are left out; malformed input is a
 * BadRequest fault. In Kubernetes' dialect a zero of what is no pointer is left out too, for that is how absence is written.
 */
export function decodeMessage(schema: ObjectSchema, bytes: Uint8Array, dialect: Dialect): { [name: string]: unknown } {
  const value = readObject(schema, bytes, 0);
  return dialect.syntax === "kubernetes" ? withoutZeros(schema, value) : value;
}

function readObject(schema: ObjectSchema, bytes: Uint8Array, depth: number): { [name: string]: unknown } {
  if (depth > maxDepth) throw new FairwayError("BadRequest", "not a usable protobuf message: it is nested too deeply");
  const byNumber = membersByNumber(schema);
  const result: { [name: string]: unknown } = {};
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field: number, wireType } = reader.tag();
    const found = byNumber.get(number);
    if (!found) {
      reader.skip(wireType);
      continue;
    }
    if ("inline" in found) {
      Object.assign(result, readObject(found.inline, reader.bytes(), depth + 1));
      continue;
    }
    const { name } = found;
    const plain = resolve(found.field.schema);
    if (plain.type === "list") {
      const items = (result[name] as unknown[] | undefined) ?? [];
      items.push(...readItems(resolve(plain.item), wireType, reader, depth));
      result[name] = items;
    } else if (plain.type === "map") {
      const entries = (result[name] as object | undefined) ?? {};
      readEntry(plain.keyWire, resolve(plain.value), reader.bytes(), entries, depth);
      result[name] = entries;
    } else result[name] = readOne(plain, wireType, reader, depth);
  }
  return result;
}

/** One item, or several where numbers are packed. */
function readItems(item: PlainSchema, wireType: number, reader: WireReader, depth: number): unknown[] {
  const packable = (item.type === "number" && !item.wrapped) || (item.type === "string" && item.wire === "enum");
  if (!packable || wireType !== wireTypes.bytes) return [readOne(item, wireType, reader, depth)];
  const packed = new WireReader(reader.bytes());
  const items: unknown[] = [];
  while (!packed.done) items.push(item.type === "number" ? readScalar(item, packed) : enumWord(item, packed.signed()));
  return items;
}

function readEntry(
  keyWire: "string" | "uint32",
  value: PlainSchema,
  bytes: Uint8Array,
  into: object,
  depth: number,
): void {
  const entry = new WireReader(bytes);
  let key = keyWire === "string" ? "" : "0";
  let item: unknown = emptyOf(value);
  while (!entry.done) {
    const { field, wireType } = entry.tag();
    if (field === 1) key = keyWire === "string" ? entry.text() : String(entry.varint());
    else if (field === 2) item = readOne(value, wireType, entry, depth);
    else entry.skip(wireType);
  }
  setOwn(into, key, item);
}

/** What protobuf means by an absent value in a map. */
function emptyOf(schema: PlainSchema): unknown {
  if (schema.type === "string") return schema.wire === "enum" ? enumWord(schema, 0) : "";
  if (schema.type === "number") return 0;
  return schema.type === "boolean" ? false : {};
}

function readOne(schema: PlainSchema, wireType: number, reader: WireReader, depth: number): unknown {
  if (wireType !== wireTypeOf(schema)) {
    throw new FairwayError("BadRequest", "not a usable protobuf message: a field is of another type than it must be");
  }
  switch (schema.type) {
    case "string":
      return readString(schema, reader);
    case "number":
      return schema.wrapped ? unwrap(reader, 0, (inner) => readScalar(schema, inner)) : readScalar(schema, reader);
    case "boolean":
      return schema.wrapped ? unwrap(reader, false, (inner) => inner.varint() !== 0) : reader.varint() !== 0;
    case "int-or-string":
      return readIntOrString(schema, reader);
    case "object":
      return readObject(schema, reader.bytes(), depth + 1);
    case "any":
      if (schema.wire === "struct") return readStruct(reader.bytes(), depth + 1);
      return schema.wire === "value" ? readValue(reader.bytes(), depth + 1) : readRaw(reader);
    case "list":
    case "map":
      reader.skip(wireType);
      return undefined;
  }
}

function wireTypeOf(schema: PlainSchema): number {
  if (schema.type === "number" && !schema.wrapped) {
    if (schema.wire === "double") return wireTypes.fixed64;
    return schema.wire === "float" ? wireTypes.fixed32 : wireTypes.varint;
  }
  const plain =
    (schema.type === "boolean" && !schema.wrapped) ||
    (schema.type === "string" && schema.wire === "enum") ||
    (schema.type === "int-or-string" && schema.wire === "number");
  return plain ? wireTypes.varint : wireTypes.bytes;
}

/** The field numbered 1 of a small message, or what its absence means. */
function unwrap<T>(reader: WireReader, absent: T, read: (inner: WireReader) => T): T {
  const inner = new WireReader(reader.bytes());
  let value = absent;
  while (!inner.done) {
    const { field, wireType } = inner.tag();
    if (field === 1) value = read(inner);
    else inner.skip(wireType);
  }
  return value;
}

function readScalar(schema: NumberSchema, reader: WireReader): number {
  if (schema.wire === "double") return reader.double();
  if (schema.wire === "float") return reader.float();
  return schema.wire === "int32" || schema.wire === "int64" ? reader.signed() : reader.varint();
}

function enumWord(schema: PlainSchema, number: number): string {
  if (schema.type !== "string") return String(number);
  return schema.enum?.[schema.numbers?.indexOf(number) ?? -1] ?? String(number);
}

function readString(schema: StringSchema<unknown>, reader: WireReader): string | null {
  switch (schema.wire) {
    case "enum":
      return enumWord(schema, reader.signed());
    case "bytes":
      return Buffer.from(reader.bytes()).toString("base64");
    case "wrapped":
    case "quantity":
      return unwrap(reader, "", (inner) => inner.text());
    case "duration": {
      const { seconds, nanos } = readTime(reader);
      return `${trimmed(seconds, nanos)}s`;
    }
    case "timestamp": {
      const { seconds, nanos } = readTime(reader);
      const fraction = String(nanos).padStart(9, "0");
      return `${dateOf(seconds)}${nanos === 0 ? "" : `.${fraction.replace(/(000){1,2}$/, "")}`}Z`;
    }
    case "kube-time": {
      const { seconds, empty } = readTime(reader);
      return empty ? null : `${dateOf(seconds)}Z`;
    }
    case "kube-micro-time": {
      const { seconds, nanos, empty } = readTime(reader);
      return empty ? null : `${dateOf(seconds)}.${String(nanos).padStart(9, "0").slice(0, 6)}Z`;
    }
    default:
      return reader.text();
  }
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/** Kubernetes writes a time that is not set as an empty message; with others that is the epoch. */
function readTime(reader: WireReader): { seconds: number; nanos: number; empty: boolean } {
  const inner = new WireReader(reader.bytes());
  const empty = inner.done;
  let seconds = 0;
  let nanos = 0;
  while (!inner.done) {
    const { field, wireType } = inner.tag();
    if (field === 1) seconds = inner.signed();
    else if (field === 2) nanos = inner.signed();
    else inner.skip(wireType);
  }
  return { seconds, nanos, empty };
}

/** Seconds with as many decimals as there are. */
function trimmed(seconds: number, nanos: number): string {
  if (nanos === 0) return String(seconds);
  const sign = seconds < 0 || nanos < 0 ? "-" : "";
  return `${sign}${Math.abs(seconds)}.${String(Math.abs(nanos)).padStart(9, "0").replace(/0+$/, "")}`;
}

function readIntOrString(schema: IntOrStringSchema, reader: WireReader): number | string {
  if (schema.wire === "number") return reader.signed();
  if (schema.wire === "quantity") return unwrap(reader, "", (inner) => inner.text());
  const inner = new WireReader(reader.bytes());
  let isText = false;
  let number = 0;
  let text = "";
  while (!inner.done) {
    const { field, wireType } = inner.tag();
    if (field === 1) isText = inner.varint() === 1;
    else if (field === 2) number = inner.signed();
    else if (field === 3) text = inner.text();
    else inner.skip(wireType);
  }
  return isText ? text : number;
}

function readRaw(reader: WireReader): unknown {
  const bytes = unwrap(reader, emptyJson, (inner) => inner.bytes());
  if (isDeeperThan(bytes, maxDepth)) {
    throw new FairwayError("BadRequest", "not a usable protobuf message: the JSON inside is nested too deeply");
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new FairwayError("BadRequest", "not a usable protobuf message: the JSON inside is malformed");
  }
}
