import type { RedirectAction, RouteMatch } from "../gen/envoy/config/route/v3.ts";
import type { HttpRequest } from "./http-request.ts";
import { rewritePath } from "./rewrite.ts";

const statusCodes = {
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
} as const;

/** The status of a redirect; default 301. */
export function redirectStatus({ responseCode = "MOVED_PERMANENTLY" }: RedirectAction): number {
  return statusCodes[responseCode];
}

/** The `Location` that a redirect answers with. */
export function redirectLocation(action: RedirectAction, match: RouteMatch, request: HttpRequest): string {
  const scheme = action.schemeRedirect || (action.httpsRedirect ? "https" : request.scheme);
  const port = action.portRedirect ? `:${action.portRedirect}` : "";
  const host = action.hostRedirect || redirectHost(request, scheme, port !== "");
  return `${scheme}://${host}${port}${redirectPath(action, match, request)}`;
}

/** The request's host, without a port that another one replaces or that was the old scheme's default. */
function redirectHost({ host, scheme: before }: HttpRequest, scheme: string, hasPort: boolean): string {
  const [, name, port] = /^(\[[^\]]*\]|[^:]*)(:\d+)$/.exec(host) ?? [];
  if (name === undefined) return host;
  const defaulted = scheme !== before && port === (before === "https" ? ":443" : ":80");
  return hasPort || defaulted ? name : host;
}

function redirectPath(action: RedirectAction, match: RouteMatch, request: HttpRequest): string {
  const rewritten = rewritePath(action, match, request);
  const query = /\?.*$/s.exec(rewritten)?.[0] ?? "";
  if (!action.pathRedirect) return action.stripQuery ? rewritten.slice(0, rewritten.length - query.length) : rewritten;
  const path = action.pathRedirect.startsWith("/") ? action.pathRedirect : `/${action.pathRedirect}`;
  return path.includes("?") || action.stripQuery ? path : path + query;
}
