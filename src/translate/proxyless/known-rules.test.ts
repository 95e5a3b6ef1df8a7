import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { RE2JS } from "re2js";
import type { Permission, Principal, RBAC } from "../../gen/envoy/config/rbac/v3.ts";
import { any } from "../any.ts";
import { knownRules } from "./known-rules.ts";

const anyone: Principal = { any: true };
const one = (permission: Permission, principal: Principal = anyone) => ({
  policies: { p: { permissions: [permission], principals: [principal] } },
});
const first = ({ policies }: RBAC) => policies?.["p"];

suite("rules in gRPC's words", () => {
  test("keep what gRPC knows", () => {
    const rules: RBAC = { action: "DENY", ...one({ andRules: { rules: [{ destinationPort: 80 }] } }) };
    assert.deepEqual(knownRules(rules), rules);
  });

  test("never allow by a header that gRPC hides, and always deny by it", () => {
    const hidden = { header: { name: "grpc-timeout", presentMatch: true } };
    assert.deepEqual(first(knownRules(one({ any: true }, hidden)))?.principals, [{ notId: { any: true } }]);
    assert.deepEqual(first(knownRules({ action: "DENY", ...one(hidden) }))?.permissions, [{ any: true }]);
  });

  test("turn that round under a negation", () => {
    const hidden = { header: { name: ":scheme", presentMatch: true } };
    const allowed = first(knownRules(one({ notRule: { orRules: { rules: [hidden] } } })));
    assert.deepEqual(allowed?.permissions, [{ notRule: { orRules: { rules: [{ any: true }] } } }]);
  });

  const templates = [
    ["/a/*/c", "/a/b/c", true],
    ["/a/*/c", "/a/b/b/c", false],
    ["/a/**", "/a/b/c", true],
    ["/a.b/*", "/aXb/c", false],
  ] as const;
  for (const [pathTemplate, path, expected] of templates) {
    test(`${expected ? "match" : "do not match"} ${path} by the template ${pathTemplate}`, () => {
      const typedConfig = any("envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig", { pathTemplate });
      const [made] = first(knownRules(one({ uriTemplate: { name: "t", typedConfig } })))?.permissions ?? [];
      assert.equal(RE2JS.matches(made?.urlPath?.path?.safeRegex?.regex ?? "", path), expected);
    });
  }
});
