import { isObject, setOwn } from "../../base/json.ts";
import { any } from "../schema/build.ts";
import { type ListSchema, resolve, type Schema } from "../schema/schema.ts";

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
  if (plain.type === "map") return plain.atomic ? undefined : entriesOf(value, () => [plain.value, true]);
  if (plain.type === "any") return entriesOf(value, () => [untyped, true]);
  if (plain.type !== "object" || plain.atomic) return undefined;
  return entriesOf(value, (key) => {
    const field = Object.hasOwn(plain.fields, key) ? plain.fields[key] : undefined;
    return field ? [field.schema, false] : [untyped, true];
  });
}

function entriesOf(value: object, typeOf: (key: string) => readonly [Schema, boolean]): readonly Part[] {
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined) return [];
    const [schema, named] = typeOf(key);
    const empty = item === null || (typeof item === "object" && Object.keys(item).length === 0);
    return [{ element: `f:${key}`, key, schema, value: item, named: named || empty }];
  });
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
