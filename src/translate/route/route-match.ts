import type { HttpMatchRequest, StringMatch } from "../../api/index.ts";
import { isSubset } from "../../base/labels.ts";
import type { HeaderMatcher, RouteMatch } from "../../gen/envoy/config/route/v3.ts";
import { claimMatcher, claimPath } from "./claim-matcher.ts";
import type { RouteContext } from "./route-context.ts";
import { headerMatcher, noHeaderMatcher, queryMatcher } from "./string-matchers.ts";

/** Every request. */
export const anyRequest: RouteMatch = { prefix: "/" };

/**
 * Whether a match can hold here at all: what the control plane knows of port, gateway and source is decided now. A match
 * that names its gateways is for them, whoever calls.
 */
export function matchesHere(match: HttpMatchRequest, context: Omit<RouteContext, "resolve">): boolean {
  const { port, gateways = [], sourceLabels = {}, sourceNamespace } = match;
  if (port && port !== context.port) return false;
  if (gateways.length > 0) return gateways.some((gateway) => context.gateways.includes(gateway));
  if (!isSubset(sourceLabels, context.source.labels)) return false;
  return !sourceNamespace || sourceNamespace === context.source.namespace;
}

/** What proxies decide of a match. */
export function routeMatch(match: HttpMatchRequest, wholeSegments: boolean): RouteMatch {
  const { headers = {}, withoutHeaders = {}, queryParams = {}, ignoreUriCase = false } = match;
  const headerMatchers = [
    ...headerMatchersOf(headers, withoutHeaders),
    ...pseudoHeader(":method", match.method),
    ...pseudoHeader(":authority", match.authority),
    ...pseudoHeader(":scheme", match.scheme),
  ];
  const query = byName(queryParams).map(([name, each]) => queryMatcher(name, each));
  const claims = [...claimsOf(headers, false), ...claimsOf(withoutHeaders, true)];
  return {
    ...pathOf(match.uri, wholeSegments),
    caseSensitive: !ignoreUriCase,
    ...(headerMatchers.length > 0 && { headers: headerMatchers }),
    ...(query.length > 0 && { queryParameters: query }),
    ...(claims.length > 0 && { dynamicMetadata: claims }),
  };
}

/** Whether no request gets past a match: what comes after it is never reached. */
export function catchesAll(match: RouteMatch): boolean {
  const { prefix, pathSeparatedPrefix, safeRegex, headers, queryParameters, dynamicMetadata } = match;
  if (headers || queryParameters || dynamicMetadata) return false;
  return prefix === "/" || pathSeparatedPrefix === "/" || safeRegex?.regex === ".*";
}

type PathMatch = Pick<RouteMatch, "prefix" | "path" | "safeRegex" | "pathSeparatedPrefix">;

function pathOf(uri: StringMatch | undefined, wholeSegments: boolean): PathMatch {
  if (uri?.exact !== undefined) return { path: uri.exact };
  if (uri?.regex === "*") return { prefix: "/" };
  if (uri?.regex !== undefined) return { safeRegex: { regex: uri.regex } };
  const prefix = uri?.prefix || "/";
  // Envoy wants the separator left out.
  return wholeSegments && prefix !== "/" ? { pathSeparatedPrefix: prefix.replace(/\/$/, "") } : { prefix };
}

type Matches = { readonly [name: string]: StringMatch };

/** All conditions on headers, by the headers' names; of one that has both, what it must be comes first. */
function headerMatchersOf(headers: Matches, withoutHeaders: Matches): readonly HeaderMatcher[] {
  const wanted = Object.entries(headers).map(([name, match]) => [name, headerMatcher(name, match)] as const);
  const unwanted = Object.entries(withoutHeaders).map(([name, match]) => [name, noHeaderMatcher(name, match)] as const);
  const matchers = [...wanted, ...unwanted].filter(([name]) => !claimPath(name));
  return inOrder(matchers).map(([, matcher]) => matcher);
}

function pseudoHeader(name: string, match: StringMatch | undefined): readonly HeaderMatcher[] {
  return match ? [headerMatcher(name, match)] : [];
}

function claimsOf(headers: Matches, invert: boolean) {
  return byName(headers).flatMap(([name, match]) => {
    const path = claimPath(name);
    return path ? [claimMatcher(path, match, invert)] : [];
  });
}

function byName<T>(map: { readonly [name: string]: T }): readonly (readonly [string, T])[] {
  return inOrder(Object.entries(map));
}

/** In the order of their names, so that equal configuration gives equal routes. */
function inOrder<T>(named: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return named.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
