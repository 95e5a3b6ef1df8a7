import { WireReader } from "../wire-reader.ts";
import {
  type EnumType,
  type FieldTypeNumber,
  fieldTypes,
  type MessageField,
  type MessageType,
} from "./message-type.ts";

/** What a FileDescriptorSet defines, by full name. */
export interface Descriptors {
  readonly messages: ReadonlyMap<string, MessageType>;
  readonly enums: ReadonlyMap<string, EnumType>;
}

/** How to read the fields of a message, by number; others are skipped. */
type Readers = { readonly [number: number]: (reader: WireReader) => void };

function readFields(bytes: Uint8Array, readers: Readers): void {
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    const read = readers[field];
    if (read) read(reader);
    else reader.skip(wireType);
  }
}

/** Reads a serialized google.protobuf.FileDescriptorSet. */
export function readDescriptors(bytes: Uint8Array): Descriptors {
  const found = { messages: new Map<string, MessageType>(), enums: new Map<string, EnumType>() };
  readFields(bytes, { 1: (reader) => readFile(reader.bytes(), found) });
  return found;
}

interface Found {
  readonly messages: Map<string, MessageType>;
  readonly enums: Map<string, EnumType>;
}

/** Where a definition stands. */
interface Scope {
  /** Package or outer message. */
  readonly name: string;
  readonly proto3: boolean;
}

const nameIn = (scope: Scope, name: string): string => (scope.name === "" ? name : `${scope.name}.${name}`);

function readFile(bytes: Uint8Array, found: Found): void {
  let name = "";
  let proto3 = false;
  const messages: Uint8Array[] = [];
  const enums: Uint8Array[] = [];
  readFields(bytes, {
    2: (reader) => {
      name = reader.text();
    },
    4: (reader) => messages.push(reader.bytes()),
    5: (reader) => enums.push(reader.bytes()),
    12: (reader) => {
      proto3 = reader.text() === "proto3";
    },
  });
  for (const each of messages) readMessage(each, { name, proto3 }, found);
  for (const each of enums) readEnum(each, { name, proto3 }, found);
}

function readMessage(bytes: Uint8Array, scope: Scope, found: Found): void {
  let name = "";
  let mapEntry = false;
  const fieldBytes: Uint8Array[] = [];
  const nested: Uint8Array[] = [];
  const enums: Uint8Array[] = [];
  const oneofs: string[] = [];
  readFields(bytes, {
    1: (reader) => {
      name = nameIn(scope, reader.text());
    },
    2: (reader) => fieldBytes.push(reader.bytes()),
    3: (reader) => nested.push(reader.bytes()),
    4: (reader) => enums.push(reader.bytes()),
    7: (reader) => {
      mapEntry = readFlag(reader.bytes(), 7) ?? false;
    },
    8: (reader) => oneofs.push(readName(reader.bytes())),
  });
  const fields = fieldBytes.map((each) => readField(each, scope.proto3, oneofs)).sort((a, b) => a.number - b.number);
  found.messages.set(name, { name, fields, mapEntry });
  for (const each of nested) readMessage(each, { ...scope, name }, found);
  for (const each of enums) readEnum(each, { ...scope, name }, found);
}

const unpackable: ReadonlySet<number> = new Set([fieldTypes.string, fieldTypes.bytes, fieldTypes.message]);

function readField(bytes: Uint8Array, proto3: boolean, oneofs: readonly string[]): MessageField {
  const raw = { name: "", json: "", number: 0, label: 0, type: 0, typeName: "", oneof: -1, optional: false };
  let packed: boolean | undefined;
  readFields(bytes, {
    1: (reader) => {
      raw.name = reader.text();
    },
    3: (reader) => {
      raw.number = reader.varint();
    },
    4: (reader) => {
      raw.label = reader.varint();
    },
    5: (reader) => {
      raw.type = reader.varint();
    },
    6: (reader) => {
      raw.typeName = reader.text().replace(/^\./, "");
    },
    8: (reader) => {
      packed = readFlag(reader.bytes(), 2);
    },
    9: (reader) => {
      raw.oneof = reader.varint();
    },
    10: (reader) => {
      raw.json = reader.text();
    },
    17: (reader) => {
      raw.optional = reader.varint() !== 0;
    },
  });
  const repeated = raw.label === 3;
  const inOneof = raw.oneof >= 0 && !raw.optional;
  return {
    name: raw.json,
    protoName: raw.name,
    number: raw.number,
    type: raw.type as FieldTypeNumber,
    repeated,
    packed: repeated && !unpackable.has(raw.type) && (packed ?? proto3),
    presence: !repeated && (raw.optional || inOneof || !proto3 || raw.type === fieldTypes.message),
    oneof: inOneof ? oneofs[raw.oneof] : undefined,
    typeName: raw.typeName,
  };
}

function readEnum(bytes: Uint8Array, scope: Scope, found: Found): void {
  let name = "";
  const numbers = new Map<string, number>();
  const words = new Map<number, string>();
  readFields(bytes, {
    1: (reader) => {
      name = nameIn(scope, reader.text());
    },
    2: (reader) => {
      const { word, number } = readEnumValue(reader.bytes());
      numbers.set(word, number);
      // Of several words for one number, JSON shows the first.
      if (!words.has(number)) words.set(number, word);
    },
  });
  found.enums.set(name, { name, numbers, words });
}

function readEnumValue(bytes: Uint8Array): { word: string; number: number } {
  const value = { word: "", number: 0 };
  readFields(bytes, {
    1: (reader) => {
      value.word = reader.text();
    },
    2: (reader) => {
      value.number = reader.signed();
    },
  });
  return value;
}

function readName(bytes: Uint8Array): string {
  let name = "";
  readFields(bytes, {
    1: (reader) => {
      name = reader.text();
    },
  });
  return name;
}

/** A boolean option; undefined if it is not set. */
function readFlag(bytes: Uint8Array, number: number): boolean | undefined {
  let flag: boolean | undefined;
  readFields(bytes, {
    [number]: (reader) => {
      flag = reader.varint() !== 0;
    },
  });
  return flag;
}
