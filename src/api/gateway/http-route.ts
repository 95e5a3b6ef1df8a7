import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { defaultHttpRules, httpRouteRule } from "./http-rule.ts";
import { hostname } from "./names.ts";
import { parentRefs, useDefaultGateways } from "./parent-ref.ts";
import { matchesInBounds, uniqueRuleNames } from "./route-rules.ts";
import { type RouteStatus, routeStatus } from "./route-status.ts";

/** What an HTTPRoute asks for. */
export const httpRouteSpec = obj({
  parentRefs: opt(0, parentRefs, "Gateways, or Services of the mesh, that the route is attached to."),
  useDefaultGateways: opt(0, useDefaultGateways, "'All' attaches the route to the default Gateways as well."),
  hostnames: opt(
    0,
    list(hostname, { maxItems: 16 }),
    "Host names of the requests, such as 'shop.example.com' or '*.example.com'; absent: those of the listener.",
  ),
  rules: opt(
    0,
    list(httpRouteRule, { minItems: 1, maxItems: 16, checks: [matchesInBounds, uniqueRuleNames] }),
    "Which requests go where; the most specific match of all rules wins.",
    { default: defaultHttpRules },
  ),
});

export interface HTTPRouteSpec extends Infer<typeof httpRouteSpec> {}

/** An object of the kind HTTPRoute. */
export interface HTTPRoute extends Resource {
  readonly spec: HTTPRouteSpec;
  readonly status?: RouteStatus | undefined;
}

export const httpRouteKind = defineKind<HTTPRoute>({
  group: "gateway.networking.k8s.io",
  kind: "HTTPRoute",
  categories: ["gateway-api"],
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  doc: "Sends HTTP requests that come through a Gateway, or to a Service of the mesh, to backends.",
  schema: obj({
    spec: req(0, httpRouteSpec, "Hosts, rules and parents of the route."),
    status: opt(0, routeStatus, "What the parents say about the route."),
  }),
  columns: [column("Hostnames", ".spec.hostnames", "Host names of the requests.")],
});
