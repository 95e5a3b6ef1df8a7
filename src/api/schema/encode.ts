import { parseDuration } from "../../base/duration.ts";
import { isObject } from "../../base/json.ts";
import { encodeStruct, encodeValue } from "../../base/protobuf/struct.ts";
import { WireWriter, wireTypes } from "../../base/wire-writer.ts";
import { membersOf } from "./message-members.ts";
import type { Field, IntOrStringSchema, NumberSchema, ObjectSchema, PlainSchema, StringSchema } from "./schema.ts";
import { resolve } from "./schema.ts";

/** How a message's file writes what the two syntaxes do differently. */
export interface Dialect {
  /**
   * `proto3`: zeros are absent and numbers in lists packed. `kubernetes`, proto2 as Kubernetes' Go types write it: all but
   * pointers, lists and maps is written, zeros too; numbers in lists one by one; maps in the order of their keys.
   */
  readonly syntax: "kubernetes" | "proto3";
}

/** Encodes a conformed and valid value as the protobuf message of its schema. Fields without a number are left out. */
export function encodeMessage(schema: ObjectSchema, value: unknown, dialect: Dialect): Uint8Array {
  const writer = new WireWriter();
  new Encoder(dialect).object(schema, value, writer);
  return writer.finish();
}

class Encoder {
  readonly #proto3: boolean;

  constructor(dialect: Dialect) {
    this.#proto3 = dialect.syntax === "proto3";
  }

  object(schema: ObjectSchema, value: unknown, writer: WireWriter): void {
    if (!isObject(value)) return;
    for (const member of membersOf(schema)) {
      if ("inline" in member) this.#inline(member.number, member.inline, value, writer);
      else if (isSet(value, member.name)) this.#field(member.field, value[member.name], writer);
      else if (!this.#proto3 && !member.field.pointer) this.#zero(member.field, writer);
    }
  }

  /** What Kubernetes writes for a field that is not set and cannot be absent. */
  #zero(field: Field, writer: WireWriter): void {
    const schema = resolve(field.schema);
    if (isTime(schema)) return writeEmpty(field.number, writer);
    const zero = zeroOf(schema);
    if (zero !== undefined) this.#one(field.number, schema, zero, writer);
  }

  #inline(number: number, part: ObjectSchema, value: { readonly [name: string]: unknown }, writer: WireWriter): void {
    if (this.#proto3 && !Object.keys(part.fields).some((name) => isSet(value, name))) return;
    writer.tag(number, wireTypes.bytes);
    writer.message((inner) => this.object(part, value, inner));
  }

  #field(field: Field, value: unknown, writer: WireWriter): void {
    const schema = resolve(field.schema);
    const { number } = field;
    if (schema.type === "list") return this.#list(number, resolve(schema.item), value, writer);
    if (schema.type === "map") {
      const entries = Object.entries(value as { readonly [key: string]: unknown });
      if (!this.#proto3) entries.sort(([a], [b]) => compareBytes(a, b));
      for (const [key, item] of entries) {
        writer.tag(number, wireTypes.bytes);
        writer.message((entry) => {
          entry.tag(1, schema.keyWire === "string" ? wireTypes.bytes : wireTypes.varint);
          if (schema.keyWire === "string") entry.text(key);
          else entry.varint(Number(key));
          this.#one(2, resolve(schema.value), item, entry);
        });
      }
      return;
    }
    if (this.#proto3 && field.oneof === undefined && isZero(schema, value)) return;
    this.#one(number, schema, value, writer);
  }

  #list(number: number, item: PlainSchema, value: unknown, writer: WireWriter): void {
    const items = Array.isArray(value) ? value : [];
    const packable = (item.type === "number" && !item.wrapped) || (item.type === "string" && item.wire === "enum");
    if (!this.#proto3 || !packable || items.length === 0) {
      for (const each of items) this.#one(number, item, each, writer);
      return;
    }
    writer.tag(number, wireTypes.bytes);
    writer.message((packed) => {
      for (const each of items) {
        if (item.type === "number") scalar(item, Number(each), packed);
        else if (item.type === "string") packed.varint(enumNumber(item, String(each)));
      }
    });
  }

  #one(number: number, schema: PlainSchema, value: unknown, writer: WireWriter): void {
    switch (schema.type) {
      case "string":
        return writeString(number, schema, String(value), writer);
      case "number":
        return writeNumber(number, schema, Number(value), writer);
      case "boolean":
        return writeBoolean(number, schema.wrapped, value === true, writer);
      case "int-or-string":
        return writeIntOrString(number, schema, value as number | string, writer);
      case "object":
        writer.tag(number, wireTypes.bytes);
        return writer.message((inner) => this.object(schema, value, inner));
      case "any":
        writer.tag(number, wireTypes.bytes);
        return writer.bytes(encodeAny(schema.wire, value));
      case "list":
      case "map":
        throw new Error("protobuf has no lists of lists or maps of maps");
    }
  }
}

function isSet(value: { readonly [name: string]: unknown }, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined && value[name] !== null;
}

/** The order of texts by their UTF-8, which is Go's. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isTime(schema: PlainSchema): boolean {
  return schema.type === "string" && (schema.wire === "kube-time" || schema.wire === "kube-micro-time");
}

function writeEmpty(number: number, writer: WireWriter): void {
  writer.tag(number, wireTypes.bytes);
  writer.bytes(new Uint8Array());
}

/** The zero value of what is not a pointer in Go; undefined for slices (bytes among them), maps and what Go's types lack. */
function zeroOf(schema: PlainSchema): unknown {
  switch (schema.type) {
    case "string":
      return schema.wire === "string" ? "" : undefined;
    case "number":
      return 0;
    case "boolean":
      return false;
    case "int-or-string":
      return schema.wire === "quantity" ? "0" : 0;
    case "object":
      return {};
    default:
      return undefined;
  }
}

