import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { node, object, service, slice } from "../../registry/testing/objects.ts";
import { gridObjects } from "./grid-objects.ts";
import { gridOverview } from "./grid-overview.ts";
import { overviewTable, reachTable } from "./grid-tables.ts";
import { nodeReach } from "./node-reach.ts";

const ruled = (name: string, topologyKeys: string, more: object = {}) =>
  service(name, {}, { annotations: { topologyKeys, ...more } });
const grid = object("superedge.io/v1", "ServiceGrid", "echo", { namespace: "app" }, { spec: { gridUniqKey: "zone1" } });
const made: Resource = {
  ...ruled("echo-svc", '["zone1"]'),
  metadata: {
    name: "echo-svc",
    namespace: "app",
    annotations: { topologyKeys: '["zone1"]' },
    ownerReferences: [{ apiVersion: "superedge.io/v1", kind: "ServiceGrid", name: "echo", uid: "", controller: true }],
  },
};
const objects = gridObjects([
  node("node2", { zone1: "nodeunit2" }),
  node("node1", { zone1: "nodeunit2" }),
  node("node0", { zone1: "nodeunit1" }),
  node("bare", {}),
  grid,
  made,
  ruled("far", '{"ordered":["zone1","*"]}', { "fairway.dev/mesh-topology": "false" }),
  ruled("odd", "zone1"),
  service("plain"),
  slice("echo-1", "echo-svc", [
    { addresses: ["10.0.0.4"] },
    { addresses: ["10.0.0.0"], nodeName: "node0" },
    { addresses: ["10.0.0.1"], nodeName: "node1", conditions: { ready: false } },
    { addresses: ["10.0.0.5"], nodeName: "gone" },
  ]),
  object("v1", "Endpoints", "echo-svc", { namespace: "app" }, { subsets: [{ addresses: [{ ip: "10.0.0.9" }] }] }),
  object("v1", "Endpoints", "far", { namespace: "app" }, { subsets: [{ addresses: [{ ip: "10.1.0.1" }] }] }),
]);

const lines = (text: string) => text.trimEnd().split("\n");

describe("fairway grid", () => {
  test("shows which nodes are one place, the grids with what they made, and Services with a rule", () => {
    assert.deepEqual(lines(overviewTable(gridOverview(objects))), [
      "KEY     VALUE       NODES",
      "zone1   nodeunit1   node0",
      "zone1   nodeunit2   node1,node2",
      "zone1   <none>      bare",
      "",
      "GRID                   KEY     STATE   MADE",
      "ServiceGrid app/echo   zone1   -       echo-svc",
      "",
      "SERVICE        RULE                           PROXIES",
      "app/echo-svc   any of zone1                   held",
      "app/far        first of zone1,*               not held",
      "app/odd        not understood: must be JSON   not held",
    ]);
    assert.match(overviewTable(gridOverview(gridObjects([service("plain")]))), /^no grids/);
  });

  test("shows for a node what its clients reach, and why each endpoint is left out", () => {
    assert.deepEqual(lines(reachTable(nodeReach(objects, "node0"))), [
      "node0: zone1=nodeunit1",
      "",
      "SERVICE        ENDPOINT               NODE    REACHED   WHY",
      "app/echo-svc   10.0.0.4               -       no        it names no node",
      "app/echo-svc   10.0.0.0               node0   yes       both nodes have zone1=nodeunit1",
      "app/echo-svc   10.0.0.1 (not ready)   node1   no        its node has zone1=nodeunit2, not nodeunit1",
      "app/echo-svc   10.0.0.5               gone    no        its node gone is not known",
      "app/far        10.1.0.1               -       yes       no node is nearer, and the rule ends in *",
      "",
      "app/far does not hold proxies: fairway.dev/mesh-topology is false",
      "app/odd has nothing to reach from here: it has no endpoints anywhere",
      "app/odd has no rule: its annotation topologyKeys must be JSON",
    ]);
  });

  test("says why a Service has nothing to reach", () => {
    const why = (name: string) =>
      nodeReach(objects, name).services.find((each) => each.name === "app/echo-svc")?.unreachable;
    assert.equal(why("node0"), undefined);
    assert.equal(why("bare"), "the node bare has no label zone1");
    assert.equal(why("nobody"), "the node nobody is not known");
    const elsewhere = gridObjects([
      ...objects.nodes,
      made,
      slice("s", "echo-svc", [{ addresses: ["10.0.0.0"], nodeName: "node0" }]),
    ]);
    assert.equal(nodeReach(elsewhere, "node2").services[0]?.unreachable, "none of its 1 endpoints is in this place");
  });

  test("tells an ordered rule's endpoints that are farther than others", () => {
    const near = [0, 1].map((i) => ({ addresses: [`10.0.0.${i}`], nodeName: `node${i}` }));
    const all = gridObjects([...objects.nodes, ruled("far", '{"ordered":["zone1","*"]}'), slice("far-1", "far", near)]);
    assert.deepEqual(
      nodeReach(all, "node1").services[0]?.endpoints.map(({ reason, why }) => [reason, why]),
      [
        ["others-nearer", "others are nearer by zone1"],
        ["same", "both nodes have zone1=nodeunit2"],
      ],
    );
  });
});
