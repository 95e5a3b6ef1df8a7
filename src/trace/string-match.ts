import { RE2JS, RE2JSException } from "re2js";
import type { RegexMatcher, StringMatcher } from "../gen/envoy/type/matcher/v3.ts";
import type { Truth } from "./truth.ts";

/** Whether a text matches. What only an extension can tell is not known. */
export function matchesString(matcher: StringMatcher, text: string): Truth {
  if (matcher.safeRegex) return matchesRegex(matcher.safeRegex, text);
  if (matcher.custom) return undefined;
  const fold = (value: string) => (matcher.ignoreCase ? value.toLowerCase() : value);
  const value = fold(text);
  if (matcher.prefix !== undefined) return value.startsWith(fold(matcher.prefix));
  if (matcher.suffix !== undefined) return value.endsWith(fold(matcher.suffix));
  if (matcher.contains !== undefined) return value.includes(fold(matcher.contains));
  return value === fold(matcher.exact ?? "");
}

/** Whether the whole text matches. Not known of an expression that Envoy would not take. */
export function matchesRegex({ regex = "" }: RegexMatcher, text: string): Truth {
  return compile(regex)?.matcher(text).matches();
}

function compile(regex: string): RE2JS | undefined {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Every match replaced; `\1` in the replacement is the first group, `\0` the match. */
export function replaceRegex({ regex = "" }: RegexMatcher, substitution: string, text: string): string {
  const matcher = compile(regex)?.matcher(text);
  let result = "";
  let from = 0;
  while (matcher?.find()) {
    const replaced = substitution.replace(/\\(\\|\d)/g, (_, each: string) =>
      each === "\\" ? "\\" : (matcher.group(Number(each)) ?? ""),
    );
    result += text.slice(from, matcher.start()) + replaced;
    from = matcher.end();
  }
  return result + text.slice(from);
}

/** A matcher in words: `prefix "/api"`. */
export function describeString(matcher: StringMatcher): string {
  if (matcher.safeRegex) return `regex "${matcher.safeRegex.regex ?? ""}"`;
  if (matcher.prefix !== undefined) return `prefix "${matcher.prefix}"`;
  if (matcher.suffix !== undefined) return `suffix "${matcher.suffix}"`;
  if (matcher.contains !== undefined) return `text "${matcher.contains}" within`;
  return matcher.custom ? "an extension" : `"${matcher.exact ?? ""}"`;
}
