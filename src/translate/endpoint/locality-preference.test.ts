import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { defaultMeshConfig } from "../../api/index.ts";
import { parseLocality, type Service } from "../../core/index.ts";
import type { PortPolicy } from "../../mesh/index.ts";
import { indifferent, localityPreference } from "./locality-preference.ts";

const asker = { locality: parseLocality("r1/z1"), label: (key: string) => `own ${key}` };
const outlierDetection = { consecutive5xxErrors: 3 };

function preference(
  policy: PortPolicy,
  trafficDistribution: Service["trafficDistribution"] = "any",
  mesh: Partial<typeof defaultMeshConfig> = {},
) {
  return localityPreference(policy, { trafficDistribution }, { ...defaultMeshConfig, ...mesh }, asker);
}

describe("localities are preferred", () => {
  test("not at all unless something tells that endpoints have failed", () => {
    assert.equal(preference({}), indifferent);
    assert.equal(
      preference({ loadBalancer: { localityLbSetting: { failover: [{ from: "r1", to: "r2" }] } } }),
      indifferent,
    );
    assert.equal(preference({ outlierDetection }).from, "r1/z1");
  });

  test("not if the rule switches it off, whatever the mesh says", () => {
    const policy = { outlierDetection, loadBalancer: { localityLbSetting: { enabled: false } } };
    assert.equal(preference(policy), indifferent);
  });

  test("by shares even without outlier detection", () => {
    const distribute = [{ from: "r1/*", to: { "r1/*": 100 } }];
    assert.equal(preference({ loadBalancer: { localityLbSetting: { distribute } } }).plan?.distribute, distribute);
  });

  test("by the service's own wish, with labels of the client", () => {
    const { labelValues } = preference({}, "prefer-same-node");
    assert.deepEqual(labelValues.at(-1), "own kubernetes.io/hostname");
    assert.equal(preference({}, "prefer-same-zone").labelValues.length, 3);
  });

  test("by the rule's word rather than by the service's", () => {
    const failoverPriority = ["version=v2", "zone"];
    const policy = { outlierDetection, loadBalancer: { localityLbSetting: { failoverPriority } } };
    assert.deepEqual(preference(policy, "prefer-same-zone").labelValues, ["v2", "own zone"]);
  });
});

describe("zones are left to Envoy", () => {
  test("if the rule asks for it", () => {
    assert.equal(preference({ loadBalancer: { zoneAwareLbSetting: {} } }).byRegion, true);
    assert.equal(preference({ loadBalancer: { zoneAwareLbSetting: { enabled: false } } }), indifferent);
  });

  test("but not where it is switched off, and then all localities are alike", () => {
    const off = { zoneAwareLbSetting: { enabled: false } };
    assert.equal(preference({ outlierDetection, loadBalancer: off }), indifferent);
    assert.equal(preference({ outlierDetection }, "any", off), indifferent);
  });

  test("if the mesh asks for it and neither rule nor service says otherwise", () => {
    const mesh = { zoneAwareLbSetting: {} };
    assert.equal(preference({}, "any", mesh).byRegion, true);
    assert.equal(preference({}, "prefer-same-zone", mesh).byRegion, false);
    assert.equal(preference({ loadBalancer: { localityLbSetting: { enabled: false } } }, "any", mesh).byRegion, false);
  });
});
