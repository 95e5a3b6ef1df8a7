import type { HeaderMatcher } from "../../gen/envoy/config/route/v3.ts";
import type { StringMatcher } from "../../gen/envoy/type/matcher/v3.ts";

/** Any text but the empty one. */
export const anyText: StringMatcher = { safeRegex: { regex: ".+" } };

/** What policies write for text: `*` (any), `a*` (prefix), `*a` (suffix), or the text itself. */
export function textMatch(value: string): StringMatcher {
  if (value === "*") return anyText;
  if (value.startsWith("*")) return { suffix: value.slice(1) };
  if (value.endsWith("*")) return { prefix: value.slice(0, -1) };
  return { exact: value };
}

/** As `textMatch`, whatever the case of letters. */
export function textMatchIgnoringCase(value: string): StringMatcher {
  return { ...textMatch(value), ignoreCase: true };
}

/** A header against a policy's text; for `*` it must be there. */
export function headerMatch(name: string, value: string, match: (value: string) => StringMatcher): HeaderMatcher {
  return value === "*" ? { name, presentMatch: true } : { name, stringMatch: match(value) };
}
