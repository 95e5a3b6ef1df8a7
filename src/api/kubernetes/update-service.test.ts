import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit } from "../admit.ts";
import { admitted, judgeUpdate, objectOf } from "../testing/judge.ts";
import { type Service, serviceKind } from "./service.ts";

const allocated = {
  ports: [{ port: 80, nodePort: 30080 }],
  type: "NodePort",
  clusterIP: "10.0.0.1",
  clusterIPs: ["10.0.0.1"],
  ipFamilies: ["IPv4"],
};

const update = (old: object, spec: object): Service => {
  const before = admitted(serviceKind, { spec: old });
  return admit(serviceKind, objectOf(serviceKind, { spec }), undefined, before).resource as Service;
};

const rows: readonly [name: string, old: object, spec: object, ...problems: string[]][] = [
  ["leaving out what was allocated", allocated, { type: "NodePort", ports: [{ port: 80 }] }],
  ["another address", allocated, { ...allocated, clusterIP: "10.0.0.2", clusterIPs: [] }, "FW0116 spec.clusterIPs[0]"],
  ["a second family", allocated, { ...allocated, ipFamilyPolicy: "PreferDualStack", ipFamilies: ["IPv4", "IPv6"] }],
  [
    "another first family",
    { ...allocated, clusterIP: "None", clusterIPs: ["None"], type: "ClusterIP", ports: [] },
    { clusterIP: "None", ipFamilies: ["IPv6"] },
    "FW0116 spec.ipFamilies[0]",
  ],
  ["back from an external name", { type: "ExternalName", externalName: "a.b" }, { ports: [{ port: 80 }] }],
  ["node ports sent along to a ClusterIP", allocated, { ...allocated, type: "ClusterIP" }],
  ["an address sent along to an external name", allocated, { ...allocated, type: "ExternalName", externalName: "a.b" }],
  [
    "another load balancer",
    { type: "LoadBalancer", ports: [{ port: 80 }], loadBalancerClass: "a.b/c" },
    { type: "LoadBalancer", ports: [{ port: 80 }], loadBalancerClass: "a.b/d" },
    "FW0116 spec.loadBalancerClass",
  ],
];

describe("updates of a Service", () => {
  for (const [name, old, spec, ...problems] of rows) {
    test(name, () => assert.deepEqual(judgeUpdate(serviceKind, { spec: old }, { spec }), problems));
  }

  test("keep allocated addresses and ports", () => {
    const { spec } = update(allocated, { type: "NodePort", ports: [{ port: 80 }, { port: 81, name: "b" }] });
    assert.equal(spec.clusterIP, "10.0.0.1");
    assert.deepEqual(spec.clusterIPs, ["10.0.0.1"]);
    assert.deepEqual(spec.ipFamilies, ["IPv4"]);
    assert.deepEqual(
      spec.ports?.map((port) => port.nodePort),
      [30080, undefined],
    );
  });

  test("do not stumble over what is not sound", () => {
    for (const spec of [undefined, "x", { ports: "x" }, { type: "NodePort", ports: [null, 1, {}] }]) {
      const before = admitted(serviceKind, { spec: allocated });
      assert.doesNotThrow(() => admit(serviceKind, objectOf(serviceKind, { spec }), undefined, before));
      assert.doesNotThrow(() => serviceKind.carryOver?.(objectOf(serviceKind, { spec }), before));
    }
  });

  test("drop what no longer goes with the type", () => {
    const { spec } = update(allocated, { ...allocated, type: "ExternalName", externalName: "a.b" });
    assert.deepEqual(spec, {
      type: "ExternalName",
      externalName: "a.b",
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
      sessionAffinity: "None",
    });
  });
});
