import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { JwtAuthentication } from "../../gen/envoy/extensions/filters/http/jwt_authn/v3.ts";
import type { RBAC } from "../../gen/envoy/extensions/filters/http/rbac/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { viewFor } from "../testing/view.ts";
import { httpSecurity, networkSecurity, securityPolicies, securitySources } from "./security-policies.ts";
import { securityProblems } from "./security-problems.ts";

const ap = (name: string, spec: object) => config("AuthorizationPolicy", `app/${name}`, spec);
const ra = (name: string, ...jwtRules: object[]) => config("RequestAuthentication", `app/${name}`, { jwtRules });
const policiesOf = (...resources: readonly Resource[]) => securityPolicies(viewFor({ resources }).scope);
const rbacOf = (filter: HttpFilter | undefined) => (filter?.typedConfig ?? {}) as RBAC;
const jwtOf = (policies: ReturnType<typeof policiesOf>) =>
  (httpSecurity(policies).authentication[0]?.typedConfig ?? {}) as JwtAuthentication;
const codes = (policies: ReturnType<typeof policiesOf>) => securityProblems(policies).map(({ code }) => code);

describe("policies of the wrong form", () => {
  test("a DENY whose rules are no rules denies everything, and says so", () => {
    const policies = policiesOf(ap("deny", { action: "DENY", rules: [{ when: "nonsense" }] }));
    const [filter] = httpSecurity(policies).authorization;
    const { rules } = rbacOf(filter);
    assert.deepEqual(rules?.policies?.["ns[app]-policy[deny]-rule[0]"]?.principals, [
      { andIds: { ids: [{ any: true }] } },
    ]);
    assert.deepEqual(codes(policies), ["FW1231"]);
  });

  test("an ALLOW whose rules are no rules allows nothing", () => {
    const [filter] = httpSecurity(policiesOf(ap("allow", { rules: "nonsense" }))).authorization;
    assert.deepEqual(rbacOf(filter).rules, {});
  });

  test("a rule for tokens of the wrong form is left out", () => {
    const policies = policiesOf(
      ra("a", { issuer: "i", jwks: '{"keys":[{"kty":"RSA"}]}' }, { issuer: 1 }, { issuer: "j", fromParams: "x" }),
    );
    const { providers } = jwtOf(policies);
    assert.deepEqual(
      Object.values(providers ?? {}).map(({ issuer }) => issuer),
      ["i"],
    );
    assert.deepEqual(codes(policies), ["FW1101", "FW1101"]);
  });
});

describe("providers of CUSTOM policies", () => {
  const custom = ap("ask", { action: "CUSTOM", provider: { name: "p" }, rules: [{}] });
  const grpc = (more: object = {}) => ({
    extensionProviders: [
      { name: "p", envoyExtAuthzGrpc: { service: "authz.app.svc.cluster.local", port: 80, ...more } },
    ],
  });
  const services = [service("app/authz")];
  const names = (fixture: Parameters<typeof viewFor>[0]) => {
    const policies = securityPolicies(viewFor({ resources: [custom], ...fixture }).scope);
    return [...httpSecurity(policies).custom, ...networkSecurity(policies).custom].map(({ name }) => name);
  };

  test("one that can be asked is asked about requests and connections", () => {
    assert.deepEqual(names({ services, config: grpc() }), [
      "envoy.filters.http.rbac",
      "envoy.filters.http.ext_authz",
      "envoy.filters.network.rbac",
      "envoy.filters.network.ext_authz",
    ]);
  });

  const faults: readonly [name: string, fixture: Parameters<typeof viewFor>[0]][] = [
    ["no such provider", { services }],
    ["no such service", { config: grpc() }],
    ["no such port", { services, config: grpc({ port: 81 }) }],
    ["a status that Envoy cannot answer with", { services, config: grpc({ statusOnError: "999" }) }],
    ["bodies without bytes", { services, config: grpc({ includeRequestBodyInCheck: {} }) }],
  ];
  for (const [name, fixture] of faults) {
    test(`${name}: what the policy matches is denied`, () => {
      assert.deepEqual(names(fixture), ["envoy.filters.http.rbac", "envoy.filters.network.rbac"]);
      const policies = securityPolicies(viewFor({ resources: [custom], ...fixture }).scope);
      const { rules } = rbacOf(httpSecurity(policies).custom[0]);
      assert.equal(rules?.action, "DENY");
      assert.deepEqual(codes(policies), ["FW1232"]);
    });
  }
});

describe("tokens", () => {
  const keySet = (kid: string) => JSON.stringify({ keys: [{ kty: "RSA", kid }] });
  const keys = keySet("own");

  test("keys that were fetched are sent along, by address or by issuer", () => {
    const { scope } = viewFor({ resources: [ra("a", { issuer: "i", jwksUri: "http://k" }, { issuer: "j" })] });
    const policies = securityPolicies(scope, keySet);
    assert.deepEqual(
      Object.values(jwtOf(policies).providers ?? {}).map(({ localJwks }) => localJwks?.inlineString),
      [keySet("http://k"), keySet("j")],
    );
    assert.deepEqual(codes(policies), []);
  });

  test("as long as nobody fetched them, tokens fail, and Envoy still takes the listener", () => {
    const policies = policiesOf(ra("a", { issuer: "i", jwksUri: "http://k" }));
    const { localJwks } = jwtOf(policies).providers?.["origins-0"] ?? {};
    const { keys: sent } = JSON.parse(localJwks?.inlineString ?? "") as { keys: { kty: string; crv: string }[] };
    assert.deepEqual(
      sent.map(({ kty, crv }) => `${kty} ${crv}`),
      ["EC P-256"],
    );
    assert.deepEqual(codes(policies), ["FW1233"]);
  });

  test("keys of no use are as good as none, because Envoy would refuse the listener", () => {
    for (const jwks of ['{"keys":[]}', '{"keys":[{"kty":"ABC"}]}', "{", "[]"]) {
      const policies = policiesOf(ra("a", { issuer: "i", jwks }));
      assert.match(jwtOf(policies).providers?.["origins-0"]?.localJwks?.inlineString ?? "", /"kid":"unknown"/);
      assert.deepEqual(codes(policies), ["FW1233"], jwks);
    }
  });

  test("a token that is required may not be missing", () => {
    const required = { issuer: "i", jwks: keys, presence: "REQUIRED" };
    const one = jwtOf(policiesOf(ra("a", required)));
    assert.deepEqual(one.rules?.[0]?.requires, { providerName: "origins-0" });
    const two = jwtOf(policiesOf(ra("a", required, { issuer: "j", jwks: keys })));
    assert.deepEqual(two.rules?.[0]?.requires, {
      requiresAny: { requirements: [{ providerName: "origins-0" }, { providerName: "origins-1" }] },
    });
  });

  test("gateways choose routes anew once claims are known", () => {
    const { scope } = viewFor({ resources: [ra("a", { issuer: "i", jwks: keys })], type: "router" });
    assert.equal(jwtOf(securityPolicies(scope)).providers?.["origins-0"]?.clearRouteCache, true);
  });

  test("everything that was read is named as a source", () => {
    const policies = policiesOf(ra("a", { issuer: "i", jwks: keys }), ap("b", {}), ap("c", { action: "DENY" }));
    assert.deepEqual(
      securitySources(policies).map(({ kind, name }) => `${kind} ${name}`),
      ["RequestAuthentication a", "AuthorizationPolicy c", "AuthorizationPolicy b"],
    );
  });
});
