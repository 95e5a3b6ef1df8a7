import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import type { HttpConnectionManager } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { chooseRoute, type RouteChoice } from "./choose-route.ts";
import type { Connection } from "./connection.ts";
import type { HttpFilterInput } from "./http-filter-verdict.ts";
import { httpFilterVerdict } from "./http-filters.ts";
import type { HttpRequest } from "./http-request.ts";
import { prepareRequest } from "./prepare-request.ts";
import type { Sourced } from "./proxy-config.ts";
import { runAction } from "./route-action.ts";
import type { Downstream } from "./tls-termination.ts";
import type { Answered } from "./trace.ts";
import { configOf } from "./typed-config.ts";
import type { UpstreamCall } from "./upstream-call.ts";
import { type Ending, ending, type Walk } from "./walk.ts";

/** A connection manager and the connection it serves. */
export interface Serving {
  readonly manager: HttpConnectionManager;
  readonly connection: Connection;
  readonly downstream: Downstream;
}

/** Walks a request through a connection manager: its route, its filters, and what the route does. */
export function walkRequest(walk: Walk, serving: Serving): Ending {
  const { manager, connection, downstream } = serving;
  const name = "envoy.filters.network.http_connection_manager";
  if (!speaksHttp(manager, downstream)) {
    const text = `expects HTTP and gets ${downstream.bytes === "tls" ? "TLS" : downstream.bytes} bytes`;
    walk.steps.push({ kind: "network-filter", decision: "ended", name, text });
    return ending({ kind: "closed", reason: "protocol-error" });
  }
  const prepared = prepareRequest(manager, walk.call, connection, downstream);
  const decision = prepared.request ? "chosen" : "ended";
  walk.steps.push({ kind: "network-filter", decision, name, text: `serves the request ${prepared.text}` });
  if (prepared.request === undefined) return ending(prepared.answer);
  const table = findTable(walk, manager);
  if (table === undefined) return ending({ kind: "answered", reason: "no-route-table", status: 404 });
  const routeTable = table.message.name ?? "";
  const input = { request: prepared.request, downstream, connection, metadata: {} };
  const { choice, answer } = runFilters(walk, manager, table, input);
  const matched = { routeTable, ...choice.matched };
  if (answer) return { outcome: answer, matched };
  if (choice.end) {
    walk.steps.push(choice.end.step);
    return { outcome: choice.end.answer, matched };
  }
  const upstream = upstreamCall(serving, input.request);
  return { outcome: runAction(walk, choice.selected, input.request, upstream), matched };
}

function speaksHttp({ codecType = "AUTO" }: HttpConnectionManager, { bytes }: Downstream): boolean {
  if (bytes === "tls" || bytes === "tcp") return false;
  return codecType === "AUTO" || (codecType === "HTTP2") === (bytes === "http2");
}

function findTable(walk: Walk, { rds, routeConfig }: HttpConnectionManager): Sourced<RouteConfiguration> | undefined {
  const name = rds?.routeConfigName ?? routeConfig?.name ?? "";
  const found = routeConfig ? { message: routeConfig } : walk.config.routes.get(name);
  const text = routeConfig ? "routes are written in the listener" : "routes are looked up by name";
  walk.steps.push({
    kind: "route-table",
    decision: found ? "chosen" : "ended",
    name,
    text: found ? text : "there is no such route table",
    ...(found?.sources && { sources: found.sources }),
  });
  return found;
}

interface Filtered {
  readonly choice: RouteChoice;
  /** With which a filter ended the request. */
  readonly answer?: Answered;
}

/** Routes are chosen before the first filter runs, and anew after one that sets what routes may match. */
function runFilters(
  walk: Walk,
  manager: HttpConnectionManager,
  table: Sourced<RouteConfiguration>,
  start: Omit<HttpFilterInput, "selected">,
): Filtered {
  let input: Omit<HttpFilterInput, "selected"> = start;
  let choice = chooseRoute(table.message, input);
  walk.steps.push(...choice.steps);
  for (const filter of manager.httpFilters ?? []) {
    const { selected } = choice;
    const verdict = httpFilterVerdict(filter, { ...input, ...(selected && { selected }) });
    if (verdict === undefined) continue;
    const { decision, text, config } = verdict;
    walk.steps.push({ kind: "http-filter", decision, name: filter.name ?? "", text, ...(config && { config }) });
    if (verdict.answer) return { choice, answer: verdict.answer };
    if (verdict.metadata === undefined) continue;
    input = { ...input, metadata: { ...input.metadata, ...verdict.metadata } };
    const again = chooseRoute(table.message, input);
    if (again.selected?.route !== choice.selected?.route) walk.steps.push(...again.steps);
    choice = again;
  }
  return { choice };
}

function upstreamCall({ manager, connection: { destination } }: Serving, request: HttpRequest): UpstreamCall {
  const { protocol, host, headers } = request;
  const alpn = manager.httpFilters
    ?.map((filter) => configOf(filter, "istio.envoy.config.filter.http.alpn.v2alpha1.FilterConfig"))
    .find((config) => config !== undefined);
  return { destination, protocol, host, headers, ...(alpn && { alpn }) };
}
