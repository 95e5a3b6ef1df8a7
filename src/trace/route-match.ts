import type { Route, RouteMatch } from "../gen/envoy/config/route/v3.ts";
import { describeHeader, matchesHeaders } from "./header-match.ts";
import { cookieOf, type HttpRequest, pathOf, queryParameter } from "./http-request.ts";
import { type DynamicMetadata, matchesMetadata } from "./metadata-match.ts";
import { describeString, matchesRegex, matchesString } from "./string-match.ts";
import type { Downstream } from "./tls-termination.ts";
import { every, not, type Truth } from "./truth.ts";
import { configOf } from "./typed-config.ts";
import { matchesTemplate } from "./uri-template.ts";

/** What a route is matched against. */
export interface RouteInput {
  readonly request: HttpRequest;
  readonly downstream: Downstream;
  /** What filters have set so far. */
  readonly metadata: DynamicMetadata;
}

/** The first route that matches. One of which only the proxy at work can tell is passed over. */
export function matchRoute(routes: readonly Route[], input: RouteInput): Route | undefined {
  return routes.find(({ match }) => matchesRoute(match ?? {}, input) === true);
}

/** Whether a match holds: the path, and all that is asked besides. */
export function matchesRoute(match: RouteMatch, input: RouteInput): Truth {
  const { request, downstream, metadata } = input;
  const path = matchesPath(match, request);
  if (path === false) return false;
  const { presented, validated } = match.tlsContext ?? {};
  const shown = downstream.identity !== undefined;
  const conditions: readonly (() => Truth)[] = [
    () => path,
    () => !match.grpc || (request.headers.get("content-type") ?? "").startsWith("application/grpc"),
    () => matchesHeaders(match.headers ?? [], request),
    () =>
      every(match.queryParameters ?? [], ({ name = "", stringMatch, presentMatch = true }) => {
        const value = queryParameter(request, name);
        if (stringMatch) return value !== undefined && matchesString(stringMatch, value);
        return (value !== undefined) === presentMatch;
      }),
    () =>
      every(match.cookies ?? [], ({ name = "", stringMatch = {}, invertMatch = false }) => {
        const value = cookieOf(request, name);
        if (value === undefined) return invertMatch;
        const result = matchesString(stringMatch, value);
        return invertMatch ? not(result) : result;
      }),
    () => presented === undefined || presented === shown,
    () => validated === undefined || validated === shown,
    () => every(match.dynamicMetadata ?? [], (matcher) => matchesMetadata(matcher, metadata)),
    () => (match.filterState?.length ? undefined : true),
    () => isTaken(match),
  ];
  return every(conditions, (condition) => condition());
}

/** Routes for a part of the requests only count as not known, unless they take none or all. */
function isTaken({ runtimeFraction }: RouteMatch): Truth {
  if (runtimeFraction === undefined) return true;
  const { numerator = 0, denominator = "HUNDRED" } = runtimeFraction.defaultValue ?? {};
  const all = { HUNDRED: 100, TEN_THOUSAND: 10_000, MILLION: 1_000_000 }[denominator];
  return numerator === 0 ? false : numerator >= all ? true : undefined;
}

function matchesPath(match: RouteMatch, request: HttpRequest): Truth {
  if (request.method === "CONNECT") return match.connectMatcher !== undefined;
  const path = pathOf(request);
  if (match.safeRegex) return matchesRegex(match.safeRegex, path);
  const template = templateOf(match);
  if (template !== undefined) return matchesTemplate(template, path);
  const fold = (text: string) => (match.caseSensitive === false ? text.toLowerCase() : text);
  const folded = fold(path);
  if (match.path !== undefined) return folded === fold(match.path);
  if (match.prefix !== undefined) return folded.startsWith(fold(match.prefix));
  if (match.pathSeparatedPrefix !== undefined) {
    const prefix = fold(match.pathSeparatedPrefix);
    return folded.startsWith(prefix) && (folded.length === prefix.length || folded[prefix.length] === "/");
  }
  return false;
}

function templateOf({ pathMatchPolicy }: RouteMatch): string | undefined {
  return configOf(pathMatchPolicy, "envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig")?.pathTemplate;
}

/** A match in words: `path prefix "/api", header x-user: "jason"`. */
export function describeMatch(match: RouteMatch): string {
  const queries = match.queryParameters?.map(
    ({ name, stringMatch }) => `query ${name}${stringMatch ? `: ${describeString(stringMatch)}` : ""}`,
  );
  const parts = [
    describePath(match),
    ...(match.headers ?? []).map(describeHeader),
    ...(queries ?? []),
    ...(match.cookies ?? []).map(({ name }) => `cookie ${name}`),
    ...(match.dynamicMetadata ?? []).map(({ path = [] }) => `claim ${path.map(({ key }) => key).join(".")}`),
    ...(match.grpc ? ["gRPC"] : []),
  ];
  return parts.join(", ");
}

function describePath(match: RouteMatch): string {
  if (match.path !== undefined) return `path "${match.path}"`;
  if (match.prefix !== undefined) return match.prefix === "/" ? "any path" : `path prefix "${match.prefix}"`;
  if (match.pathSeparatedPrefix !== undefined) return `path "${match.pathSeparatedPrefix}" and below`;
  if (match.safeRegex) return `path regex "${match.safeRegex.regex ?? ""}"`;
  if (match.connectMatcher) return "CONNECT";
  return `path template "${templateOf(match) ?? ""}"`;
}
