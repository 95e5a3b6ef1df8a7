import { FairwayError } from "../fault.ts";
import { isObject } from "../json.ts";
import { isZero, Misfit, scalarWireType, writeScalar, writeSigned } from "./encode-scalar.ts";
import type { CodecField, CodecMessage, MessageRegistry } from "./message-registry.ts";
import { fieldTypes } from "./message-type.ts";
import { ReverseWriter } from "./reverse-writer.ts";
import { SetFields } from "./set-fields.ts";
import { writeList, writeStruct, writeValue } from "./struct.ts";
import { durationParts, timestampParts, wrappers } from "./well-known.ts";

export interface JsonEncoderOptions {
  /** Fields that a message does not have are left out, instead of being a fault. Default: no. */
  readonly ignoresUnknown?: boolean;
}

/**
 * Encodes proto3 JSON: plain objects with lowerCamelCase (or proto) names, enums as words, durations as `1.5s`, wrapped
 * values bare, and Any as the message's own fields beside `@type`. What does not fit its message is a BadRequest fault that
 * names the place. Fields are written by rising number, as all common libraries do.
 */
export class JsonEncoder {
  readonly #registry: MessageRegistry;
  readonly #ignoresUnknown: boolean;
  readonly #writer = new ReverseWriter(64 * 1024);
  /** Where the encoder is, for messages only: one stack, because most values are sound. */
  #path: (string | number)[] = [];
  readonly #set = new SetFields();

  constructor(registry: MessageRegistry, { ignoresUnknown = false }: JsonEncoderOptions = {}) {
    this.#registry = registry;
    this.#ignoresUnknown = ignoresUnknown;
  }

  /** The bytes of a message, by its full name. */
  encode(name: string, value: unknown): Uint8Array {
    this.#writer.reset();
    this.#path = [];
    this.#set.cutTo(0);
    try {
      this.#message(this.#registry.get(name), value);
    } catch (error) {
      if (error instanceof Misfit) throw new FairwayError("BadRequest", `${formatPlace(this.#path)} ${error.message}`);
      throw error;
    }
    return this.#writer.finish();
  }

  #message(type: CodecMessage, value: unknown): void {
    if (type.isGoogles && this.#wellKnown(type.name, value)) return;
    if (!isObject(value)) throw Misfit.of("an object", value);
    this.#fields(type, value, false);
  }

  #fields(type: CodecMessage, value: { readonly [key: string]: unknown }, inAny: boolean): void {
    const set = this.#set;
    const first = set.length;
    for (const key in value) {
      const item = value[key];
      if (item === undefined || item === null || (inAny && key === "@type")) continue;
      const field = type.byName.get(key);
      if (!field && this.#ignoresUnknown) continue;
      if (!field) throw new Misfit(`must not have '${key}': ${type.name} has no such field`);
      set.add(first, field, item);
    }
    for (let i = set.length - 1; i >= first; i--) {
      const field = set.field(i);
      this.#path.push(field.name);
      this.#field(field, set.value(i));
      this.#path.pop();
    }
    set.cutTo(first);
  }

