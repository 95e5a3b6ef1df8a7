import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { formatKey, type Resource } from "../api/index.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { mutate } from "../base/testing/mutate.ts";
import { Random } from "../base/testing/random.ts";
import type { WatchEvent } from "../core/index.ts";
import { PublishedState } from "../store/index.ts";
import { EdgeState } from "./edge-state.ts";
import { type ServedKind, servedKinds } from "./served-kinds.ts";
import { endpoints, node, service, slice } from "./testing/sample-objects.ts";

const [nodes, services, slices, endpointsKind, ranges] = servedKinds as readonly [
  ServedKind,
  ServedKind,
  ServedKind,
  ServedKind,
  ServedKind,
];

function setUp({ localEndpoint = false } = {}) {
  const published = new PublishedState({ after: 1000, kept: 1000, clock: new ManualClock() });
  const odd: string[] = [];
  const kept = new Map<string, Resource>();
  const state = new EdgeState({
    nodeName: "n1",
    localEndpoint,
    published,
    observer: {
      kept: (key, resource) => void (resource ? kept.set(formatKey(key), resource) : kept.delete(formatKey(key))),
      odd: (kind, id, why) => void odd.push(`${kind.kind} ${id}: ${why}`),
    },
  });
  const fill = (given: Partial<Record<string, readonly Resource[]>> = {}) => {
    for (const kind of servedKinds) if (!kind.optional) state.replace(kind, given[kind.kind] ?? []);
  };
  const shown = async (kind: ServedKind) => (await published.list(kind, "")).items;
  return { state, published, odd, kept, fill, shown };
}

const zone = (name: string, value: string) => node(name, { zone: value });
const nodesOf = (object: Resource | undefined) =>
  (object?.endpoints as { nodeName: string }[] | undefined)?.map(({ nodeName }) => nodeName);
const tell = (events: readonly WatchEvent[] = []) =>
  events.map(({ type, resource }) => `${type} ${resource.kind} ${resource.metadata.name}`);
/** What has come of a watch, without waiting for more. */
async function drain(watch: ReturnType<PublishedState["watch"]>): Promise<readonly WatchEvent[]> {
  const next = watch.next();
  return (await Promise.race([next, setImmediate(undefined)])) ?? [];
}

