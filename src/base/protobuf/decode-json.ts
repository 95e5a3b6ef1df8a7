import { FairwayError } from "../fault.ts";
import { setOwn } from "../json.ts";
import { WireReader } from "../wire-reader.ts";
import type { CodecField, CodecMessage, MessageRegistry } from "./message-registry.ts";
import { fieldTypes } from "./message-type.ts";
import { readList, readStruct, readValue } from "./struct.ts";
import { formatDuration, formatTimestamp, wrappers } from "./well-known.ts";

const maxDepth = 100;

type JsonObject = { [name: string]: unknown };

/**
 * Decodes messages into canonical proto3 JSON: lowerCamelCase names, zeros left out where they say nothing, Any as the
 * message's own fields beside `@type`. Unknown fields are left out; malformed bytes are a BadRequest fault.
 */
export class JsonDecoder {
  readonly #registry: MessageRegistry;

  constructor(registry: MessageRegistry) {
    this.#registry = registry;
  }

  /** The JSON of a message, by its full name. */
  decode(name: string, bytes: Uint8Array): unknown {
    return this.#message(this.#registry.get(name), bytes, 0);
  }

  #message(type: CodecMessage, bytes: Uint8Array, depth: number): unknown {
    if (depth > maxDepth)
      throw new FairwayError("BadRequest", "not a usable protobuf message: it is nested too deeply");
    if (!type.isGoogles) return this.#object(type, bytes, depth);
    return this.#wellKnown(type, bytes, depth);
  }

  #object(type: CodecMessage, bytes: Uint8Array, depth: number): JsonObject {
    const result: JsonObject = {};
    const reader = new WireReader(bytes);
    while (!reader.done) {
      const { field: number, wireType } = reader.tag();
      const field = type.byNumber.get(number);
      if (field) this.#field(field, wireType, reader, result, depth);
      else reader.skip(wireType);
    }
    return result;
  }

  #field(field: CodecField, wireType: number, reader: WireReader, into: JsonObject, depth: number): void {
    if (field.isMap) {
      into[field.name] ??= {};
      return this.#entry(field, reader.bytes(), into[field.name] as JsonObject, depth);
    }
    if (!field.repeated) {
      const value = this.#one(field, reader, depth);
      if (field.oneof !== undefined) for (const name in into) if (this.#shares(field, name)) delete into[name];
      if (field.presence || !isDefault(field, value)) into[field.name] = value;
      else delete into[field.name];
      return;
    }
    into[field.name] ??= [];
    const items = into[field.name] as unknown[];
    if (wireType !== 2 || field.message || field.type === fieldTypes.string || field.type === fieldTypes.bytes) {
      items.push(this.#one(field, reader, depth));
      return;
    }
    const packed = new WireReader(reader.bytes());
    while (!packed.done) items.push(this.#one(field, packed, depth));
  }

  /** Whether another field that is set is of the same oneof: the last one on the wire counts. */
  #shares(field: CodecField, name: string): boolean {
    return name !== field.name && field.siblings.has(name);
  }

  #entry(field: CodecField, bytes: Uint8Array, into: JsonObject, depth: number): void {
    const [keyField, valueField] = field.message?.().fields ?? [];
    if (!keyField || !valueField) return;
    let key: unknown = keyField.type === fieldTypes.string ? "" : 0;
    let value: unknown = emptyOf(valueField);
    const reader = new WireReader(bytes);
    while (!reader.done) {
      const { field: number, wireType } = reader.tag();
      if (number === 1) key = this.#one(keyField, reader, depth);
      else if (number === 2) value = this.#one(valueField, reader, depth);
      else reader.skip(wireType);
    }
    setOwn(into, String(key), value);
  }

  #one(field: CodecField, reader: WireReader, depth: number): unknown {
    if (field.message) return this.#message(field.message(), reader.bytes(), depth + 1);
    if (field.enum) {
      const number = reader.signed();
      return field.enum.words.get(number) ?? number;
    }
    return readScalar(field.type, reader);
  }

  #wellKnown(type: CodecMessage, bytes: Uint8Array, depth: number): unknown {
    const wrapper = wrappers[type.name];
    if (wrapper !== undefined) return readWrapped(wrapper, bytes);
    switch (type.name) {
      case "google.protobuf.Any":
        return this.#any(bytes, depth);
      case "google.protobuf.Duration":
      case "google.protobuf.Timestamp": {
        const { seconds = 0, nanos = 0 } = this.#object(type, bytes, depth) as { seconds?: string; nanos?: number };
        const format = type.name.endsWith("Duration") ? formatDuration : formatTimestamp;
        return format(Number(seconds), nanos);
      }
      case "google.protobuf.Struct":
        return readStruct(bytes, depth);
      case "google.protobuf.ListValue":
        return readList(bytes, depth);
      case "google.protobuf.Value":
        return readValue(bytes, depth);
      default:
        return this.#object(type, bytes, depth);
    }
  }

  #any(bytes: Uint8Array, depth: number): JsonObject {
    let url = "";
    let packed: Uint8Array = new Uint8Array();
    const reader = new WireReader(bytes);
    while (!reader.done) {
      const { field, wireType } = reader.tag();
      if (field === 1) url = reader.text();
      else if (field === 2) packed = reader.bytes();
      else reader.skip(wireType);
    }
    if (url === "") return {};
    const type = this.#registry.find(url.slice(url.lastIndexOf("/") + 1));
    if (!type) return { "@type": url, value: Buffer.from(packed).toString("base64") };
    const value = this.#message(type, packed, depth + 1);
    const special =
      type.name in wrappers || /^google\.protobuf\.(Any|Duration|Timestamp|Struct|ListValue|Value)$/.test(type.name);
    return special ? { "@type": url, value } : { "@type": url, ...(value as JsonObject) };
  }
}

