import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { grpcRouteRule } from "./grpc-rule.ts";
import { hostname } from "./names.ts";
import { parentRefs, useDefaultGateways } from "./parent-ref.ts";
import { matchesInBounds, uniqueRuleNames } from "./route-rules.ts";
import { type RouteStatus, routeStatus } from "./route-status.ts";

/** What a GRPCRoute asks for. */
export const grpcRouteSpec = obj({
  parentRefs: opt(0, parentRefs, "Gateways, or Services of the mesh, that the route is attached to."),
  useDefaultGateways: opt(0, useDefaultGateways, "'All' attaches the route to the default Gateways as well."),
  hostnames: opt(
    0,
    list(hostname, { maxItems: 16 }),
    "Host names of the calls, such as 'api.example.com' or '*.example.com'; absent: those of the listener.",
  ),
  rules: opt(
    0,
    list(grpcRouteRule, { maxItems: 16, checks: [matchesInBounds, uniqueRuleNames] }),
    "Which calls go where; the most specific match of all rules wins.",
  ),
});

export interface GRPCRouteSpec extends Infer<typeof grpcRouteSpec> {}

/** An object of the kind GRPCRoute. */
export interface GRPCRoute extends Resource {
  readonly spec: GRPCRouteSpec;
  readonly status?: RouteStatus | undefined;
}

export const grpcRouteKind = defineKind<GRPCRoute>({
  group: "gateway.networking.k8s.io",
  kind: "GRPCRoute",
  categories: ["gateway-api"],
  versions: [{ name: "v1" }],
  doc: "Sends gRPC calls that come through a Gateway, or to a Service of the mesh, to backends.",
  schema: obj({
    spec: req(0, grpcRouteSpec, "Hosts, rules and parents of the route."),
    status: opt(0, routeStatus, "What the parents say about the route."),
  }),
  columns: [column("Hostnames", ".spec.hostnames", "Host names of the calls.")],
});