describe("what clients on the node see", () => {
  test("is nothing before all kinds that count are known, and then everything at once", async () => {
    const { state, published } = setUp();
    const watch = published.watch();
    state.replace(slices, [slice("a-1", "a", ["n1", "n2"])]);
    state.change(slices, "ADDED", slice("a-2", "a", ["n1"]));
    state.replace(endpointsKind, []);
    state.replace(services, [service("a", ["zone"])]);
    assert.deepEqual([state.begun, published.revision], [false, 1000]);
    state.replace(nodes, [zone("n1", "x"), zone("n2", "y")]);
    assert.equal(state.begun, true);
    assert.deepEqual(tell(await watch.next()).sort(), [
      "ADDED EndpointSlice a-1",
      "ADDED EndpointSlice a-2",
      "ADDED Node n1",
      "ADDED Node n2",
      "ADDED Service a",
    ]);
  });

  test("changes at once with the node's labels, another node's, a Service's keys and endpoints", async () => {
    const { state, published, fill, shown } = setUp();
    fill({
      Node: [zone("n1", "x"), zone("n2", "y"), zone("n3", "x")],
      Service: [service("a", ["zone"])],
      EndpointSlice: [slice("a-1", "a", ["n1", "n2", "n3"])],
      Endpoints: [endpoints("a", ["n1", "n2"])],
    });
    const seen = async () => nodesOf((await shown(slices))[0]);
    assert.deepEqual(await seen(), ["n1", "n3"]);
    const watch = published.watch();
    state.change(nodes, "MODIFIED", zone("n1", "y"));
    assert.deepEqual(await seen(), ["n1", "n2"]);
    assert.deepEqual(tell(await drain(watch)), [
      "MODIFIED EndpointSlice a-1",
      "MODIFIED Endpoints a",
      "MODIFIED Node n1",
    ]);
    state.change(nodes, "MODIFIED", zone("n2", "z"));
    assert.deepEqual(await seen(), ["n1"]);
    state.change(services, "MODIFIED", service("a"));
    assert.deepEqual(await seen(), ["n1", "n2", "n3"]);
    state.change(slices, "MODIFIED", slice("a-1", "a", ["n2"]));
    assert.deepEqual(await seen(), ["n2"]);
    state.change(nodes, "DELETED", zone("n1", "y"));
    state.change(services, "MODIFIED", service("a", ["zone"]));
    assert.deepEqual(await seen(), []);
  });

  test("a node whose labels stay is told of, and nothing is decided anew", async () => {
    const { state, published, fill } = setUp();
    fill({ Node: [zone("n1", "x")], Service: [service("a", ["zone"])], EndpointSlice: [slice("a-1", "a", ["n1"])] });
    const [watch, judged] = [published.watch(), state.judged];
    state.change(nodes, "MODIFIED", { ...zone("n1", "x"), status: { phase: "Running" } });
    assert.deepEqual(tell(await drain(watch)), ["MODIFIED Node n1"]);
    assert.equal(state.judged, judged);
  });

  test("a change of an endpoint is as much work with a thousand Services as with ten", () => {
    const work = [10, 1000].map((count) => {
      const { state, fill } = setUp();
      const names = Array.from({ length: count }, (_, i) => `s${i}`);
      fill({
        Node: [zone("n1", "x"), zone("n2", "y")],
        Service: names.map((name) => service(name, ["zone"])),
        EndpointSlice: names.map((name) => slice(`${name}-1`, name, ["n1", "n2"])),
      });
      const before = state.judged;
      state.change(slices, "MODIFIED", slice("s7-1", "s7", ["n1"]));
      return state.judged - before;
    });
    assert.deepEqual(work, [1, 1]);
  });

  test("a Service is told of at every update, endpoints only where they are seen otherwise", async () => {
    const { state, published, fill } = setUp();
    fill({
      Node: [zone("n1", "x"), zone("n2", "y")],
      Service: [service("a", ["zone"])],
      EndpointSlice: [slice("a-1", "a", ["n1", "n2"])],
    });
    const watch = published.watch();
    state.change(services, "MODIFIED", service("a", ["zone"]));
    state.change(slices, "MODIFIED", slice("a-1", "a", ["n1"]));
    state.change(slices, "MODIFIED", slice("a-1", "a", ["n1", "n2"], { resourceVersion: "77" }));
    assert.deepEqual(tell(await drain(watch)), ["MODIFIED Service a"]);
  });

  test("a Service comes after its endpoints are pruned, and goes before they are whole again", async () => {
    const { state, published, fill } = setUp();
    fill({ Node: [zone("n1", "x"), zone("n2", "y")], EndpointSlice: [slice("a-1", "a", ["n1", "n2"])] });
    const watch = published.watch();
    state.change(services, "ADDED", service("a", ["zone"]));
    state.change(services, "DELETED", service("a", ["zone"]));
    assert.deepEqual(tell(await drain(watch)), [
      "MODIFIED EndpointSlice a-1",
      "ADDED Service a",
      "DELETED Service a",
      "MODIFIED EndpointSlice a-1",
    ]);
  });

  test("a list that is as before changes nothing, and what is not in it goes", async () => {
    const { state, published, fill, kept } = setUp();
    const given = {
      Node: [zone("n1", "x")],
      Service: [service("a", ["zone"]), service("b")],
      EndpointSlice: [slice("a-1", "a", ["n1"]), slice("b-1", "b", ["n1"])],
    };
    fill(given);
    const { revision } = published;
    fill(given);
    assert.equal(published.revision, revision);
    const watch = published.watch();
    state.replace(services, [service("a", ["zone"])]);
    state.replace(slices, [slice("a-1", "a", ["n1"])]);
    assert.deepEqual(tell(await drain(watch)), ["DELETED Service b", "DELETED EndpointSlice b-1"]);
    assert.deepEqual([...kept.keys()].sort(), [
      "Node/n1",
      "Service/default/a",
      "discovery.k8s.io/EndpointSlice/default/a-1",
    ]);
  });

  test("the endpoints of default/kubernetes are turned to the node's own where that is asked for", async () => {
    const annotations = { "superedge.io/local-endpoint": "127.0.0.1", "superedge.io/local-port": "51003" };
    const given = { Endpoints: [endpoints("kubernetes", ["n9"], { annotations })] };
    const subset = { addresses: [{ ip: "127.0.0.1" }], ports: [{ name: "https", protocol: "TCP", port: 51003 }] };
    for (const localEndpoint of [true, false]) {
      const { fill, shown } = setUp({ localEndpoint });
      fill(given);
      const [object] = await shown(endpointsKind);
      assert.deepEqual(object?.subsets, localEndpoint ? [subset] : given.Endpoints[0]?.subsets);
    }
  });

  test("carries no managed fields, and no images of other nodes", async () => {
    const { fill, shown } = setUp();
    const full = (name: string) => ({
      ...zone(name, "x"),
      metadata: { name, managedFields: [{ manager: "kubelet" }] },
      status: { images: [{ sizeBytes: 1 }], phase: "Running" },
    });
    fill({ Node: [full("n1"), full("n2")] });
    const seen = await shown(nodes);
    assert.deepEqual(
      seen.map(({ metadata, status }) => [metadata.managedFields, Object.keys(status as object)]),
      [
        [undefined, ["images", "phase"]],
        [undefined, ["phase"]],
      ],
    );
  });

  test("kinds that not every server has come later", async () => {
    const { state, fill, shown } = setUp();
    fill();
    assert.equal(state.knows(ranges), false);
    state.replace(ranges, [{ apiVersion: "networking.k8s.io/v1", kind: "ServiceCIDR", metadata: { name: "k" } }]);
    assert.equal((await shown(ranges)).length, 1);
  });
});

