import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EndpointSlice, Resource } from "../api/index.ts";
import { Random } from "../base/testing/random.ts";
import { type Proxy as MeshProxy, parseProxy } from "../core/index.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, updateSnapshot } from "../mesh/index.ts";
import { isEmptyChange, Registry } from "../registry/index.ts";
import { added, node, pod, podEndpoint, service, serviceEntry, slice } from "../registry/testing/objects.ts";
import { TopologyIndex } from "../topology/index.ts";
import { planAll, viewOf } from "../translate/index.ts";

const host = "web.app.svc.cluster.local";
const keys = (value: unknown, more: object = {}) => ({ annotations: { topologyKeys: JSON.stringify(value), ...more } });

/** A site with one node and a site with two, and a pod of the service on each node. */
const nodes = [node("n0", { site: "east" }), node("n1", { site: "west" }), node("n2", { site: "west" })];
const pods = [0, 1, 2].map((i) => pod(`p${i}`, `10.0.0.${i}`, { nodeName: `n${i}` }));
const behind = slice(
  "web-1",
  "web",
  [0, 1, 2].map((i) => ({ ...podEndpoint(`p${i}`, `10.0.0.${i}`), nodeName: `n${i}` })),
);
const world = [...nodes, ...pods, behind];

const settings = meshSettings({});
const snapshotOf = (registry: Registry) =>
  buildSnapshot({ settings, registry: registry.snapshot, resources: [], now: 0 });

function registryOf(objects: readonly Resource[]): Registry {
  const registry = new Registry();
  registry.apply(added(...objects));
  return registry;
}

/** A proxy beside a pod that is not one of the service's, on a node. */
function proxyOn(nodeName: string, metadata: object = {}, type = "sidecar"): MeshProxy {
  const id = `${type}~10.9.0.1~client.app~app.svc.cluster.local`;
  return parseProxy({ id, metadata: { NAMESPACE: "app", CLUSTER_ID: "Kubernetes", NODE_NAME: nodeName, ...metadata } });
}

function addresses(snapshot: MeshSnapshot, proxy: MeshProxy, of = host): readonly string[] {
  const [plan] = planAll("endpoints", viewOf(snapshot, proxy), [`outbound|80||${of}`]);
  assert.ok(plan);
  const { message } = plan.build(plan.key as never) as { readonly message: ClusterLoadAssignment };
  return (message.endpoints ?? [])
    .flatMap(({ lbEndpoints = [] }) => lbEndpoints.map((each) => each.endpoint?.address?.socketAddress?.address ?? ""))
    .sort();
}

const reached = (objects: readonly Resource[], proxy: MeshProxy, of = host) =>
  addresses(snapshotOf(registryOf(objects)), proxy, of);

const gridded = [...world, service("web", {}, keys(["site"]))];
const [east, west, all] = [["10.0.0.0"], ["10.0.0.1", "10.0.0.2"], ["10.0.0.0", "10.0.0.1", "10.0.0.2"]];

describe("proxies of a service that keeps clients in their place", () => {
  test("reach the endpoints of their own site only", () => {
    assert.deepEqual(reached(gridded, proxyOn("n0")), east);
    assert.deepEqual(reached(gridded, proxyOn("n1")), west);
    assert.deepEqual(reached(gridded, proxyOn("n2", {}, "router")), west, "gateways are clients as well");
    assert.deepEqual(reached(gridded, proxyOn("n0", { GENERATOR: "grpc" })), east);
  });

  test("are where their pods are, whatever they say themselves", () => {
    const client = pod("client", "10.9.0.1", { nodeName: "n2" });
    assert.deepEqual(reached([...gridded, client], proxyOn("n0")), west);
  });

  test("reach nothing if their node is not known or not labelled, and everything if the rule ends in any node", () => {
    const ordered = [...world, service("web", {}, keys({ ordered: ["site", "*"] }))];
    for (const nowhere of [proxyOn("n9"), proxyOn(""), proxyOn("n1", { CLUSTER_ID: "other" })]) {
      assert.deepEqual(reached(gridded, nowhere), []);
      assert.deepEqual(reached(ordered, nowhere), all);
    }
    assert.deepEqual(reached(ordered, proxyOn("n0")), east);
  });

  test("reach everything where the rule is switched off for the mesh, or is none", () => {
    const off = service("web", {}, keys(["site"], { "fairway.dev/mesh-topology": "false" }));
    assert.deepEqual(reached([...world, off], proxyOn("n0")), all);
    assert.deepEqual(reached([...world, service("web", {}, keys([]))], proxyOn("n0")), all);
    const problems: string[] = [];
    const registry = new Registry({ report: ({ message }) => problems.push(message) });
    registry.apply(added(...world, service("web", {}, { annotations: { topologyKeys: "site" } })));
    assert.deepEqual(addresses(snapshotOf(registry), proxyOn("n0")), all);
    assert.deepEqual(problems, ["has an annotation topologyKeys that must be JSON"]);
  });

  test("find addresses without a pod by the node that their slice names", () => {
    const bare = [0, 1].map((i) => ({ addresses: [`10.5.0.${i}`], nodeName: `n${i}` }));
    const unplaced = { addresses: ["10.5.0.9"] };
    const objects = [...nodes, service("web", {}, keys(["site"])), slice("web-1", "web", [...bare, unplaced])];
    assert.deepEqual(reached(objects, proxyOn("n1")), ["10.5.0.1"]);
  });

  test("call all pods of a headless service by their addresses, but are given the near ones to choose from", () => {
    const ports = [{ name: "tcp", port: 80, protocol: "TCP" }];
    const objects = [
      ...world,
      service("web", { clusterIP: "None", ports }, keys(["site"])),
      { ...behind, ports: [{ name: "tcp", port: 8080, protocol: "TCP" }] },
    ];
    const listeners = planAll("listeners", viewOf(snapshotOf(registryOf(objects)), proxyOn("n0")), []);
    const names = new Set(listeners.map(({ name }) => name));
    for (const address of all) assert.ok(names.has(`${address}_80`), `${address} of ${[...names]}`);
    assert.deepEqual(reached(objects, proxyOn("n0", {}, "router")), east);
  });

  test("reach all endpoints of an entry, annotated or not", () => {
    const endpoints = [{ address: "10.7.0.1" }, { address: "10.7.0.2" }];
    const entry = serviceEntry("ext", { resolution: "STATIC", endpoints }, keys(["site"]));
    assert.deepEqual(reached([...nodes, entry], proxyOn("n0"), "ext.example.com"), ["10.7.0.1", "10.7.0.2"]);
  });
});

