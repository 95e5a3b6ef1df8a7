import { validIp } from "../checks/address.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { hostname } from "./names.ts";
import { parentRefs, useDefaultGateways } from "./parent-ref.ts";
import { type RouteStatus, routeStatus } from "./route-status.ts";
import { alphaStreamRules, streamRules } from "./stream-rule.ts";

const noAddresses: Check<readonly string[]> = (names, report) => {
  names.forEach((name, index) => {
    if (validIp(name)) report("FW0204", `must be a host name, not the IP address '${name}'`, index);
  });
};

const shared = {
  parentRefs: opt(0, parentRefs, "Gateways, or Services of the mesh, that the route is attached to."),
  useDefaultGateways: opt(0, useDefaultGateways, "'All' attaches the route to the default Gateways as well."),
} as const;
const status = opt(0, routeStatus, "What the parents say about the route.");
const hostnamesDoc = "Server names (SNI) of the connections, such as 'db.example.com' or '*.example.com'.";

/** What a TLSRoute asks for. */
export const tlsRouteSpec = obj({
  ...shared,
  hostnames: req(0, list(hostname, { minItems: 1, maxItems: 1024, checks: [noAddresses] }), hostnamesDoc),
  rules: req(0, streamRules, "Where the connections go."),
});

const alphaSpec = obj({
  ...shared,
  hostnames: opt(0, list(hostname, { maxItems: 1024 }), hostnamesDoc),
  rules: req(0, alphaStreamRules, "Where the connections go."),
});

/** The wider of the versions' forms: an object that came in as v1alpha2 may have no host names. */
export interface TLSRouteSpec extends Infer<typeof alphaSpec> {}

/** An object of the kind TLSRoute. */
export interface TLSRoute extends Resource {
  readonly spec: TLSRouteSpec;
  readonly status?: RouteStatus | undefined;
}

const deprecation = (version: string) =>
  `gateway.networking.k8s.io/${version} TLSRoute is deprecated; use gateway.networking.k8s.io/v1`;

export const tlsRouteKind = defineKind<TLSRoute>({
  group: "gateway.networking.k8s.io",
  kind: "TLSRoute",
  categories: ["gateway-api"],
  versions: [
    { name: "v1" },
    { name: "v1alpha3", deprecation: deprecation("v1alpha3") },
    {
      name: "v1alpha2",
      deprecation: deprecation("v1alpha2"),
      schema: obj({ spec: req(0, alphaSpec, "Hosts, rules and parents of the route."), status }),
    },
  ],
  doc: "Sends TLS connections, told apart by server name, to backends without decrypting them.",
  schema: obj({ spec: req(0, tlsRouteSpec, "Hosts, rules and parents of the route."), status }),
});
