import { formatKey, type ResourceKey } from "../api/index.ts";

/** The objects that something was made from, each once, in the order in which they were met first. */
export function distinctSources(keys: Iterable<ResourceKey>): readonly ResourceKey[] {
  // Most repetitions are the very same key, and those are cheaper to see than equal ones.
  const first = new Map<string, ResourceKey>();
  for (const key of new Set(keys)) {
    const text = formatKey(key);
    if (!first.has(text)) first.set(text, key);
  }
  return [...first.values()];
}
