import { getOwn, isObject, jsonEqual, setOwn } from "../base/json.ts";

type Fields = { readonly [key: string]: unknown };

/**
 * `target` with what differs between `base` and `changed`: fields that were set, replaced or removed there are so here,
 * all others keep the target's value. Objects merge field by field; a list counts as one value.
 */
export function mergeChange(base: Fields, changed: Fields, target: Fields): Fields {
  const merged = { ...target };
  for (const key of new Set([...Object.keys(base), ...Object.keys(changed)])) {
    const before = getOwn(base, key);
    const after = getOwn(changed, key);
    if (jsonEqual(before, after)) continue;
    const current = getOwn(target, key);
    if (after === undefined) delete (merged as Record<string, unknown>)[key];
    else if (isObject(after) && isObject(current)) {
      setOwn(merged, key, mergeChange(isObject(before) ? before : {}, after, current));
    } else setOwn(merged, key, after);
  }
  return merged;
}
