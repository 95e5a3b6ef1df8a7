import type { StringMatch } from "../../api/index.ts";
import type { HeaderMatcher, QueryParameterMatcher } from "../../gen/envoy/config/route/v3.ts";
import type { StringMatcher } from "../../gen/envoy/type/matcher/v3.ts";

/** How a text must look; undefined: it only has to be there, which the expression `*` says too. */
export function stringMatcher({ exact, prefix, regex }: StringMatch): StringMatcher | undefined {
  if (exact !== undefined) return { exact };
  if (prefix !== undefined) return { prefix };
  return regex === undefined || regex === "*" ? undefined : { safeRegex: { regex } };
}

/** A header that must match. */
export function headerMatcher(name: string, match: StringMatch): HeaderMatcher {
  const text = stringMatcher(match);
  return { name, ...(text ? { stringMatch: text } : { presentMatch: true }) };
}

/** A header that must not match; a request without it passes. */
export function noHeaderMatcher(name: string, match: StringMatch): HeaderMatcher {
  const matcher = { ...headerMatcher(name, match), invertMatch: true };
  return matcher.presentMatch ? matcher : { ...matcher, treatMissingHeaderAsEmpty: true };
}

/** A parameter of the query that must match. */
export function queryMatcher(name: string, match: StringMatch): QueryParameterMatcher {
  const text = stringMatcher(match);
  return { name, ...(text ? { stringMatch: text } : { presentMatch: true }) };
}
