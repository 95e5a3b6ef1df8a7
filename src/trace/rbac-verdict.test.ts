import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Permission, Principal, RBAC } from "../gen/envoy/config/rbac/v3.ts";
import type { RbacInput } from "./rbac-input.ts";
import { matchesPermission } from "./rbac-permission.ts";
import { matchesPrincipal } from "./rbac-principal.ts";
import { policyConfig, rbacVerdict } from "./rbac-verdict.ts";
import { requestOf } from "./testing/request.ts";

const identity = "spiffe://cluster.local/ns/app/sa/web";
const input: RbacInput = {
  destination: { address: "10.0.0.1", port: 9080 },
  source: { address: "10.9.9.9", port: 40000 },
  serverName: "a.example.com",
  downstream: { bytes: "http1", terminated: true, identity, negotiated: "" },
  metadata: { jwt: { payload: { iss: "me", groups: ["a"] } } },
  request: requestOf("/info?x=1", { remoteAddress: "192.0.2.7", header: { "x-a": "1" } }),
};
const { request: _, ...connection } = input;
const cidr = (addressPrefix: string, prefixLen: number) => ({ addressPrefix, prefixLen });

suite("permissions", () => {
  const rows: readonly (readonly [Permission, boolean | undefined])[] = [
    [{ any: true }, true],
    [{ andRules: { rules: [{ any: true }, { destinationPort: 1 }] } }, false],
    [{ orRules: { rules: [{ destinationPort: 1 }, { destinationPort: 9080 }] } }, true],
    [{ orRules: {} }, false],
    [{ notRule: { destinationPort: 1 } }, true],
    [{ destinationPortRange: { start: 9080, end: 9081 } }, true],
    [{ destinationPortRange: { start: 9000, end: 9080 } }, false],
    [{ destinationIp: cidr("10.0.0.0", 24) }, true],
    [{ header: { name: "x-a", stringMatch: { exact: "1" } } }, true],
    [{ urlPath: { path: { exact: "/info" } } }, true],
    [{ requestedServerName: { suffix: ".example.com" } }, true],
    [
      {
        metadata: {
          filter: "jwt",
          path: [{ key: "payload" }, { key: "iss" }],
          value: { stringMatch: { exact: "me" } },
        },
      },
      true,
    ],
    [{ sourcedMetadata: { metadataMatcher: { filter: "jwt" }, metadataSource: "ROUTE" } }, false],
    [{ matcher: { name: "x" } }, undefined],
    [{ andRules: { rules: [{ matcher: { name: "x" } }, { destinationPort: 1 }] } }, false],
  ];
  for (const [permission, expected] of rows) {
    test(JSON.stringify(permission), () => assert.equal(matchesPermission(permission, input), expected));
  }
  test("on requests do not match connections", () => {
    assert.equal(matchesPermission({ urlPath: { path: { prefix: "/" } } }, connection), false);
  });
  test("by template of a path", () => {
    const typedConfig = {
      "@type": "type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig",
      pathTemplate: "/*",
    };
    assert.equal(matchesPermission({ uriTemplate: { name: "uri-template", typedConfig } }, input), true);
  });
});

suite("principals", () => {
  const rows: readonly (readonly [Principal, boolean | undefined])[] = [
    [{ any: true }, true],
    [{ authenticated: { principalName: { exact: identity } } }, true],
    [{ authenticated: { principalName: { safeRegex: { regex: ".*/ns/other/.*" } } } }, false],
    [{ authenticated: {} }, true],
    [{ directRemoteIp: cidr("10.9.0.0", 16) }, true],
    [{ sourceIp: cidr("192.0.2.0", 24) }, false],
    [{ remoteIp: cidr("192.0.2.0", 24) }, true],
    [{ notId: { remoteIp: cidr("192.0.2.0", 24) } }, false],
    [{ header: { name: "x-b" } }, false],
    [{ orIds: { ids: [{ header: { name: "x-b" } }, { any: true }] } }, true],
    [{ filterState: { key: "x" } }, undefined],
    [{ notId: { filterState: { key: "x" } } }, undefined],
  ];
  for (const [principal, expected] of rows) {
    test(JSON.stringify(principal), () => assert.equal(matchesPrincipal(principal, input), expected));
  }
  test("without TLS nobody is authenticated", () => {
    const downstream = { bytes: "http1", terminated: false, negotiated: "" } as const;
    assert.equal(matchesPrincipal({ authenticated: {} }, { ...input, downstream }), false);
  });
});

suite("rbacVerdict", () => {
  const everything = { permissions: [{ any: true }], principals: [{ any: true }] };
  const nothing = { permissions: [{ any: true }], principals: [{ header: { name: "none" } }] };
  const verdict = (rules: RBAC) => rbacVerdict(rules, input);
  test("ALLOW needs a match, DENY needs none", () => {
    assert.deepEqual(verdict({}), { allowed: false });
    assert.deepEqual(verdict({ policies: { b: everything, a: nothing } }), { allowed: true, policy: "b" });
    assert.deepEqual(verdict({ policies: { a: nothing } }), { allowed: false });
    assert.deepEqual(verdict({ action: "DENY", policies: { a: nothing } }), { allowed: true });
    assert.deepEqual(verdict({ action: "DENY", policies: { a: everything } }), { allowed: false, policy: "a" });
  });
  test("the first by name decides", () => {
    assert.equal(verdict({ policies: { z: everything, y: everything } }).policy, "y");
  });
  test("what is not known matters only if nothing else decides", () => {
    const unknown = { ...everything, condition: {} };
    assert.deepEqual(verdict({ policies: { a: unknown } }), { allowed: undefined, policy: "a" });
    assert.deepEqual(verdict({ policies: { a: unknown, b: everything } }), { allowed: true, policy: "b" });
  });
  test("LOG denies nothing", () => {
    assert.equal(verdict({ action: "LOG", policies: { a: nothing } }).allowed, true);
  });
});

test("policyConfig names the object", () => {
  const path = "/apis/security.istio.io/v1/namespaces/app/authorization-policy/ap";
  assert.equal(policyConfig("ns[app]-policy[ap]-rule[0]"), path);
  assert.equal(policyConfig("other"), undefined);
});
