import type { EnvoyFilter } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";

const known = new WeakMap<EnvoyFilter, readonly string[]>();

/** The metadata by which the patches of an EnvoyFilter choose proxies; what has not the form of a patch chooses by none. */
export function patchMetadata(filter: EnvoyFilter): readonly string[] {
  const before = known.get(filter);
  if (before) return before;
  const patches: unknown = filter.spec?.configPatches;
  const names = (Array.isArray(patches) ? patches : []).flatMap((patch) => {
    const metadata = within(patch, "match", "proxy", "metadata");
    return isObject(metadata) ? Object.keys(metadata) : [];
  });
  const made = [...new Set(names)];
  known.set(filter, made);
  return made;
}

function within(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((each: unknown, key) => (isObject(each) ? each[key] : undefined), value);
}
