import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { parentRefs, useDefaultGateways } from "./parent-ref.ts";
import { type RouteStatus, routeStatus } from "./route-status.ts";
import { alphaStreamRules, streamRules } from "./stream-rule.ts";

const shared = {
  parentRefs: opt(0, parentRefs, "Gateways, or Services of the mesh, that the route is attached to."),
  useDefaultGateways: opt(0, useDefaultGateways, "'All' attaches the route to the default Gateways as well."),
} as const;
const status = opt(0, routeStatus, "What the parents say about the route.");

/** What a TCPRoute asks for. */
export const tcpRouteSpec = obj({ ...shared, rules: req(0, streamRules, "Where the connections go.") });

const alphaSpec = obj({ ...shared, rules: req(0, alphaStreamRules, "Where the connections go.") });

export interface TCPRouteSpec extends Infer<typeof tcpRouteSpec> {}

/** An object of the kind TCPRoute. */
export interface TCPRoute extends Resource {
  readonly spec: TCPRouteSpec;
  readonly status?: RouteStatus | undefined;
}

export const tcpRouteKind = defineKind<TCPRoute>({
  group: "gateway.networking.k8s.io",
  kind: "TCPRoute",
  categories: ["gateway-api"],
  versions: [
    { name: "v1" },
    {
      name: "v1alpha2",
      deprecation: "gateway.networking.k8s.io/v1alpha2 TCPRoute is deprecated; use gateway.networking.k8s.io/v1",
      schema: obj({ spec: req(0, alphaSpec, "Rules and parents of the route."), status }),
    },
  ],
  doc: "Sends TCP connections that come through a Gateway, or to a Service of the mesh, to backends.",
  schema: obj({ spec: req(0, tcpRouteSpec, "Rules and parents of the route."), status }),
});
