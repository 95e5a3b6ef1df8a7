import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { EndpointSlice, KubernetesEndpoints, Resource } from "../api/index.ts";
import type { EndpointsObject } from "./prune-object.ts";
import { TopologyIndex } from "./topology-index.ts";

const node = (name: string, labels: { readonly [key: string]: string } = {}): Resource => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels },
});
const service = (name: string, keys?: string): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "d", ...(keys && { annotations: { topologyKeys: keys } }) },
  spec: {},
});
const slice = (
  name: string,
  of: string | undefined,
  nodes: readonly string[],
  resourceVersion = "1",
): EndpointSlice => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, namespace: "d", resourceVersion, ...(of && { labels: { "kubernetes.io/service-name": of } }) },
  addressType: "IPv4",
  endpoints: nodes.map((nodeName, i) => ({ addresses: [`10.0.0.${i}`], nodeName })),
});
const endpoints = (name: string, ready: readonly string[], notReady: readonly string[] = []): KubernetesEndpoints => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name, namespace: "d" },
  subsets: [
    {
      addresses: ready.map((nodeName, i) => ({ ip: `10.0.0.${i}`, nodeName })),
      notReadyAddresses: notReady.map((nodeName, i) => ({ ip: `10.0.1.${i}`, nodeName })),
      ports: [{ port: 80 }],
    },
  ],
});
const zones = [node("n0", { zone1: "u1" }), node("n1", { zone1: "u2" }), node("n2", { zone1: "u2" })];

function indexOf(own: string, ...objects: readonly Resource[]): TopologyIndex {
  const index = new TopologyIndex(own);
  for (const object of objects) index.apply("ADDED", object);
  return index;
}
/** What clients see: each object with the nodes of its endpoints. */
function seen(objects: Iterable<EndpointsObject>): string[] {
  return [...objects].map((object) => `${object.metadata.name}: ${nodesIn(object)}`).sort();
}
function nodesIn(object: EndpointsObject): string {
  if (object.kind === "EndpointSlice") return ((object as EndpointSlice).endpoints ?? []).map((e) => e.nodeName).join();
  const subsets = (object as KubernetesEndpoints).subsets ?? [];
  return subsets.flatMap((s) => [...(s.addresses ?? []), ...(s.notReadyAddresses ?? [])].map((a) => a.nodeName)).join();
}
const changes = (index: TopologyIndex, type: "ADDED" | "MODIFIED" | "DELETED", object: Resource) =>
  index.apply(type, object).map((change) => `${change.type} ${change.object.metadata.name}: ${nodesIn(change.object)}`);

suite("endpoints seen from a node", () => {
  test("are those of its own group: node0 reaches only node0, the others only those two", () => {
    const objects = [...zones, service("s", '["zone1"]'), slice("s-1", "s", ["n0", "n1", "n2"])];
    assert.deepEqual(seen(indexOf("n0", ...objects).objects()), ["s-1: n0"]);
    for (const own of ["n1", "n2"]) assert.deepEqual(seen(indexOf(own, ...objects).objects()), ["s-1: n1,n2"]);
  });

  test("are all where the Service has no rule, is not known, or the slice names none", () => {
    const index = indexOf(
      "n0",
      ...zones,
      service("a"),
      slice("a-1", "a", ["n1"]),
      slice("b-1", "b", ["n2"]),
      slice("c", undefined, ["n1"]),
    );
    assert.deepEqual(seen(index.objects()), ["a-1: n1", "b-1: n2", "c: n1"]);
    const reasons = ["a-1", "b-1", "c"].map((name) => index.explain(slice(name, "", []))?.map(({ reason }) => reason));
    assert.deepEqual(reasons, [["no-rule"], ["no-service"], ["no-service"]]);
  });

  test("in the old form are pruned ready or not, and a subset without addresses goes", () => {
    const index = indexOf("n0", ...zones, service("s", '["zone1"]'), endpoints("s", ["n0", "n1"], ["n0", "n2"]));
    assert.deepEqual(seen(index.objects()), ["s: n0,n0"]);
    index.apply("MODIFIED", endpoints("s", ["n1"], ["n2"]));
    assert.deepEqual(
      [...index.objects()].map((object) => (object as KubernetesEndpoints).subsets),
      [[]],
    );
  });

  test("are the very same objects where nothing is left out", () => {
    const own = slice("s-1", "s", ["n0"]);
    assert.equal([...indexOf("n0", ...zones, service("s", '["zone1"]'), own).objects()][0], own);
  });

  test("of several slices are decided on together", () => {
    const keys = '{"ordered":["zone1","*"]}';
    const index = indexOf("n0", ...zones, service("s", keys), slice("s-1", "s", ["n1"]));
    assert.deepEqual(seen(index.objects()), ["s-1: n1"]);
    assert.deepEqual(changes(index, "ADDED", slice("s-2", "s", ["n0"])), ["MODIFIED s-1: ", "ADDED s-2: n0"]);
    assert.deepEqual(changes(index, "DELETED", slice("s-2", "s", ["n0"])), ["DELETED s-2: n0", "MODIFIED s-1: n1"]);
  });

  test("change with a node's labels, a rule and a Service", () => {
    const index = indexOf("n0", ...zones, slice("s-1", "s", ["n0", "n1"]));
    assert.deepEqual(changes(index, "ADDED", service("s", '["zone1"]')), ["MODIFIED s-1: n0"]);
    assert.deepEqual(changes(index, "MODIFIED", node("n1", { zone1: "u1" })), ["MODIFIED s-1: n0,n1"]);
    assert.deepEqual(changes(index, "DELETED", node("n1")), ["MODIFIED s-1: n0"]);
    assert.deepEqual(changes(index, "MODIFIED", node("n0", { other: "x" })), ["MODIFIED s-1: "]);
    assert.deepEqual(changes(index, "MODIFIED", service("s")), ["MODIFIED s-1: n0,n1"]);
    assert.deepEqual(changes(index, "DELETED", service("s")), []);
  });

  test("that did not change are not told of, whatever their version", () => {
    const index = indexOf("n0", ...zones, service("s", '["zone1"]'), slice("s-1", "s", ["n0", "n1"]));
    assert.deepEqual(changes(index, "MODIFIED", slice("s-1", "s", ["n0", "n1"], "2")), []);
    assert.deepEqual(changes(index, "MODIFIED", slice("s-1", "s", ["n0", "n1", "n2"], "3")), []);
    assert.equal([...index.objects()][0]?.metadata.resourceVersion, "3");
    assert.deepEqual(changes(index, "MODIFIED", node("n2", { zone1: "u2", more: "x" })), []);
  });

  test("go with a slice to another Service", () => {
    const index = indexOf("n0", ...zones, service("s", '["zone1"]'), service("t"), slice("x", "s", ["n0", "n1"]));
    assert.deepEqual(changes(index, "MODIFIED", slice("x", "t", ["n0", "n1"])), ["MODIFIED x: n0,n1"]);
    assert.deepEqual(seen(index.objects()), ["x: n0,n1"]);
  });
});

