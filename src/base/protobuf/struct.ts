import { FairwayError } from "../fault.ts";
import { isObject, setOwn } from "../json.ts";
import { WireReader } from "../wire-reader.ts";
import { wireTypes } from "../wire-writer.ts";
import { ReverseWriter } from "./reverse-writer.ts";

const maxDepth = 100;

/** The bytes of an object as google.protobuf.Struct. */
export function encodeStruct(value: unknown): Uint8Array {
  const writer = new ReverseWriter();
  writeStruct(value, writer);
  return writer.finish();
}

/** The bytes of any JSON as google.protobuf.Value. */
export function encodeValue(value: unknown): Uint8Array {
  const writer = new ReverseWriter();
  writeValue(value, writer);
  return writer.finish();
}

/** Writes an object as google.protobuf.Struct; what is no object is an empty one. */
export function writeStruct(value: unknown, writer: ReverseWriter): void {
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value).reverse()) {
    writer.message(1, () => {
      writer.message(2, () => writeValue(item, writer));
      writer.text(key);
      writer.varint(8 + wireTypes.bytes);
    });
  }
}

/** Writes any JSON as google.protobuf.Value. */
export function writeValue(value: unknown, writer: ReverseWriter): void {
  if (value === null || value === undefined) {
    writer.varint(0);
    writer.varint(8 + wireTypes.varint);
  } else if (typeof value === "number") {
    writer.double(value);
    writer.varint(2 * 8 + wireTypes.fixed64);
  } else if (typeof value === "string") {
    writer.text(value);
    writer.varint(3 * 8 + wireTypes.bytes);
  } else if (typeof value === "boolean") {
    writer.varint(value ? 1 : 0);
    writer.varint(4 * 8 + wireTypes.varint);
  } else if (Array.isArray(value)) writer.message(6, () => writeList(value, writer));
  else writer.message(5, () => writeStruct(value, writer));
}

/** Writes a list as google.protobuf.ListValue. */
export function writeList(items: readonly unknown[], writer: ReverseWriter): void {
  for (const item of items.toReversed()) writer.message(1, () => writeValue(item, writer));
}

/** Reads google.protobuf.Struct. */
export function readStruct(bytes: Uint8Array, depth = 0): { [key: string]: unknown } {
  if (depth > maxDepth) throw new FairwayError("BadRequest", "not a usable protobuf message: it is nested too deeply");
  const result: { [key: string]: unknown } = {};
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field !== 1 || wireType !== wireTypes.bytes) {
      reader.skip(wireType);
      continue;
    }
    const entry = new WireReader(reader.bytes());
    let key = "";
    let value: unknown = null;
    while (!entry.done) {
      const part = entry.tag();
      if (part.field === 1 && part.wireType === wireTypes.bytes) key = entry.text();
      else if (part.field === 2 && part.wireType === wireTypes.bytes) value = readValue(entry.bytes(), depth + 1);
      else entry.skip(part.wireType);
    }
    setOwn(result, key, value);
  }
  return result;
}

/** Reads google.protobuf.Value. */
export function readValue(bytes: Uint8Array, depth = 0): unknown {
  if (depth > maxDepth) throw new FairwayError("BadRequest", "not a usable protobuf message: it is nested too deeply");
  let value: unknown = null;
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 2 && wireType === wireTypes.fixed64) value = finite(reader.double());
    else if (field === 3 && wireType === wireTypes.bytes) value = reader.text();
    else if (field === 4 && wireType === wireTypes.varint) value = reader.varint() !== 0;
    else if (field === 5 && wireType === wireTypes.bytes) value = readStruct(reader.bytes(), depth + 1);
    else if (field === 6 && wireType === wireTypes.bytes) value = readList(reader.bytes(), depth + 1);
    else reader.skip(wireType);
  }
  return value;
}

/** Reads google.protobuf.ListValue. */
export function readList(bytes: Uint8Array, depth = 0): unknown[] {
  const items: unknown[] = [];
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) items.push(readValue(reader.bytes(), depth + 1));
    else reader.skip(wireType);
  }
  return items;
}

/** JSON has no other numbers; proto3 JSON writes them as text. */
function finite(number: number): number | string {
  return Number.isFinite(number) ? number : String(number);
}