describe("what was seen before", () => {
  const last = {
    Node: [zone("n1", "x"), zone("n2", "y")],
    Service: [service("a", ["zone"]), service("b")],
    EndpointSlice: [slice("a-1", "a", ["n1", "n2"]), slice("b-1", "b", ["n1"])],
  };

  test("is served where nothing newer is to be had", async () => {
    const { state, shown } = setUp();
    state.recall(Object.values(last).flat());
    assert.equal(state.begun, false);
    state.begin();
    assert.deepEqual((await shown(slices)).map(nodesOf), [["n1"], ["n1"]]);
    assert.deepEqual([state.knows(endpointsKind), state.knows(ranges)], [true, false]);
  });

  test("gives way to what is newer, which is told as changes only where it differs", async () => {
    const { state, published, shown, kept } = setUp();
    state.recall(Object.values(last).flat());
    state.replace(nodes, [zone("n1", "y"), zone("n2", "y")]);
    state.begin();
    assert.deepEqual((await shown(slices)).map(nodesOf), [["n1", "n2"], ["n1"]]);
    const watch = published.watch();
    state.replace(services, [service("a", ["zone"])]);
    state.replace(slices, [slice("a-1", "a", ["n1", "n2"])]);
    state.replace(endpointsKind, []);
    assert.deepEqual(tell(await drain(watch)), ["DELETED Service b", "DELETED EndpointSlice b-1"]);
    assert.deepEqual([...kept.keys()], ["Node/n1"]);
  });
});

describe("what cannot be read", () => {
  test("is left out and told of, and the object stays as it was when it could be", async () => {
    const { state, odd, fill, shown } = setUp();
    fill({ Node: [zone("n1", "x")], Service: [service("a")], EndpointSlice: [slice("a-1", "a", ["n1"])] });
    state.change(slices, "MODIFIED", { ...slice("a-1", "a", []), endpoints: "none" });
    state.replace(slices, [
      { ...slice("a-1", "a", []), endpoints: [7] },
      { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice" } as Resource,
    ]);
    assert.deepEqual(nodesOf((await shown(slices))[0]), ["n1"]);
    assert.deepEqual(odd, [
      "EndpointSlice default/a-1: its endpoints cannot be read",
      "EndpointSlice default/a-1: its endpoints cannot be read",
      "EndpointSlice : it has no name",
    ]);
  });

  test("a change of an object that is not known is told of; it is taken, and its deletion is none", async () => {
    const { state, odd, fill, shown } = setUp();
    fill();
    state.change(services, "MODIFIED", service("a"));
    state.change(services, "DELETED", service("b"));
    assert.equal((await shown(services)).length, 1);
    assert.deepEqual(odd, [
      "Service default/a: it is modified, but was not known",
      "Service default/b: it is deleted, but was not known",
    ]);
  });

  test("whatever an object holds, nothing breaks", () => {
    const random = new Random(7);
    const { state, fill } = setUp();
    fill({ Node: [zone("n1", "x")], Service: [service("a", ["zone"])] });
    const samples = [
      [nodes, zone("n1", "x")],
      [services, service("a", ["zone"])],
      [slices, slice("a-1", "a", ["n1", "n2"])],
      [endpointsKind, endpoints("a", ["n1", "n2"])],
    ] as const;
    for (let i = 0; i < 20_000; i++) {
      const [kind, sample] = random.pick(samples as never) as (typeof samples)[number];
      let object: unknown = sample;
      for (let n = random.below(4); n >= 0; n--) object = mutate(object, random);
      state.change(kind, random.pick(["ADDED", "MODIFIED", "DELETED"]), object as Resource);
    }
  });
});