suite("the index of endpoints", () => {
  const names = { nodes: ["n0", "n1", "n2"], services: ["s", "t"] };
  const labels = fc.record({ a: fc.constantFrom("1", "2"), b: fc.constantFrom("1", "2") }, { requiredKeys: [] });
  const aNode = fc.tuple(fc.constantFrom(...names.nodes), labels).map(([name, given]) => node(name, { ...given }));
  const rules = [undefined, '["a"]', '["a","b"]', '{"ordered":["a","b","*"]}', '{"ordered":["b"]}', "bad"];
  const aService = fc
    .tuple(fc.constantFrom(...names.services), fc.constantFrom(...rules))
    .map(([name, keys]) => service(name, keys));
  const places = fc.array(fc.constantFrom(...names.nodes, "gone"), { maxLength: 3 });
  const aSlice = fc
    .tuple(fc.constantFrom("x", "y", "z"), fc.constantFrom(...names.services, undefined), places)
    .map(([name, of, nodes]) => slice(name, of, nodes));
  const old = fc.tuple(fc.constantFrom(...names.services), places, places).map((all) => endpoints(...all));
  const change = fc.tuple(fc.boolean(), fc.oneof(aNode, aService, aSlice, old));

  test("is after any changes what it would be made anew, and its changes tell of every difference", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (steps) => {
        const index = new TopologyIndex("n0");
        const there = new Map<string, Resource>();
        const shown = new Map<string, string>();
        const idOf = (object: Resource) => `${object.kind} ${object.metadata.name}`;
        for (const [remove, object] of steps) {
          const before = there.get(idOf(object));
          if (remove && !before) continue;
          if (remove) there.delete(idOf(object));
          else there.set(idOf(object), object);
          for (const told of index.apply(
            remove ? "DELETED" : before ? "MODIFIED" : "ADDED",
            before && remove ? before : object,
          )) {
            const id = idOf(told.object);
            assert.equal(shown.has(id), told.type !== "ADDED", `${told.type} ${id}`);
            if (told.type === "DELETED") shown.delete(id);
            else shown.set(id, nodesIn(told.object));
          }
        }
        const anew = seen(indexOf("n0", ...there.values()).objects());
        assert.deepEqual(seen(index.objects()), anew);
        assert.deepEqual([...shown].map(([id, text]) => `${id.split(" ")[1]}: ${text}`).sort(), anew);
      }),
      { numRuns: 500 },
    );
  });

  test("costs the same for one change at 1,000 and 10,000 Services", () => {
    const costs = [1000, 10_000].map((count) => {
      const index = indexOf("n0", ...zones, node("far", { zone1: "u9" }));
      for (let i = 0; i < count; i++) {
        index.apply("ADDED", service(`s${i}`, '["zone1"]'));
        index.apply("ADDED", slice(`s${i}-1`, `s${i}`, ["n0", "n1", "n2"]));
      }
      index.apply("ADDED", slice("s7-2", "s7", ["far"]));
      const cost = (type: "MODIFIED", object: Resource) => {
        const before = index.judged;
        index.apply(type, object);
        return index.judged - before;
      };
      return [
        cost("MODIFIED", slice("s5-1", "s5", ["n0", "n1"])),
        cost("MODIFIED", service("s6", '["other"]')),
        cost("MODIFIED", node("far", { zone1: "u1" })),
        cost("MODIFIED", node("n1", { zone1: "u2", unrelated: "x" })),
      ];
    });
    assert.deepEqual(costs[0], [2, 3, 4, 0]);
    assert.deepEqual(costs[1], costs[0]);
  });
});
