import { getOwn, isObject, setOwn } from "../../base/json.ts";
import { any } from "../schema/build.ts";
import { type ListSchema, type ObjectSchema, resolve, type Schema } from "../schema/schema.ts";

/** One of the parts of a value that different writers may own. */
export interface Part {
  /** Its name among the parts, as in a FieldSet. */
  readonly element: string;
  /** Its key, in an object; absent in a list. */
  readonly key?: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** Owning the part is something of its own, whatever is inside: true of items and of free keys, not of declared fields. */
  readonly named: boolean;
}

const untyped = any();

/** The parts of a value; undefined where it is owned as one: text and numbers, atomic lists and objects. */
export function partsOf(schema: Schema, value: unknown): readonly Part[] | undefined {
  const plain = resolve(schema);
  if (plain.type === "list") return Array.isArray(value) ? itemsOf(plain, value) : undefined;
  if (!isObject(value)) return undefined;
  if (plain.type === "map") return plain.atomic ? undefined : entriesOf(value, noDeclared, plain.value);
  if (plain.type === "any") return entriesOf(value, noDeclared, untyped);
  if (plain.type !== "object" || plain.atomic) return undefined;
  return entriesOf(value, plain.fields, untyped);
}

const noDeclared: ObjectSchema["fields"] = {};

/** The entries of an object. Keys that are not declared are of the schema `free`. */
function entriesOf(
  value: { readonly [key: string]: unknown },
  declared: ObjectSchema["fields"],
  free: Schema,
): readonly Part[] {
  const parts: Part[] = [];
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    const field = getOwn(declared, key);
    const named = !field || isEmpty(item);
    parts.push({ element: `f:${key}`, key, schema: field?.schema ?? free, value: item, named });
  }
  return parts;
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object") return false;
  // Quicker than to make a list of all keys.
  for (const _ in value) return false;
  return true;
}

function itemsOf(list: ListSchema, items: readonly unknown[]): readonly Part[] | undefined {
  if (list.listType === "atomic") return undefined;
  if (list.listType === "set") {
    return items.map((value) => ({ element: `v:${JSON.stringify(value)}`, schema: list.item, value, named: true }));
  }
  const found: Part[] = [];
  for (const value of items) {
    if (!isObject(value)) return undefined;
    found.push({ element: `k:${JSON.stringify(keysOf(list, value))}`, schema: list.item, value, named: true });
  }
  return found;
}

/** What tells an item from the others, with the defaults of what it leaves out. */
function keysOf(list: ListSchema, item: { readonly [key: string]: unknown }): object {
  const plain = resolve(list.item);
  const keys: { [key: string]: unknown } = {};
  for (const key of [...list.keys].sort()) {
    const field = plain.type === "object" ? plain.fields[key] : undefined;
    const value = item[key] ?? field?.default;
    if (value !== undefined) keys[key] = value;
  }
  return keys;
}

/** A value of these parts, of the sort that `like` is. */
export function valueOfParts(like: unknown, parts: readonly Part[]): unknown {
  if (Array.isArray(like)) return parts.map(({ value }) => value);
  const out = {};
  for (const { key = "", value } of parts) setOwn(out, key, value);
  return out;
}

/** The parts by name. Parts that share one (twins in a list) are together. */
export function byElement(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  return Map.groupBy(parts, ({ element }) => element);
}
