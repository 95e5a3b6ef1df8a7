import { FairwayError } from "../../base/fault.ts";
import { isObject, setOwn } from "../../base/json.ts";
import { WireReader } from "../../base/wire-reader.ts";
import { type WireWriter, wireTypes } from "../../base/wire-writer.ts";

const maxDepth = 100;

/** Writes an object as google.protobuf.Struct. */
export function writeStruct(value: unknown, writer: WireWriter): void {
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    writer.tag(1, wireTypes.bytes);
    writer.message((entry) => {
      entry.tag(1, wireTypes.bytes);
      entry.text(key);
      entry.tag(2, wireTypes.bytes);
      entry.message((inner) => writeValue(item, inner));
    });
  }
}

/** Writes any JSON as google.protobuf.Value. */
export function writeValue(value: unknown, writer: WireWriter): void {
  if (typeof value === "number") {
    writer.tag(2, wireTypes.fixed64);
    writer.double(value);
  } else if (typeof value === "string") {
    writer.tag(3, wireTypes.bytes);
    writer.text(value);
  } else if (typeof value === "boolean") {
    writer.tag(4, wireTypes.varint);
    writer.varint(value ? 1 : 0);
  } else if (Array.isArray(value)) {
    writer.tag(6, wireTypes.bytes);
    writer.message((inner) => {
      for (const item of value) {
        inner.tag(1, wireTypes.bytes);
        inner.message((each) => writeValue(item, each));
      }
    });
  } else if (isObject(value)) {
    writer.tag(5, wireTypes.bytes);
    writer.message((inner) => writeStruct(value, inner));
  } else {
    writer.tag(1, wireTypes.varint);
    writer.varint(0);
  }
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
    if (field === 2 && wireType === wireTypes.fixed64) value = reader.double();
    else if (field === 3 && wireType === wireTypes.bytes) value = reader.text();
    else if (field === 4 && wireType === wireTypes.varint) value = reader.varint() !== 0;
    else if (field === 5 && wireType === wireTypes.bytes) value = readStruct(reader.bytes(), depth + 1);
    else if (field === 6 && wireType === wireTypes.bytes) value = readList(reader.bytes(), depth + 1);
    else reader.skip(wireType);
  }
  return value;
}

function readList(bytes: Uint8Array, depth: number): unknown[] {
  const items: unknown[] = [];
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) items.push(readValue(reader.bytes(), depth));
    else reader.skip(wireType);
  }
  return items;
}
