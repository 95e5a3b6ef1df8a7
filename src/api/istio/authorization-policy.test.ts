import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeAnnotated, judgeSpec, type Row } from "../testing/judge.ts";
import { authorizationPolicyKind } from "./authorization-policy.ts";

const rule = (fields: object, more: object = {}) => ({ rules: [fields], ...more });
const source = (fields: object, more: object = {}) => rule({ from: [{ source: fields }] }, more);
const operation = (fields: object, more: object = {}) => rule({ to: [{ operation: fields }] }, more);
const when = (key: string, values: string[], more: object = {}) => rule({ when: [{ key, values }] }, more);
const custom = { action: "CUSTOM", provider: { name: "p" } };
const sourceAt = "spec.rules[0].from[0].source";
const operationAt = "spec.rules[0].to[0].operation";
const whenAt = "spec.rules[0].when[0]";

const actions: readonly Row<unknown>[] = [
  ["an empty spec", {}],
  ["a rule that matches everything", rule({})],
  ["DENY without rules", { action: "DENY" }, "FW0403 spec.rules"],
  ["DENY with an empty list of rules", { action: "DENY", rules: [] }, "FW0403 spec.rules"],
  ["DENY of everything", rule({}, { action: "DENY" })],
  ["an unknown action", { action: "REFUSE" }, "FW0104 spec.action"],
  ["CUSTOM", rule({}, custom)],
  ["CUSTOM without rules", custom, "FW0403 spec.rules"],
  ["CUSTOM without provider", rule({}, { action: "CUSTOM" }), "FW0401 spec.provider.name"],
  ["CUSTOM with a nameless provider", rule({}, { action: "CUSTOM", provider: {} }), "FW0401 spec.provider.name"],
  ["a provider without CUSTOM", rule({}, { provider: { name: "p" } }), "FW0402 spec.provider"],
  ["CUSTOM by principal", source({ principals: ["a"] }, custom), `FW0411 ${sourceAt}.principals`],
  ["CUSTOM by service account", source({ serviceAccounts: ["a"] }, custom), `FW0411 ${sourceAt}.serviceAccounts`],
  ["CUSTOM by address", source({ ipBlocks: ["10.0.0.1"] }, custom)],
  ["CUSTOM by claim", when("request.auth.claims[iss]", ["a"], custom), `FW0411 ${whenAt}.key`],
  ["CUSTOM by header", when("request.headers[a]", ["a"], custom)],
];

const matches: readonly Row<unknown>[] = [
  ["an entry without source", rule({ from: [{}] }), "FW0404 spec.rules[0].from[0]"],
  ["an empty source", source({}), `FW0404 ${sourceAt}`],
  ["a source of empty lists", source({ principals: [] }), `FW0404 ${sourceAt}`],
  ["an empty list of sources", rule({ from: [] }), "FW0413 spec.rules[0].from"],
  ["an entry without operation", rule({ to: [{}] }), "FW0404 spec.rules[0].to[0]"],
  ["an empty operation", operation({}), `FW0404 ${operationAt}`],
  ["an empty list of operations", rule({ to: [] }), "FW0413 spec.rules[0].to"],
  ["wildcards alone and at the ends", source({ principals: ["*", "a*", "*a"], namespaces: ["a-*"] })],
  ["a wildcard inside", source({ principals: ["td/ns/*/sa/a"] }), `FW0412 ${sourceAt}.principals[0]`],
  ["wildcards at both ends", operation({ hosts: ["*a*"] }), `FW0412 ${operationAt}.hosts[0]`],
  ["an empty value", source({ namespaces: [""] }), `FW0408 ${sourceAt}.namespaces[0]`],
  ["addresses and ranges", source({ ipBlocks: ["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"] })],
  ["a broken range", source({ notRemoteIpBlocks: ["10.0.0.0/33"] }), `FW0207 ${sourceAt}.notRemoteIpBlocks[0]`],
  ["service accounts", source({ serviceAccounts: ["sa", "ns/sa"] })],
  [
    "a service account with wildcards and one too deep",
    source({ notServiceAccounts: ["ns/*", "a/b/c"] }),
    `FW0409 ${sourceAt}.notServiceAccounts[0]`,
    `FW0409 ${sourceAt}.notServiceAccounts[1]`,
  ],
  [
    "service accounts besides namespaces",
    source({ serviceAccounts: ["sa"], notNamespaces: ["ns"] }),
    `FW0111 ${sourceAt}`,
  ],
  ["trust domains alone", source({ trustDomains: ["td"] })],
  ["ports", operation({ ports: ["0", "80", "65535"] })],
  ["a port too large", operation({ ports: ["65536"] }), `FW0203 ${operationAt}.ports[0]`],
  ["a port by name", operation({ notPorts: ["http"] }), `FW0203 ${operationAt}.notPorts[0]`],
  ["path templates", operation({ paths: ["/a/{*}", "/{*}/b/{**}", "/{**}/c", "/{**}"] })],
  ["text beside a path operator", operation({ paths: ["/a/{*}.txt"] }), `FW0410 ${operationAt}.paths[0]`],
  ["a path operator after the last", operation({ paths: ["/{**}/a/{*}"] }), `FW0410 ${operationAt}.paths[0]`],
  ["a wildcard in a path template", operation({ notPaths: ["/*/a/{*}"] }), `FW0410 ${operationAt}.notPaths[0]`],
  ["a named path variable", operation({ paths: ["/{*}/{name}"] }), `FW0410 ${operationAt}.paths[0]`],
  ["a path template without its slash", operation({ paths: ["{*}/a"] }), `FW0410 ${operationAt}.paths[0]`],
];

