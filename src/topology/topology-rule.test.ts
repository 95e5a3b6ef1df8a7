import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { KubernetesService } from "../api/index.ts";
import { type RuleReading, readTopologyRule } from "./topology-rule.ts";

const service = (annotation: string | undefined, topologyKeys?: readonly string[]): KubernetesService => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s", ...(annotation !== undefined && { annotations: { topologyKeys: annotation } }) },
  spec: topologyKeys ? { topologyKeys } : {},
});

suite("what a Service says about topology", () => {
  const cases: readonly (readonly [string, KubernetesService, RuleReading])[] = [
    ["nothing", service(undefined), {}],
    ["an empty list", service("[]"), {}],
    ["one key", service('["zone1"]'), { rule: { mode: "any", keys: ["zone1"] } }],
    ["several keys", service('["a","b"]'), { rule: { mode: "any", keys: ["a", "b"] } }],
    ["an order", service('{"ordered":["a","*"]}'), { rule: { mode: "ordered", keys: ["a", "*"] } }],
    ["an empty order", service('{"ordered":[]}'), {}],
    ["the field of old clusters", service(undefined, ["a", "*"]), { rule: { mode: "ordered", keys: ["a", "*"] } }],
    ["both, of which the annotation counts", service('["z"]', ["a"]), { rule: { mode: "any", keys: ["z"] } }],
    ["no JSON", service("zone1"), { fault: "must be JSON" }],
    ["any node before the end", service('{"ordered":["*","a"]}'), { fault: "must have '*' at its end only" }],
  ];
  for (const [name, given, wanted] of cases) test(name, () => assert.deepEqual(readTopologyRule(given), wanted));

  for (const text of ['"zone1"', "[1]", '[""]', "null", "7", '{"ordered":"a"}', '{"ordered":["a"],"x":1}', "{}"]) {
    test(`${text} is not understood, and counts as none`, () => {
      const { rule, fault } = readTopologyRule(service(text));
      assert.equal(rule, undefined);
      assert.match(fault ?? "", /^must be a list of node labels/);
    });
  }
});