function readScalar(type: number, reader: WireReader): unknown {
  switch (type) {
    case fieldTypes.string:
      return reader.text();
    case fieldTypes.bool:
      return reader.varint() !== 0;
    case fieldTypes.bytes:
      return Buffer.from(reader.bytes()).toString("base64");
    case fieldTypes.double:
      return real(reader.double());
    case fieldTypes.float:
      return real(Number(reader.float().toPrecision(8)));
    case fieldTypes.int32:
      return reader.signed();
    case fieldTypes.uint32:
      return reader.varint();
    case fieldTypes.int64:
      return String(reader.signed64());
    case fieldTypes.uint64:
      return String(reader.unsigned64());
    case fieldTypes.fixed32:
      return reader.fixed32();
    case fieldTypes.sfixed32:
      return reader.fixed32() | 0;
    case fieldTypes.fixed64:
      return String(reader.fixed64());
    case fieldTypes.sfixed64:
      return String(BigInt.asIntN(64, reader.fixed64()));
    case fieldTypes.sint32:
      return Number(unzigzag(reader.unsigned64()));
    default:
      return String(unzigzag(reader.unsigned64()));
  }
}

const unzigzag = (value: bigint): bigint => (value & 1n ? -(value >> 1n) - 1n : value >> 1n);

/** JSON has no words of its own for these. */
function real(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function readWrapped(type: number, bytes: Uint8Array): unknown {
  let value: unknown =
    type === fieldTypes.bool ? false : type === fieldTypes.string || type === fieldTypes.bytes ? "" : 0;
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1) value = readScalar(type, reader);
    else reader.skip(wireType);
  }
  return value;
}

function isDefault(field: CodecField, value: unknown): boolean {
  if (field.enum) return value === field.enum.words.get(0);
  return value === 0 || value === "" || value === false || value === "0";
}

function emptyOf(field: CodecField): unknown {
  if (field.message) return {};
  if (field.enum) return field.enum.words.get(0);
  return field.type === fieldTypes.bool ? false : field.type === fieldTypes.string ? "" : 0;
}
