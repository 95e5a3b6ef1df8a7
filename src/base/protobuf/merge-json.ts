import { isObject } from "../json.ts";
import { isZero } from "./encode-scalar.ts";
import type { CodecField, CodecMessage, MessageRegistry } from "./message-registry.ts";
import { wrappers } from "./well-known.ts";

/** What becomes of a list that both messages have. */
export type ListMerging = "append" | "replace";

type Fields = { readonly [name: string]: unknown };

/**
 * Merges messages in canonical proto3 JSON as protobuf does: messages field by field, lists one after the other, maps by
 * key, everything else is replaced; of a oneof only the newer member stays. What is its type's zero says nothing, so a
 * wrapped zero does not replace a wrapped value. Durations are one value, and what is in an Any is taken as a whole.
 * Neither message is changed.
 */
export class JsonMerger {
  readonly #registry: MessageRegistry;

  constructor(registry: MessageRegistry) {
    this.#registry = registry;
  }

  /** `into` with what `from` says; both are messages of this full name. */
  merge<M extends object>(name: string, into: M, from: object, lists: ListMerging = "append"): M {
    return mergeMessage(this.#registry.get(name), into, from, lists) as M;
  }
}

function mergeMessage(type: CodecMessage, into: unknown, from: unknown, lists: ListMerging): unknown {
  if (type.isGoogles) return mergeWellKnown(type.name, into, from);
  if (!isObject(into) || !isObject(from)) return from;
  const merged: Record<string, unknown> = { ...into };
  for (const [name, value] of Object.entries(from)) {
    const field = type.byName.get(name);
    if (!field || value === undefined) continue;
    for (const sibling of field.siblings) if (sibling !== field.name) delete merged[sibling];
    merged[field.name] = mergeField(field, merged[field.name], value, lists);
  }
  return merged;
}

function mergeField(field: CodecField, into: unknown, from: unknown, lists: ListMerging): unknown {
  if (into === undefined || into === null) return from;
  if (field.isMap) return { ...(into as Fields), ...(from as Fields) };
  if (field.repeated) return lists === "replace" ? from : [...(into as unknown[]), ...(from as unknown[])];
  return field.message ? mergeMessage(field.message(), into, from, lists) : from;
}

function mergeWellKnown(name: string, into: unknown, from: unknown): unknown {
  if (name in wrappers) return isZero(from) ? into : from;
  if (name === "google.protobuf.Struct") return { ...(into as Fields), ...(from as Fields) };
  return from;
}
