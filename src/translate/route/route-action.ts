import type { HttpRoute } from "../../api/index.ts";
import type { Route, RouteMatch } from "../../gen/envoy/config/route/v3.ts";
import { forwardAction } from "./forward-action.ts";
import { headerChanges, joinChanges } from "./header-changes.ts";
import { redirectAction } from "./redirect-action.ts";
import type { RouteContext } from "./route-context.ts";

/** What becomes of the requests of a rule, and what traces call them; `owner` is the VirtualService's name. */
export function routeAction(
  owner: string,
  rule: HttpRoute,
  match: RouteMatch,
  context: RouteContext,
): Omit<Route, "match" | "name"> {
  const changes = headerChanges(rule.headers);
  const answered = decorator(owner, context.port, match);
  if (rule.redirect) return { ...answered, redirect: redirectAction(rule.redirect, context), ...changes };
  if (rule.directResponse) return { ...answered, directResponse: directResponse(rule.directResponse), ...changes };
  const { action, changes: ofDestination, destination } = forwardAction(rule, match, context);
  return {
    ...(destination ? decorator(destination.host, destination.port, match) : answered),
    route: action,
    ...joinChanges(changes, ofDestination),
  };
}

function directResponse({ status, body }: NonNullable<HttpRoute["directResponse"]>): Route["directResponse"] {
  if (body?.string !== undefined) return { status, body: { inlineString: body.string } };
  return { status, ...(body?.bytes !== undefined && { body: { inlineBytes: body.bytes } }) };
}

function decorator(host: string, port: number, { path, prefix, safeRegex }: RouteMatch): Pick<Route, "decorator"> {
  const requests = path ?? safeRegex?.regex ?? (prefix === undefined ? "/*" : `${prefix}*`);
  return { decorator: { operation: `${host}:${port}${requests}` } };
}
