import { scalarWireType } from "./encode-scalar.ts";
import { type EnumType, fieldTypes, type MessageField, type MessageType } from "./message-type.ts";
import type { Descriptors } from "./read-descriptors.ts";

/** A field with everything that encoding and decoding ask of it looked up. */
export interface CodecField extends MessageField {
  /** Number and wire type as one value, as they stand before the field. */
  readonly tag: number;
  /** The message, or a map's entry; undefined for scalars and enums. */
  readonly message: (() => CodecMessage) | undefined;
  readonly enum: EnumType | undefined;
  readonly isMap: boolean;
  /** Names of all members of the field's oneof; empty if it is in none. */
  readonly siblings: ReadonlySet<string>;
}

/** A message with its fields looked up. */
export interface CodecMessage {
  readonly name: string;
  /** One of the messages that come with protobuf, of which some have a JSON of their own. */
  readonly isGoogles: boolean;
  readonly fields: readonly CodecField[];
  /** By JSON name and by proto name. */
  readonly byName: ReadonlyMap<string, CodecField>;
  readonly byNumber: ReadonlyMap<number, CodecField>;
}

/** The messages of a set of descriptors, prepared on first use. */
export class MessageRegistry {
  readonly #descriptors: Descriptors;
  readonly #prepared = new Map<string, CodecMessage>();

  constructor(descriptors: Descriptors) {
    this.#descriptors = descriptors;
  }

  /** By full name; undefined if there is no such message. */
  find(name: string): CodecMessage | undefined {
    const known = this.#prepared.get(name);
    if (known) return known;
    const type = this.#descriptors.messages.get(name);
    if (!type) return undefined;
    const fields = type.fields.map((field) => this.#prepare(field, type));
    const made: CodecMessage = {
      name,
      isGoogles: name.startsWith("google.protobuf."),
      fields,
      byName: new Map(fields.flatMap((f) => [[f.protoName, f] as const, [f.name, f] as const])),
      byNumber: new Map(fields.map((f) => [f.number, f])),
    };
    this.#prepared.set(name, made);
    return made;
  }

  /** As `find`, but a name that is not known is a bug and throws. */
  get(name: string): CodecMessage {
    const found = this.find(name);
    if (!found) throw new Error(`there is no protobuf message ${name}`);
    return found;
  }

  #prepare(field: MessageField, owner: MessageType): CodecField {
    const isMessage = field.type === fieldTypes.message;
    const target: MessageType | undefined = isMessage ? this.#descriptors.messages.get(field.typeName) : undefined;
    return {
      ...field,
      tag: field.number * 8 + (field.packed ? 2 : scalarWireType(field.type)),
      message: isMessage ? () => this.get(field.typeName) : undefined,
      enum: field.type === fieldTypes.enum ? this.#descriptors.enums.get(field.typeName) : undefined,
      isMap: target?.mapEntry ?? false,
      siblings: new Set(
        field.oneof === undefined ? [] : owner.fields.flatMap((f) => (f.oneof === field.oneof ? [f.name] : [])),
      ),
    };
  }
}
