import type { HeaderMatcher } from "../gen/envoy/config/route/v3.ts";
import { type HttpRequest, headerOf } from "./http-request.ts";
import { describeString, matchesRegex, matchesString } from "./string-match.ts";
import { every, not, type Truth } from "./truth.ts";

/** Whether all matchers hold of a request. */
export function matchesHeaders(matchers: readonly HeaderMatcher[], request: HttpRequest): Truth {
  return every(matchers, (matcher) => matchesHeader(matcher, request));
}

/** A header that is not there fails every test but those of absence, inverted ones too, unless it counts as an empty one. */
export function matchesHeader(matcher: HeaderMatcher, request: HttpRequest): Truth {
  const found = headerOf(request, matcher.name ?? "");
  const invert = (result: Truth) => (matcher.invertMatch ? not(result) : result);
  const present = presence(matcher);
  const there = found !== undefined || matcher.treatMissingHeaderAsEmpty === true;
  if (present !== undefined) return invert(there === present);
  if (!there) return false;
  return invert(matchesValue(matcher, found ?? ""));
}

/** Whether the header must be there, if that is all that is asked. */
function presence(matcher: HeaderMatcher): boolean | undefined {
  if (matcher.presentMatch !== undefined) return matcher.presentMatch;
  const { stringMatch, exactMatch, prefixMatch, suffixMatch, containsMatch, safeRegexMatch, rangeMatch } = matcher;
  const tests = [stringMatch, exactMatch, prefixMatch, suffixMatch, containsMatch, safeRegexMatch, rangeMatch];
  return tests.every((test) => test === undefined) ? true : undefined;
}

function matchesValue(matcher: HeaderMatcher, value: string): Truth {
  if (matcher.stringMatch) return matchesString(matcher.stringMatch, value);
  if (matcher.safeRegexMatch) return matchesRegex(matcher.safeRegexMatch, value);
  if (matcher.rangeMatch) {
    const { start = 0, end = 0 } = matcher.rangeMatch;
    return /^[+-]?\d+$/.test(value) && BigInt(value) >= BigInt(start) && BigInt(value) < BigInt(end);
  }
  if (matcher.prefixMatch !== undefined) return value.startsWith(matcher.prefixMatch);
  if (matcher.suffixMatch !== undefined) return value.endsWith(matcher.suffixMatch);
  if (matcher.containsMatch !== undefined) return value.includes(matcher.containsMatch);
  return value === matcher.exactMatch;
}

/** A matcher in words: `header x-user: "jason"`. */
export function describeHeader(matcher: HeaderMatcher): string {
  const no = matcher.invertMatch ? "not " : "";
  const present = presence(matcher);
  if (present !== undefined) return `${no}header ${matcher.name} ${present ? "present" : "absent"}`;
  const string = matcher.stringMatch ?? {
    exact: matcher.exactMatch,
    prefix: matcher.prefixMatch,
    suffix: matcher.suffixMatch,
    contains: matcher.containsMatch,
    safeRegex: matcher.safeRegexMatch,
  };
  const range = matcher.rangeMatch && `from ${matcher.rangeMatch.start ?? 0} to below ${matcher.rangeMatch.end ?? 0}`;
  return `${no}header ${matcher.name}: ${range ?? describeString(string)}`;
}
