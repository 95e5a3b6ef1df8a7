import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { RBAC } from "../../gen/envoy/extensions/filters/http/rbac/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import { securityPolicies } from "../security/security-policies.ts";
import { authorizationProblems, serverAuthorization } from "./server-authorization.ts";
import { grpcView } from "./testing/grpc-view.ts";

const filters = (...resources: readonly Resource[]) =>
  serverAuthorization(securityPolicies(grpcView({ resources }).scope));
const policy = (name: string, spec: object) => config("AuthorizationPolicy", `app/${name}`, spec);
const rulesOf = (typedConfig: unknown) => (typedConfig as RBAC).rules;
const get = [{ to: [{ operation: { methods: ["GET"] } }] }];

suite("the authorization of a gRPC server", () => {
  test("needs no filter without policies", () => assert.deepEqual(filters(), []));

  test("has a filter of its own name for each action that gRPC enforces, what denies first", () => {
    const made = filters(
      policy("allow", { rules: get }),
      policy("deny", { action: "DENY", rules: get }),
      policy("audit", { action: "AUDIT", rules: get }),
      policy("ask", { action: "CUSTOM", provider: { name: "someone" }, rules: get }),
    );
    assert.deepEqual(
      made.map(({ name, typedConfig }) => [name, rulesOf(typedConfig)?.action ?? "ALLOW"]),
      [
        ["envoy.filters.http.rbac.CUSTOM", "DENY"],
        ["envoy.filters.http.rbac.DENY", "DENY"],
        ["envoy.filters.http.rbac", "ALLOW"],
      ],
    );
  });

  test("reports policies that leave the decision to others", () => {
    const ask = policy("ask", { action: "CUSTOM", provider: { name: "someone" }, rules: get });
    const { scope } = grpcView({ resources: [ask, policy("allow", { rules: get })] });
    const problems = authorizationProblems(securityPolicies(scope));
    assert.deepEqual(
      problems.map(({ code, key }) => `${code} ${key.name}`),
      ["FW1232 ask"],
    );
  });

  test("of a policy that allows nothing denies everything", () => {
    const [made] = filters(policy("nothing", {}));
    assert.deepEqual(rulesOf(made?.typedConfig)?.policies, {
      "ns[app]-policy[nothing]-rule[0]": {
        permissions: [{ notRule: { any: true } }],
        principals: [{ notId: { any: true } }],
      },
    });
  });

  test("does not enforce what is only tried", () => {
    const tried = policy("tried", { action: "DENY", rules: get });
    const annotations = { "istio.io/dry-run": "true" };
    assert.deepEqual(filters({ ...tried, metadata: { ...tried.metadata, annotations } }), []);
  });
});
