import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { type Node, nodeKind } from "./node.ts";

const spec = (fields: object): object => ({ spec: fields });
const taint = { key: "a", effect: "NoSchedule" };

const rows: readonly Row[] = [
  ["nothing", {}],
  ["a namespace", { metadata: { name: "x", namespace: "y" } }, "FW0115 metadata.namespace"],
  ["address ranges", spec({ podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24", "fd00::/64"] })],
  ["an empty range", spec({ podCIDR: "" })],
  ["a bad range", spec({ podCIDRs: ["10.0.0.0"] }), "FW0207 spec.podCIDRs[0]"],
  ["ranges without the first", spec({ podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.1.0/24"] }), "FW0644 spec.podCIDRs[0]"],
  ["ranges of one family", spec({ podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] }), "FW0644 spec.podCIDRs[1]"],
  ["two taints", spec({ taints: [taint, { ...taint, effect: "NoExecute" }] })],
  ["a taint twice", spec({ taints: [taint, { ...taint, value: "b" }] }), "FW0108 spec.taints[1]"],
  ["an unknown effect", spec({ taints: [{ key: "a", effect: "Never" }] }), "FW0104 spec.taints[0].effect"],
  ["quantities", { status: { capacity: { cpu: 2, memory: "1Gi" } } }],
  ["a bad quantity", { status: { capacity: { cpu: "two" } } }, "FW0210 status.capacity.cpu"],
  [
    "two addresses of one type",
    {
      status: {
        addresses: [
          { type: "InternalIP", address: "10.0.0.1" },
          { type: "InternalIP", address: "fd00::1" },
        ],
      },
    },
  ],
];

describe("nodeKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(nodeKind, fields), problems));
  }

  test("aligns the two forms of address ranges", () => {
    const both = { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24"] };
    assert.deepEqual(admitted<Node>(nodeKind, spec({ podCIDR: "10.0.0.0/24" })).spec, both);
    assert.deepEqual(admitted<Node>(nodeKind, spec({ podCIDRs: ["10.0.0.0/24"] })).spec, both);
  });

  test("keeps its provider's id", () => {
    assert.deepEqual(judgeUpdate(nodeKind, {}, spec({ providerID: "a" })), []);
    const problems = judgeUpdate(nodeKind, spec({ providerID: "a" }), spec({ providerID: "b" }));
    assert.deepEqual(problems, ["FW0116 spec.providerID"]);
  });

  test("shows state, roles and addresses", () => {
    const object = admitted(nodeKind, {
      metadata: { name: "n1", labels: { "node-role.kubernetes.io/worker": "", "kubernetes.io/role": "edge" } },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
        nodeInfo: { kubeletVersion: "v1.36.1" },
      },
    });
    const shown = cells(nodeKind, object);
    assert.equal(shown.Status, "Ready,SchedulingDisabled");
    assert.equal(shown.Roles, "edge,worker");
    assert.equal(shown.Version, "v1.36.1");
    assert.equal(shown["Internal-IP"], "10.0.0.1");
    assert.equal(shown["External-IP"], "<none>");
    assert.equal(cells(nodeKind, admitted(nodeKind, {})).Status, "Unknown");
  });
});
