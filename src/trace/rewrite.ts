import type { RouteAction, RouteMatch } from "../gen/envoy/config/route/v3.ts";
import type { RegexMatchAndSubstitute } from "../gen/envoy/type/matcher/v3.ts";
import { type HttpRequest, headerOf, pathOf } from "./http-request.ts";
import { replaceRegex } from "./string-match.ts";

interface PathRewrite {
  readonly prefixRewrite?: string | undefined;
  readonly regexRewrite?: RegexMatchAndSubstitute | undefined;
}

/**
 * Path and query after a rewrite: what the route's prefix or path matched is replaced; after a regex match the whole path
 * is. The query stays.
 */
export function rewritePath(
  { prefixRewrite, regexRewrite }: PathRewrite,
  match: RouteMatch,
  request: HttpRequest,
): string {
  const path = pathOf(request);
  const rest = request.path.slice(path.length);
  if (regexRewrite) return replaceRegex(regexRewrite.pattern ?? {}, regexRewrite.substitution ?? "", path) + rest;
  if (!prefixRewrite) return request.path;
  const matched = match.prefix ?? match.pathSeparatedPrefix ?? match.path ?? path;
  return prefixRewrite + path.slice(matched.length) + rest;
}

/** The host that the upstream sees; undefined where it is the chosen endpoint's own name. */
export function rewriteHost(action: RouteAction, request: HttpRequest): string | undefined {
  if (action.hostRewriteLiteral) return action.hostRewriteLiteral;
  if (action.hostRewriteHeader) return headerOf(request, action.hostRewriteHeader) || request.host;
  if (action.hostRewritePathRegex) {
    const { pattern = {}, substitution = "" } = action.hostRewritePathRegex;
    return replaceRegex(pattern, substitution, pathOf(request));
  }
  return action.autoHostRewrite ? undefined : request.host;
}
