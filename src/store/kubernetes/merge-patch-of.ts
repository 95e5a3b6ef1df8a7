import { getOwn, isObject, jsonEqual, setOwn } from "../../base/json.ts";

type Fields = { readonly [field: string]: unknown };

/**
 * The merge patch (RFC 7386) that makes `changed` of `base`; undefined if they are equal. Objects merge field by field, a
 * list counts as one value, a field that is gone is null.
 */
export function mergePatchOf(base: Fields, changed: Fields): Fields | undefined {
  const patch: Record<string, unknown> = {};
  let differs = false;
  for (const key of new Set([...Object.keys(base), ...Object.keys(changed)])) {
    const before = getOwn(base, key);
    const after = getOwn(changed, key);
    if (jsonEqual(before, after)) continue;
    differs = true;
    // An object that takes the place of something else is merged into nothing, which is the object itself.
    if (isObject(before) && isObject(after)) setOwn(patch, key, mergePatchOf(before, after));
    else setOwn(patch, key, after ?? null);
  }
  return differs ? patch : undefined;
}