function isZero(schema: PlainSchema, value: unknown): boolean {
  if (schema.type === "string") {
    if (schema.wire === "enum") return enumNumber(schema, String(value)) === 0;
    return (schema.wire === "string" || schema.wire === "bytes") && value === "";
  }
  if (schema.type === "number") return !schema.wrapped && value === 0;
  return schema.type === "boolean" && !schema.wrapped && value === false;
}

function enumNumber(schema: StringSchema<unknown>, word: string): number {
  return schema.numbers?.[schema.enum?.indexOf(word) ?? -1] ?? 0;
}

function writeString(number: number, schema: StringSchema<unknown>, value: string, writer: WireWriter): void {
  if (schema.wire === "enum") {
    writer.tag(number, wireTypes.varint);
    return writer.varint(enumNumber(schema, value));
  }
  writer.tag(number, wireTypes.bytes);
  switch (schema.wire) {
    case "bytes":
      return writer.bytes(Buffer.from(value, "base64"));
    case "wrapped":
    case "quantity":
      return writer.message((inner) => {
        inner.tag(1, wireTypes.bytes);
        inner.text(value);
      });
    case "duration":
      return writer.message((inner) => writeTime(parseDuration(value) ?? 0, inner));
    case "timestamp":
      return writer.message((inner) => writeTime(Date.parse(value), inner, value));
    case "kube-time":
    case "kube-micro-time":
      return writer.message((inner) => writeKubeTime(schema.wire === "kube-micro-time", value, inner));
    default:
      return writer.text(value);
  }
}

/** Seconds and nanoseconds, the form of durations and times alike. A time's text tells more digits than a Date keeps. */
function writeTime(ms: number, writer: WireWriter, text = ""): void {
  const digits = /\.(\d{1,9})/.exec(text)?.[1];
  const seconds = digits === undefined ? Math.trunc(ms / 1000) : Math.floor(ms / 1000);
  const nanos = digits === undefined ? Math.round((ms - seconds * 1000) * 1e6) : Number(digits.padEnd(9, "0"));
  if (seconds !== 0) {
    writer.tag(1, wireTypes.varint);
    writer.varint(seconds);
  }
  if (nanos !== 0) {
    writer.tag(2, wireTypes.varint);
    writer.varint(nanos);
  }
}

/** Kubernetes writes both numbers, and of the smaller one whole microseconds at the most. */
function writeKubeTime(micro: boolean, value: string, writer: WireWriter): void {
  const digits = /\.(\d{1,6})/.exec(value)?.[1] ?? "";
  writer.tag(1, wireTypes.varint);
  writer.varint(Math.floor(Date.parse(value) / 1000));
  writer.tag(2, wireTypes.varint);
  writer.varint(micro ? Number(digits.padEnd(6, "0")) * 1000 : 0);
}

function scalar(schema: NumberSchema, value: number, writer: WireWriter): void {
  if (schema.wire === "double") writer.double(value);
  else if (schema.wire === "float") writer.float(value);
  else writer.varint(value);
}

function writeNumber(number: number, schema: NumberSchema, value: number, writer: WireWriter): void {
  const type = { double: wireTypes.fixed64, float: wireTypes.fixed32 }[schema.wire as "double"] ?? wireTypes.varint;
  if (!schema.wrapped) {
    writer.tag(number, type);
    return scalar(schema, value, writer);
  }
  writer.tag(number, wireTypes.bytes);
  writer.message((inner) => {
    if (value === 0) return;
    inner.tag(1, type);
    scalar(schema, value, inner);
  });
}

function writeBoolean(number: number, wrapped: boolean, value: boolean, writer: WireWriter): void {
  if (!wrapped) {
    writer.tag(number, wireTypes.varint);
    return writer.varint(value ? 1 : 0);
  }
  writer.tag(number, wireTypes.bytes);
  writer.message((inner) => {
    if (!value) return;
    inner.tag(1, wireTypes.varint);
    inner.varint(1);
  });
}

function writeIntOrString(number: number, schema: IntOrStringSchema, value: number | string, writer: WireWriter): void {
  if (schema.wire === "number") {
    writer.tag(number, wireTypes.varint);
    return writer.varint(Number(value));
  }
  writer.tag(number, wireTypes.bytes);
  writer.message((inner) => {
    if (schema.wire === "quantity") {
      inner.tag(1, wireTypes.bytes);
      return inner.text(String(value));
    }
    // Kubernetes' IntOrString: which of the two, then both, the other one empty.
    const text = typeof value === "string";
    inner.tag(1, wireTypes.varint);
    inner.varint(text ? 1 : 0);
    inner.tag(2, wireTypes.varint);
    inner.varint(text ? 0 : value);
    inner.tag(3, wireTypes.bytes);
    inner.text(text ? value : "");
  });
}

function encodeAny(wire: "struct" | "value" | "raw", value: unknown): Uint8Array {
  if (wire === "struct") return encodeStruct(value);
  if (wire === "value") return encodeValue(value);
  const writer = new WireWriter();
  writer.tag(1, wireTypes.bytes);
  writer.text(JSON.stringify(value));
  return writer.finish();
}
