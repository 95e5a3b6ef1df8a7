import { RE2JS } from "re2js";
import type { HeaderMatcher, RouteMatch } from "../../gen/envoy/config/route/v3.ts";

/**
 * A match in gRPC's words: several of which one must hold, or none if no call can match. Calls have no query and no
 * token that was read, and are all made with POST.
 */
export function grpcMatches(match: RouteMatch): readonly RouteMatch[] {
  const { prefix, path, safeRegex, caseSensitive, queryParameters = [], dynamicMetadata = [], headers = [] } = match;
  if (queryParameters.length + dynamicMetadata.length > 0) return [];
  if (prefix === undefined && path === undefined && safeRegex === undefined) return [];
  if (!headers.filter(isMethod).every(takesPost)) return [];
  const place = {
    ...(prefix !== undefined && { prefix }),
    ...(path !== undefined && { path }),
    ...(safeRegex !== undefined && { safeRegex }),
    ...(caseSensitive === false && { caseSensitive }),
  };
  return combinations(headers.filter((header) => !isMethod(header))).map((all) => ({
    ...place,
    ...(all.length > 0 && { headers: all }),
  }));
}

function isMethod({ name }: HeaderMatcher): boolean {
  return name === ":method";
}

function takesPost({ stringMatch, presentMatch, invertMatch = false }: HeaderMatcher): boolean {
  const { exact, prefix, safeRegex } = stringMatch ?? {};
  const takes =
    presentMatch ||
    exact === "POST" ||
    (prefix !== undefined && "POST".startsWith(prefix)) ||
    (safeRegex?.regex !== undefined && RE2JS.matches(safeRegex.regex, "POST"));
  return takes !== invertMatch;
}

/** For gRPC a header that is missing never passes, not even a condition on what it must not be: that is said apart. */
function combinations([first, ...rest]: readonly HeaderMatcher[]): readonly (readonly HeaderMatcher[])[] {
  if (!first) return [[]];
  const others = combinations(rest);
  const { treatMissingHeaderAsEmpty, ...matcher } = first;
  if (!treatMissingHeaderAsEmpty) return others.map((each) => [matcher, ...each]);
  const missing: HeaderMatcher = { name: first.name, presentMatch: true, invertMatch: true };
  return [missing, matcher].flatMap((one) => others.map((each) => [one, ...each]));
}
