import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildRule, readRule } from "./authorization-rule.ts";

type Rule = Parameters<typeof readRule>[0];

const context = { namespace: "app", trustDomains: ["cluster.local"] };
const read = (rule: Rule) => readRule(rule, context);
const when = (key: string, ...values: string[]): Rule => ({ when: [{ key, values }] });

/** The only principal, or else the only permission, of a rule with one condition. */
function matched(rule: Rule): unknown {
  const { permissions = [], principals = [] } = buildRule(read(rule), { tcp: false, allows: true }) ?? {};
  const [permission, principal] = [permissions[0]?.andRules?.rules?.[0], principals[0]?.andIds?.ids?.[0]];
  return principal?.any ? permission : principal;
}

const claim = (key: string, value: object) => ({
  metadata: { filter: "envoy.filters.http.jwt_authn", path: [{ key: "payload" }, { key }], value },
});
const owner = (iss: object, sub: object) => ({
  andIds: { ids: [claim("iss", { stringMatch: iss }), claim("sub", { stringMatch: sub })] },
});
const peer = (principalName: object) => ({ orIds: { ids: [{ authenticated: { principalName } }] } });
const regex = (text: string) => ({ safeRegex: { regex: text } });
const anything = regex(".+");

describe("what the conditions of a rule match", () => {
  const rows: readonly [name: string, rule: Rule, expected: unknown][] = [
    [
      "a header that is there",
      when("request.headers[X-a]", "*"),
      {
        orIds: { ids: [{ header: { name: "X-a", presentMatch: true } }] },
      },
    ],
    [
      "a service account of the policy's namespace",
      when("source.serviceAccount", "web"),
      peer(regex("spiffe://.+/ns/app/(.+/|)sa/web(/.+)?")),
    ],
    [
      "a service account of another namespace",
      when("source.serviceAccount", "x.y/web"),
      peer(regex("spiffe://.+/ns/x\\.y/(.+/|)sa/web(/.+)?")),
    ],
    ["namespaces by a wildcard", when("source.namespace", "a.b-*"), peer(regex(".*/ns/a\\.b-.*/.*"))],
    ["trust domains by a wildcard", when("source.trustDomain", "*.a"), peer(regex("spiffe://[^/]*\\.a/.*"))],
    ["principals by their ends", when("source.principal", "*/sa/a.b"), peer(regex("spiffe://.*/sa/a\\.b"))],
    ["an owner", when("request.auth.principal", "https://a/b/me"), owner({ exact: "https://a/b" }, { exact: "me" })],
    ["all owners of an issuer", when("request.auth.principal", "a/*"), owner({ exact: "a" }, anything)],
    [
      "owners by the start of the subject",
      when("request.auth.principal", "a/b*"),
      owner({ exact: "a" }, { prefix: "b" }),
    ],
    ["an owner of any issuer", when("request.auth.principal", "*/me"), owner(anything, { exact: "me" })],
    [
      "owners by the end of the issuer",
      when("request.auth.principal", "*.a/me"),
      owner({ suffix: ".a" }, { exact: "me" }),
    ],
    ["owners by the start of the issuer", when("request.auth.principal", "a*"), owner({ prefix: "a" }, anything)],
    ["owners by the end of the subject", when("request.auth.principal", "*a"), owner(anything, { suffix: "a" })],
    [
      "one of several values of a claim",
      when("request.auth.claims[a]", "x", "y*"),
      claim("a", {
        orMatch: {
          valueMatchers: [
            {
              listMatch: {
                oneOf: {
                  orMatch: { valueMatchers: [{ stringMatch: { exact: "x" } }, { stringMatch: { prefix: "y" } }] },
                },
              },
            },
            { orMatch: { valueMatchers: [{ stringMatch: { exact: "x" } }, { stringMatch: { prefix: "y" } }] } },
          ],
        },
      }),
    ],
    [
      "metadata of another filter",
      when("experimental.envoy.filters.a.b[c]", "x"),
      {
        metadata: { filter: "envoy.filters.a.b", path: [{ key: "c" }], value: { stringMatch: { exact: "x" } } },
      },
    ],
    [
      "an item in metadata of another filter",
      when("experimental.envoy.filters.a[c]", "[x*]"),
      {
        metadata: {
          filter: "envoy.filters.a",
          path: [{ key: "c" }],
          value: { listMatch: { oneOf: { stringMatch: { prefix: "x" } } } },
        },
      },
    ],
    [
      "an address of IPv6",
      when("destination.ip", "fd00::1"),
      {
        orRules: { rules: [{ destinationIp: { addressPrefix: "fd00::1", prefixLen: 128 } }] },
      },
    ],
    ["any path", { to: [{ operation: { paths: ["*"] } }] }, { orRules: { rules: [{ urlPath: { path: anything } }] } }],
  ];
  for (const [name, rule, expected] of rows) test(name, () => assert.deepEqual(matched(rule), expected));
});

describe("conditions that cannot be told", () => {
  const broken: readonly [name: string, rule: Rule, path: string][] = [
    ["an unknown attribute", when("request.path", "/a"), "when.0"],
    ["a header without a name", when("request.headers[]", "a"), "when.0"],
    ["a broken address", when("source.ip", "10.0.0.0/33"), "when.0"],
    ["a broken address among good ones", when("remote.ip", "10.0.0.1", "10"), "when.0"],
    ["a broken port", { to: [{ operation: { ports: ["http"] } }] }, "to.0.operation.ports"],
    ["a template that Envoy refuses", { to: [{ operation: { paths: ["/{**}/a/{*}"] } }] }, "to.0.operation.paths"],
    [
      "a service account too deep",
      { from: [{ source: { serviceAccounts: ["a/b/c"] } }] },
      "from.0.source.serviceAccounts",
    ],
  ];
  const everything = {
    permissions: [{ andRules: { rules: [{ any: true }] } }],
    principals: [{ andIds: { ids: [{ any: true }] } }],
  };
  for (const [name, rule, path] of broken) {
    test(`${name}: a rule that allows matches nothing, another everything`, () => {
      const found = read(rule);
      assert.equal(buildRule(found, { tcp: false, allows: true }), undefined);
      assert.deepEqual(buildRule(found, { tcp: false, allows: false }), everything);
      assert.deepEqual(
        found.unreadable.map((each) => each.path.join(".")),
        [path],
      );
    });
  }

  test("other conditions of the rule stay", () => {
    const rule = read({
      when: [
        { key: "source.ip", values: ["x"] },
        { key: "destination.port", values: ["80"] },
      ],
    });
    assert.deepEqual(buildRule(rule, { tcp: true, allows: false }), {
      permissions: [{ andRules: { rules: [{ orRules: { rules: [{ destinationPort: 80 }] } }] } }],
      principals: everything.principals,
    });
  });

  test("what must not be cannot be told either", () => {
    const rule = read({ when: [{ key: "source.ip", notValues: ["x"] }] });
    assert.equal(buildRule(rule, { tcp: false, allows: true }), undefined);
    assert.deepEqual(buildRule(rule, { tcp: false, allows: false }), everything);
  });

  test("what only HTTP has is no fault on a connection", () => {
    const rule = read(when("request.headers[a]", "x"));
    assert.deepEqual(rule.unreadable, []);
    assert.equal(buildRule(rule, { tcp: true, allows: true }), undefined);
    assert.deepEqual(buildRule(rule, { tcp: true, allows: false }), everything);
  });
});
