import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KindDefinition } from "../kind.ts";
import type { Problem } from "../problem.ts";
import { judgeSpec } from "../testing/judge.ts";
import { backendTlsPolicyKind } from "./backend-tls-policy.ts";
import { gatewayClassKind } from "./gateway-class.ts";
import { grpcRouteKind } from "./grpc-route.ts";
import { referenceGrantKind } from "./reference-grant.ts";
import { tcpRouteKind } from "./tcp-route.ts";
import { tlsRouteKind } from "./tls-route.ts";

type Case = readonly [name: string, spec: object, ...problems: string[]];

function table(kind: KindDefinition, cases: readonly Case[], version?: string): void {
  describe(`${kind.kind} ${version ?? ""}`, () => {
    for (const [name, spec, ...problems] of cases) {
      test(name, () => {
        assert.deepEqual(judgeSpec(kind, spec, version), problems);
      });
    }
  });
}

const backend = { name: "echo", port: 7070 };
const method = (match: object) => ({ rules: [{ matches: [{ method: match }] }] });
const headers = { type: "ResponseHeaderModifier", responseHeaderModifier: { remove: ["a"] } };

table(grpcRouteKind, [
  ["an empty route", {}],
  ["a service", method({ service: "shop.v1.Cart" })],
  ["a method of any service", method({ method: "Get_1" })],
  ["neither service nor method", method({}), "FW0714 spec.rules[0].matches[0].method"],
  ["a service with a slash", method({ service: "shop/Cart" }), "FW0714 spec.rules[0].matches[0].method.service"],
  ["a method with a dot", method({ method: "a.b" }), "FW0714 spec.rules[0].matches[0].method.method"],
  ["an expression", method({ type: "RegularExpression", service: "shop/.*" })],
  [
    "an expression with a back-reference",
    method({ type: "RegularExpression", method: "(a)\\1" }),
    "FW0717 spec.rules[0].matches[0].method.method",
  ],
  ["a repeated filter", { rules: [{ filters: [headers, headers] }] }, "FW0702 spec.rules[0].filters[1]"],
  ["a filter of HTTPRoute", { rules: [{ filters: [{ type: "CORS" }] }] }, "FW0104 spec.rules[0].filters[0].type"],
  ["a backend without port", { rules: [{ backendRefs: [{ name: "a" }] }] }, "FW0704 spec.rules[0].backendRefs[0].port"],
  ["two rules of one name", { rules: [{ name: "a" }, { name: "a" }] }, "FW0108 spec.rules[1].name"],
]);

const rule = { backendRefs: [backend] };
table(tcpRouteKind, [
  ["one rule", { rules: [rule] }],
  ["two rules", { rules: [rule, rule] }, "FW0106 spec.rules"],
  ["no backend", { rules: [{ backendRefs: [] }] }, "FW0106 spec.rules[0].backendRefs"],
]);
table(tcpRouteKind, [["two rules", { rules: [rule, rule] }]], "v1alpha2");
table(tlsRouteKind, [
  ["one rule", { hostnames: ["*.a.com"], rules: [rule] }],
  ["no host name", { rules: [rule] }, "FW0103 spec.hostnames"],
  ["an address", { hostnames: ["10.0.0.1"], rules: [rule] }, "FW0204 spec.hostnames[0]"],
]);
table(tlsRouteKind, [["no host name", { rules: [rule, rule] }]], "v1alpha2");
table(tlsRouteKind, [["no host name", { rules: [rule] }, "FW0103 spec.hostnames"]], "v1alpha3");

table(referenceGrantKind, [
  [
    "a grant",
    {
      from: [{ group: "gateway.networking.k8s.io", kind: "HTTPRoute", namespace: "a" }],
      to: [{ group: "", kind: "Service" }],
    },
  ],
  ["nobody", { from: [], to: [{ group: "", kind: "Service" }] }, "FW0106 spec.from"],
]);

const target = { group: "", kind: "Service", name: "db" };
const policy = (validation: object, ...targetRefs: object[]) => ({
  targetRefs: targetRefs.length > 0 ? targetRefs : [target],
  validation: { hostname: "db.example.com", ...validation },
});
const system = { wellKnownCACertificates: "System" };
const authorities = { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }] };
const names = (...subjectAltNames: object[]) => policy({ ...system, subjectAltNames });

table(backendTlsPolicyKind, [
  ["system authorities", policy(system)],
  ["referenced authorities", policy(authorities)],
  ["no authorities", policy({}), "FW0712 spec.validation"],
  ["an empty list of authorities", policy({ caCertificateRefs: [] }), "FW0712 spec.validation"],
  ["two sorts of authorities", policy({ ...system, ...authorities }), "FW0712 spec.validation"],
  ["a wildcard", policy({ ...system, hostname: "*.a.com" }), "FW0107 spec.validation.hostname"],
  ["sections", policy(system, { ...target, sectionName: "a" }, { ...target, sectionName: "b" })],
  ["a target twice", policy(system, target, target), "FW0703 spec.targetRefs[1]"],
  ["a target and its section", policy(system, target, { ...target, sectionName: "a" }), "FW0703 spec.targetRefs[1]"],
  ["alternative names", names({ type: "Hostname", hostname: "a.com" }, { type: "URI", uri: "spiffe://a/b" })],
  ["a name without value", names({ type: "Hostname" }), "FW0701 spec.validation.subjectAltNames[0].hostname"],
  [
    "a name of the other sort",
    names({ type: "URI", uri: "spiffe://a", hostname: "a.com" }),
    "FW0701 spec.validation.subjectAltNames[0].hostname",
  ],
]);

table(gatewayClassKind, [
  ["a class", { controllerName: "istio.io/gateway-controller", parametersRef: { ...target, namespace: "a" } }],
  ["a controller without path", { controllerName: "istio.io" }, "FW0107 spec.controllerName"],
]);

test("the controller of a GatewayClass cannot change", () => {
  const found: Pick<Problem, "code" | "path">[] = [];
  const of = (controllerName: string) => ({ spec: { controllerName } }) as never;
  gatewayClassKind.validateUpdate?.(of("a.io/b"), of("a.io/c"), (code, _message, ...path) => {
    found.push({ code, path });
  });
  assert.deepEqual(found, [{ code: "FW0116", path: ["spec", "controllerName"] }]);
});