const conditions: readonly Row<unknown>[] = [
  ["a header", when("request.headers[x-version]", ["v1*"])],
  ["a nested claim", when("request.auth.claims[a][b]", ["*"])],
  ["filter metadata", when("experimental.envoy.filters.a.b[c]", ["x"])],
  ["a header without a name", when("request.headers", ["a"]), `FW0406 ${whenAt}.key`],
  ["a header with an empty name", when("request.headers[]", ["a"]), `FW0406 ${whenAt}.key`],
  ["an unknown attribute", when("request.path", ["a"]), `FW0405 ${whenAt}.key`],
  ["a replaced attribute", when("destination.labels[app]", ["a"]), `FW0405 ${whenAt}.key`],
  ["no values", rule({ when: [{ key: "source.ip" }] }), `FW0407 ${whenAt}`],
  ["no key", rule({ when: [{ values: ["a"] }] }), `FW0103 ${whenAt}.key`],
  ["a broken address", when("source.ip", ["a"]), `FW0207 ${whenAt}.values[0]`],
  [
    "a broken address that must not be",
    rule({ when: [{ key: "destination.ip", notValues: ["10.0.0.1", "10/8"] }] }),
    `FW0207 ${whenAt}.notValues[1]`,
  ],
  ["a broken port", when("destination.port", ["70000"]), `FW0203 ${whenAt}.values[0]`],
  ["a service account", when("source.serviceAccount", ["ns/sa"])],
  ["an empty value", when("connection.sni", [""]), `FW0408 ${whenAt}.values[0]`],
];

const deny = { action: "DENY" };
const tcp: readonly Row<unknown>[] = [
  ["DENY of a method", operation({ methods: ["GET"] }, deny), "FW0414 spec.rules[0]"],
  ["DENY of a method on a port", operation({ methods: ["GET"], ports: ["80"] }, deny)],
  ["DENY of a token's owner", source({ requestPrincipals: ["*"] }, deny), "FW0414 spec.rules[0]"],
  ["DENY of a namespace", source({ namespaces: ["a"] }, deny)],
  [
    "DENY of a namespace's method",
    rule({ from: [{ source: { namespaces: ["a"] } }], to: [{ operation: { methods: ["GET"] } }] }, deny),
    "FW0414 spec.rules[0]",
  ],
];

const gateway = { group: "gateway.networking.k8s.io", kind: "Gateway", name: "g" };
const attachment: readonly Row<unknown>[] = [
  ["a selector", { selector: { matchLabels: { app: "a" } } }],
  ["a selector without labels", { selector: {} }, "FW0304 spec.selector"],
  ["targets", { targetRefs: [gateway, { kind: "Service", name: "s" }, { group: "core", kind: "Service", name: "t" }] }],
  ["a target that cannot be", { targetRefs: [{ kind: "Pod", name: "p" }] }, "FW0416 spec.targetRefs[0].kind"],
  ["a target and a selector", { targetRef: gateway, selector: { matchLabels: { a: "b" } } }, "FW0111 spec"],
];

describe("AuthorizationPolicy", () => {
  for (const [name, spec, ...problems] of [...actions, ...matches, ...conditions, ...tcp, ...attachment]) {
    test(name, () => {
      assert.deepEqual(judgeSpec(authorizationPolicyKind, spec), problems);
    });
  }

  const at = 'FW0415 metadata.annotations["istio.io/dry-run"]';
  const dryRuns: readonly [action: string, value: string, ...problems: string[]][] = [
    ["ALLOW", "true"],
    ["DENY", "0"],
    ["DENY", "yes", at],
    ["AUDIT", "true", at],
  ];
  for (const [action, value, ...problems] of dryRuns) {
    test(`dry-run of ${action} as '${value}'`, () => {
      assert.deepEqual(
        judgeAnnotated(authorizationPolicyKind, rule({}, { action }), { "istio.io/dry-run": value }),
        problems,
      );
    });
  }
});