describe("a change of what keeps clients in their place", () => {
  /** What clients on n0 and n1 reach after each batch of changes. */
  function after(...batches: readonly (readonly Resource[])[]): readonly (readonly string[])[][] {
    const registry = registryOf(gridded);
    let snapshot = snapshotOf(registry);
    const clients = [proxyOn("n0"), proxyOn("n1")];
    return batches.map((batch) => {
      const { services } = registry.apply(added(...batch));
      snapshot = updateSnapshot(snapshot, { registry: registry.snapshot, changedServices: services, now: 0 });
      return clients.map((proxy) => addresses(snapshot, proxy));
    });
  }

  test("counts at once: a node's label, a new node, another key, the switch", () => {
    const off = service("web", {}, keys(["site"], { "fairway.dev/mesh-topology": "false" }));
    assert.deepEqual(
      after(
        [node("n2", { site: "east" })],
        [node("n1", { rack: "r1" }), node("n0", { site: "east", rack: "r1" })],
        [service("web", {}, keys(["rack"]))],
        [off],
      ),
      [
        [["10.0.0.0", "10.0.0.2"], ["10.0.0.1"]],
        [["10.0.0.0", "10.0.0.2"], []],
        [
          ["10.0.0.0", "10.0.0.1"],
          ["10.0.0.0", "10.0.0.1"],
        ],
        [all, all],
      ],
    );
  });

  test("is none where no rule names the label, and without a rule nodes are nothing at all", () => {
    const registry = registryOf(gridded);
    assert.equal(isEmptyChange(registry.apply(added(node("n1", { site: "west", rack: "r7" })))), true);
    assert.deepEqual([...registry.apply(added(node("n1", { site: "east" }))).nodes], ["n1@Kubernetes"]);
    const plain = registryOf([...world, service("web")]);
    assert.equal(isEmptyChange(plain.apply(added(node("n1", { site: "east" })))), true);
    assert.equal(plain.snapshot.parts.nodes.size, 0);
  });
});

describe("views", () => {
  const keyOf = (objects: readonly Resource[], proxy: MeshProxy) =>
    viewOf(snapshotOf(registryOf(objects)), proxy).scope.key;

  test("are shared by proxies of one site, and not by those of two", () => {
    const unread = [...gridded, node("n1", { site: "west", rack: "r1", "kubernetes.io/hostname": "n1" })];
    assert.equal(keyOf(unread, proxyOn("n1")), keyOf(unread, proxyOn("n2")));
    assert.notEqual(keyOf(unread, proxyOn("n0")), keyOf(unread, proxyOn("n1")));
  });

  test("do not depend on nodes, nor have a longer key, where no service in scope has a rule", () => {
    const elsewhere = service(
      "far",
      {},
      { ...keys(["site"], { "networking.istio.io/exportTo": "." }), namespace: "far" },
    );
    const plain = [...pods, behind, service("web")];
    assert.equal(keyOf([...plain, ...nodes, elsewhere], proxyOn("n0")), keyOf(plain, proxyOn("n1")));
  });
});

test("proxies reach what kube-proxy on their node would, by whatever rule", () => {
  const random = new Random(16);
  const rules = [
    ["site"],
    ["site", "rack"],
    { ordered: ["rack", "site"] },
    { ordered: ["rack", "site", "*"] },
  ] as const;
  for (let round = 0; round < 200; round++) {
    const labelled = [0, 1, 2, 3]
      .filter(() => random.chance(0.9))
      .map((i) =>
        node(`n${i}`, {
          ...(random.chance(0.8) && { site: random.pick(["east", "west"]) }),
          ...(random.chance(0.6) && { rack: random.pick(["r1", "r2"]) }),
        }),
      );
    const endpoints = [0, 1, 2, 3, 4, 5].map((i) => ({
      addresses: [`10.5.0.${i}`],
      conditions: { ready: random.chance(0.7), serving: false, terminating: false },
      ...(random.chance(0.9) && { nodeName: `n${random.below(4)}` }),
    }));
    const web = service("web", {}, keys(random.pick<unknown>(rules)));
    const slices = [slice("web-1", "web", endpoints.slice(0, 3)), slice("web-2", "web", endpoints.slice(3))];
    for (const own of ["n0", "n1"]) {
      const index = new TopologyIndex(own);
      for (const object of [...labelled, web, ...slices]) index.apply("ADDED", object);
      const seen = [...index.objects()].flatMap(
        (object) => (object as EndpointSlice).endpoints?.flatMap((each) => each.addresses) ?? [],
      );
      assert.deepEqual(reached([...labelled, web, ...slices], proxyOn(own)), seen.sort(), `round ${round}`);
    }
  }
});
