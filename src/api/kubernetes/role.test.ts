import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judge, type Row } from "../testing/judge.ts";
import { clusterRoleKind } from "./cluster-role.ts";
import { roleKind } from "./role.ts";

const rule = (fields: object): object => ({
  rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], ...fields }],
});
const urls = (fields: object): object => ({ rules: [{ verbs: ["get"], nonResourceURLs: ["/healthz"], ...fields }] });

const rows: readonly Row[] = [
  ["no rules", { rules: null }],
  ["a rule", rule({ resourceNames: ["a"] })],
  ["no verbs", rule({ verbs: [] }), "FW0665 rules[0].verbs"],
  ["no groups", rule({ apiGroups: undefined }), "FW0665 rules[0].apiGroups"],
  ["no resources", rule({ resources: [] }), "FW0665 rules[0].resources"],
  ["a name with a colon", { metadata: { name: "system:a", namespace: "default" } }],
  ["a name with a slash", { metadata: { name: "a/b", namespace: "default" } }, "FW0115 metadata.name"],
];

describe("roleKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(roleKind, fields), problems));
  }

  test("has no paths", () => assert.deepEqual(judge(roleKind, urls({})), ["FW0665 rules[0].nonResourceURLs"]));
});

describe("clusterRoleKind", () => {
  test("may have paths", () => assert.deepEqual(judge(clusterRoleKind, urls({})), []));

  test("has no paths beside resources", () => {
    assert.deepEqual(judge(clusterRoleKind, urls({ resources: ["pods"] })), ["FW0665 rules[0].nonResourceURLs"]);
  });

  test("may be made of others", () => {
    const aggregated = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] }, rules: [] };
    assert.deepEqual(judge(clusterRoleKind, aggregated), []);
    const empty = { aggregationRule: { clusterRoleSelectors: [] } };
    assert.deepEqual(judge(clusterRoleKind, empty), ["FW0106 aggregationRule.clusterRoleSelectors"]);
  });
});
