import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import { describeMatch, matchRoute, type RouteInput } from "./route-match.ts";
import { configPath, type SelectedRoute } from "./selected-route.ts";
import type { Answered, Matched, Step } from "./trace.ts";
import { matchVirtualHost } from "./virtual-host-match.ts";

/** The route of a request, or the end that it comes to instead. */
export type RouteChoice = RouteFound | RouteMissing;

interface RouteFound {
  readonly steps: readonly Step[];
  readonly matched: Matched;
  readonly selected: SelectedRoute;
  readonly end?: undefined;
}

interface RouteMissing {
  readonly steps: readonly Step[];
  readonly matched: Matched;
  readonly selected?: undefined;
  /** What the proxy does without a route. The router does it, which is the last filter: others may end a request before. */
  readonly end: { readonly step: Step; readonly answer: Answered };
}

/** Finds virtual host and route of a request in a route table. */
export function chooseRoute(table: RouteConfiguration, input: RouteInput): RouteChoice {
  const { request } = input;
  const found = matchVirtualHost(table, request.host);
  if (found === undefined) {
    const text = `no virtual host of route table ${table.name} has a domain for ${request.host}`;
    const answer = { kind: "answered", reason: "no-virtual-host", status: 404 } as const;
    const step: Step = { kind: "virtual-host", decision: "ended", name: "", text };
    return { steps: [], matched: {}, end: { step, answer } };
  }
  const { virtualHost, domain } = found;
  const name = virtualHost.name ?? "";
  const host: Step = {
    kind: "virtual-host",
    decision: "chosen",
    name,
    text: `domain ${domain} is the best match for host ${request.host}`,
  };
  if (virtualHost.requireTls === "ALL" && request.scheme !== "https") {
    const location = `https://${request.host}${request.path}`;
    const answer = { kind: "answered", reason: "redirect", status: 301, location } as const;
    const step: Step = { kind: "action", decision: "ended", name, text: `TLS is required: 301 to ${location}` };
    return { steps: [host], matched: { virtualHost: name }, end: { step, answer } };
  }
  const route = matchRoute(virtualHost.routes ?? [], input);
  if (route === undefined) {
    const text = `none of ${virtualHost.routes?.length ?? 0} routes matches ${request.method} ${request.path}`;
    const answer = { kind: "answered", reason: "no-route", status: 404 } as const;
    const step: Step = { kind: "route", decision: "ended", name: "", text };
    return { steps: [host], matched: { virtualHost: name }, end: { step, answer } };
  }
  const config = configPath(route.metadata);
  const position = (virtualHost.routes?.indexOf(route) ?? 0) + 1;
  const step: Step = {
    kind: "route",
    decision: "chosen",
    name: route.name ?? "",
    text: `route ${position} of ${virtualHost.routes?.length} matches: ${describeMatch(route.match ?? {})}`,
    ...(config && { config }),
  };
  const matched = { virtualHost: name, route: route.name ?? "" };
  return { steps: [host, step], matched, selected: { table, virtualHost, route } };
}
