import { isObject } from "../base/json.ts";
import type { MetadataMatcher, ValueMatcher } from "../gen/envoy/type/matcher/v3.ts";
import { matchesString } from "./string-match.ts";
import { not, some, type Truth } from "./truth.ts";

/** Metadata by the filter that set it. */
export type DynamicMetadata = { readonly [filter: string]: unknown };

/** Whether the value at the matcher's path matches; a path that leads nowhere is a value that is not set. */
export function matchesMetadata(matcher: MetadataMatcher, metadata: DynamicMetadata): Truth {
  let value: unknown = metadata[matcher.filter ?? ""];
  for (const { key = "" } of matcher.path ?? []) value = isObject(value) ? value[key] : undefined;
  const result = matchesAnyValue(matcher.value ?? {}, value);
  return matcher.invert ? not(result) : result;
}

function matchesAnyValue(matcher: ValueMatcher, value: unknown): Truth {
  if (matcher.orMatch) return some(matcher.orMatch.valueMatchers ?? [], (each) => matchesAnyValue(each, value));
  if (matcher.presentMatch !== undefined) return matcher.presentMatch && value !== undefined;
  if (matcher.nullMatch) return value === null;
  if (matcher.stringMatch) return typeof value === "string" && matchesString(matcher.stringMatch, value);
  if (matcher.boolMatch !== undefined) return value === matcher.boolMatch;
  if (matcher.listMatch) {
    const { oneOf = {} } = matcher.listMatch;
    return Array.isArray(value) && some(value, (each: unknown) => matchesAnyValue(oneOf, each));
  }
  if (matcher.doubleMatch) {
    const { exact, range } = matcher.doubleMatch;
    if (typeof value !== "number") return false;
    return range ? value >= (range.start ?? 0) && value < (range.end ?? 0) : value === exact;
  }
  return false;
}