  #field(field: CodecField, value: unknown): void {
    if (field.isMap) return this.#map(field, value);
    if (field.repeated) return this.#list(field, value);
    if (!field.presence && (isZero(value) || field.enum?.numbers.get(String(value)) === 0)) return;
    this.#one(field, value);
    this.#writer.varint(field.tag);
  }

  #list(field: CodecField, value: unknown): void {
    if (!Array.isArray(value)) throw Misfit.of("a list", value);
    if (value.length === 0) return;
    const writer = this.#writer;
    const before = writer.length;
    for (let i = value.length - 1; i >= 0; i--) {
      this.#path.push(i);
      this.#one(field, value[i]);
      this.#path.pop();
      if (!field.packed) writer.varint(field.tag);
    }
    if (!field.packed) return;
    writer.varint(writer.length - before);
    writer.varint(field.tag);
  }

  #map(field: CodecField, value: unknown): void {
    if (!isObject(value)) throw Misfit.of("an object", value);
    const [keyField, valueField] = field.message?.().fields ?? [];
    if (!keyField || !valueField) return;
    for (const [key, item] of Object.entries(value).reverse()) {
      this.#path.push(key);
      this.#writer.message(field.number, () => {
        this.#one(valueField, item);
        this.#writer.varint(valueField.tag);
        writeScalar(keyField.type, mapKey(keyField.type, key), this.#writer);
        this.#writer.varint(keyField.tag);
      });
      this.#path.pop();
    }
  }

  /** A value without its tag. */
  #one(field: CodecField, value: unknown): void {
    const writer = this.#writer;
    if (field.message) {
      const before = writer.length;
      this.#message(field.message(), value);
      writer.varint(writer.length - before);
    } else if (field.enum) {
      const number = typeof value === "number" ? value : field.enum.numbers.get(String(value));
      if (number === undefined)
        throw Misfit.of(`one of ${[...field.enum.numbers.keys()].slice(0, 12).join(", ")}`, value);
      writeSigned(number, writer);
    } else writeScalar(field.type, value, writer);
  }

  /** Messages whose JSON is not an object of their fields; false for all others. */
  #wellKnown(name: string, value: unknown): boolean {
    const wrapper = wrappers[name];
    if (wrapper !== undefined) {
      if (typeof value === "object") throw Misfit.of("a bare value", value);
      this.#part(1, wrapper, value);
      return true;
    }
    switch (name) {
      case "google.protobuf.Any":
        this.#any(value);
        return true;
      case "google.protobuf.Struct":
        if (!isObject(value)) throw Misfit.of("an object", value);
        writeStruct(value, this.#writer);
        return true;
      case "google.protobuf.Value":
        writeValue(value, this.#writer);
        return true;
      case "google.protobuf.ListValue":
        if (!Array.isArray(value)) throw Misfit.of("a list", value);
        writeList(value, this.#writer);
        return true;
      case "google.protobuf.Duration":
        this.#parts(durationParts(value));
        return true;
      case "google.protobuf.Timestamp":
        this.#parts(timestampParts(value));
        return true;
      default:
        return false;
    }
  }

  /** Numbered scalars, last first; zeros are left out. */
  #parts(parts: readonly { readonly number: number; readonly type: number; readonly value: unknown }[]): void {
    for (const { number, type, value } of parts.toReversed()) this.#part(number, type, value);
  }

  #part(number: number, type: number, value: unknown): void {
    if (isZero(value)) return;
    writeScalar(type, value, this.#writer);
    this.#writer.varint(number * 8 + scalarWireType(type));
  }

  /** The message named by `@type`, packed; an empty object holds none. */
  #any(value: unknown): void {
    if (isObject(value) && Object.keys(value).length === 0) return;
    if (!isObject(value) || typeof value["@type"] !== "string") throw Misfit.of("an object with '@type'", value);
    const url = value["@type"];
    const type = this.#registry.find(url.slice(url.lastIndexOf("/") + 1));
    if (!type) throw new Misfit(`must name a known message in '@type', not '${url}'`);
    const writer = this.#writer;
    const before = writer.length;
    const special = type.isGoogles && this.#wellKnown(type.name, value["value"]);
    if (!special) this.#fields(type, value, true);
    const length = writer.length - before;
    if (length > 0) {
      writer.varint(length);
      writer.varint(2 * 8 + 2);
    }
    writer.text(url);
    writer.varint(8 + 2);
  }
}

/** In JSON the keys of maps are text, whatever they are in protobuf. */
function mapKey(type: number, key: string): unknown {
  return type === fieldTypes.bool ? key === "true" : key;
}

function formatPlace(path: readonly (string | number)[]): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text === "" ? "the message" : text.replace(/^\./, "");
}
