import { isObject, setOwn } from "../base/json.ts";
import { type ListSchema, type PlainSchema, resolve, type Schema } from "./schema/schema.ts";

type Fields = { readonly [key: string]: unknown };

/**
 * Kubernetes' strategic merge patch: as a merge patch, but lists whose items have keys merge item by item, sets of
 * plain values are united, and `$patch`, `$retainKeys`, `$setElementOrder/…` and `$deleteFromPrimitiveList/…` steer it.
 */
export function applyStrategicPatch(schema: Schema, target: unknown, patch: unknown): unknown {
  const plain = resolve(schema);
  if (!isObject(patch)) return patch;
  if (patch.$patch === "replace") return without(patch, "$patch");
  if (patch.$patch === "delete") return undefined;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$")) continue;
    const current = Object.hasOwn(result, key) ? result[key] : undefined;
    const next = value === null ? undefined : mergeField(memberOf(plain, key), key, current, value, patch);
    if (next === undefined) delete result[key];
    else setOwn(result, key, next);
  }
  deleteFromLists(patch, result);
  return retained(patch, result);
}

function memberOf(schema: PlainSchema, key: string): Schema | undefined {
  if (schema.type === "map") return schema.value;
  return schema.type === "object" && Object.hasOwn(schema.fields, key) ? schema.fields[key]?.schema : undefined;
}

function mergeField(schema: Schema | undefined, key: string, current: unknown, value: unknown, patch: Fields): unknown {
  const plain = schema && resolve(schema);
  if (isObject(value))
    return applyStrategicPatch(schema ?? { type: "any", wire: "value", object: false, checks: [] }, current, value);
  if (!Array.isArray(value) || plain?.type !== "list") return value;
  if (plain.listType === "atomic" || plain.patchReplaces) return value;
  const before = Array.isArray(current) ? current : [];
  const order = patch[`$setElementOrder/${key}`];
  return ordered(plain, mergeList(plain, before, value), before, Array.isArray(order) ? order : value);
}

/** What tells an item of the list from the others. */
function identity(schema: ListSchema, item: unknown): string {
  if (schema.listType === "set" || !isObject(item)) return JSON.stringify(item) ?? "";
  return JSON.stringify(mergeKeys(schema).map((key) => item[key] ?? null));
}

/** A patch names an item by the first key alone, as kubectl does for ports; the others only tell twins apart. */
function mergeKeys(schema: ListSchema): readonly string[] {
  return schema.keys.slice(0, 1);
}

function mergeList(schema: ListSchema, current: readonly unknown[], patch: readonly unknown[]): readonly unknown[] {
  if (patch.some((item) => isObject(item) && item.$patch === "replace" && Object.keys(item).length === 1)) {
    return patch.filter((item) => !(isObject(item) && item.$patch === "replace"));
  }
  const result = [...current];
  for (const item of patch) {
    const at = result.findIndex((other) => identity(schema, other) === identity(schema, item));
    if (isObject(item) && item.$patch === "delete") {
      if (at >= 0) result.splice(at, 1);
    } else if (at < 0) result.push(isObject(item) ? applyStrategicPatch(schema.item, {}, item) : item);
    else if (isObject(item)) result[at] = applyStrategicPatch(schema.item, result[at], item);
  }
  return result;
}

/**
 * Items in the order the patch gives: that of `$setElementOrder`, or of its own items. An item that the patch does not
 * name stays before the next named one that it was before.
 */
function ordered(
  schema: ListSchema,
  merged: readonly unknown[],
  current: readonly unknown[],
  order: readonly unknown[],
): readonly unknown[] {
  const name = (item: unknown) => identity(schema, item);
  // Twins, which share what the patch names them by, stay together.
  const left = Map.groupBy(merged, name);
  const named = [...new Set(order.map(name))].filter((each) => left.has(each));
  const were = [...new Set(current.map(name))];
  const was = new Map(were.map((each, i) => [each, i]));
  const taken = new Set(named);
  const others = were.filter((each) => left.has(each) && !taken.has(each));
  const out: string[] = [];
  for (const next of named) {
    const place = was.get(next) ?? -1;
    while (others.length > 0 && (was.get(others[0] ?? "") ?? 0) < place) out.push(others.shift() ?? "");
    out.push(next);
  }
  return [...out, ...others].flatMap((each) => left.get(each) ?? []);
}

function deleteFromLists(patch: Fields, result: Record<string, unknown>): void {
  for (const [directive, gone] of Object.entries(patch)) {
    const key = /^\$deleteFromPrimitiveList\/(.+)$/.exec(directive)?.[1];
    const items = key === undefined || !Object.hasOwn(result, key) ? undefined : result[key];
    if (key !== undefined && Array.isArray(items) && Array.isArray(gone)) {
      setOwn(
        result,
        key,
        items.filter((item) => !gone.includes(item)),
      );
    }
  }
}

function retained(patch: Fields, result: Record<string, unknown>): Record<string, unknown> {
  const keys = patch.$retainKeys;
  if (!Array.isArray(keys)) return result;
  return Object.fromEntries(Object.entries(result).filter(([key]) => keys.includes(key)));
}

function without(object: Fields, key: string): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
