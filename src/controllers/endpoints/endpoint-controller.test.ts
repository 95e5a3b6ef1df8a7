import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { builtInCatalog, type EndpointSlice, type KubernetesEndpoints, keyOf, type Resource } from "../../api/index.ts";
import { createMemoryStore, GarbageCollector, sourceAnnotation, type VersionedStore } from "../../store/index.ts";
import { EndpointController } from "./endpoint-controller.ts";

const kinds = builtInCatalog();
const sliceType = { group: "discovery.k8s.io", kind: "EndpointSlice" };
const endpointsKey = { group: "", kind: "Endpoints", namespace: "web", name: "shop" };
const managedBy = "endpointslice.kubernetes.io/managed-by";
const report = (error: unknown) => assert.fail(String(error));

async function start(t: TestContext): Promise<World> {
  const store = createMemoryStore({ kinds: () => kinds });
  const controller = new EndpointController({ store, report });
  await controller.start();
  t.after(async () => {
    await controller.close();
    await store.close();
  });
  return new World(store);
}

/** A store whose slices are waited for. */
class World {
  readonly store: VersionedStore;

  constructor(store: VersionedStore) {
    this.store = store;
  }

  async put(resource: Resource): Promise<Resource> {
    const { status, ...rest } = resource;
    const old = await this.store.get(keyOf(resource));
    const made = await (old ? this.store.update(rest as Resource) : this.store.create(rest as Resource));
    return status === undefined ? made : this.store.updateStatus({ ...made, status });
  }

  async slices(): Promise<readonly EndpointSlice[]> {
    return (await this.store.list(sliceType, "")).items as readonly EndpointSlice[];
  }

  /** Waits until the slices are as they should be. */
  async until(holds: (slices: readonly EndpointSlice[], endpoints: KubernetesEndpoints | undefined) => boolean) {
    const watch = this.store.watch();
    for (;;) {
      const endpoints = (await this.store.get(endpointsKey)) as KubernetesEndpoints | undefined;
      if (holds(await this.slices(), endpoints)) break;
      await watch.next();
    }
    watch.close();
  }

  /** Waits until these are all addresses, in any order. */
  async addresses(...wanted: readonly string[]): Promise<void> {
    const sorted = [...wanted].sort().join();
    await this.until((slices) => addressesOf(slices).sort().join() === sorted && slices.length > 0);
  }
}

const addressesOf = (slices: readonly EndpointSlice[]) =>
  slices.flatMap((slice) => slice.endpoints ?? []).map(({ addresses }) => addresses[0] ?? "");

const service = (spec: object = {}, metadata: object = {}): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "shop", namespace: "web", labels: { team: "a" }, ...metadata },
  spec: {
    type: "ClusterIP",
    clusterIP: "10.0.0.9",
    ipFamilies: ["IPv4"],
    selector: { app: "shop" },
    ports: [{ name: "http", port: 80, protocol: "TCP", targetPort: "web" }],
    ...spec,
  },
});

interface PodWish {
  readonly ip?: string;
  readonly ready?: boolean;
  readonly port?: number;
  readonly labels?: object;
  readonly spec?: object;
  readonly status?: object;
}

function pod(name: string, { ip = "", ready = true, port = 8080, labels, spec, status }: PodWish): Resource {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "web", labels: { app: "shop", ...labels } },
    spec: {
      nodeName: "n1",
      containers: [{ name: "c", image: "i", ports: [{ name: "web", containerPort: port }] }],
      ...spec,
    },
    status: {
      phase: "Running",
      ...(ip !== "" && { podIP: ip, podIPs: [{ ip }] }),
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
      ...status,
    },
  };
}

suite("endpoints of Services", { timeout: 20_000 }, () => {
  test("follow the pods, in slices as Kubernetes makes them", async (t) => {
    const world = await start(t);
    const zone = { "topology.kubernetes.io/zone": "z1" };
    await world.put({ apiVersion: "v1", kind: "Node", metadata: { name: "n1", labels: zone }, spec: {} });
    const owner = await world.put(service());
    const made = await world.put(pod("a", { ip: "10.1.0.1" }));
    await world.addresses("10.1.0.1");
    const [slice] = await world.slices();
    assert.ok(slice);
    assert.match(slice.metadata.name ?? "", /^shop-.{5}$/);
    assert.deepEqual(slice.metadata.labels, {
      team: "a",
      "kubernetes.io/service-name": "shop",
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    });
    const { uid } = owner.metadata;
    const reference = {
      apiVersion: "v1",
      kind: "Service",
      name: "shop",
      uid,
      controller: true,
      blockOwnerDeletion: true,
    };
    assert.deepEqual(slice.metadata.ownerReferences, [reference]);
    assert.deepEqual([slice.addressType, slice.ports], ["IPv4", [{ name: "http", protocol: "TCP", port: 8080 }]]);
    assert.deepEqual(slice.endpoints, [
      {
        addresses: ["10.1.0.1"],
        conditions: { ready: true, serving: true, terminating: false },
        targetRef: { kind: "Pod", namespace: "web", name: "a", uid: made.metadata.uid },
        nodeName: "n1",
        zone: "z1",
      },
    ]);
    await world.until((_, endpoints) => endpoints?.subsets?.length === 1);
    const endpoints = (await world.store.get(endpointsKey)) as KubernetesEndpoints;
    assert.equal(endpoints.metadata.labels?.["endpoints.kubernetes.io/managed-by"], "endpoint-controller");
    assert.deepEqual(endpoints.subsets?.[0]?.ports, [{ name: "http", port: 8080, protocol: "TCP" }]);
    await world.store.delete(keyOf(pod("a", {})));
    await world.addresses();
    assert.equal((await world.slices()).length, 1, "an empty slice stays");
  });

  test("tell which pods are ready, and which are about to go", async (t) => {
    const world = await start(t);
    await world.put(service());
    await world.put(pod("a", { ip: "10.1.0.1", ready: false }));
    await world.put(pod("b", { ip: "10.1.0.2" }));
    await world.put({
      ...pod("c", { ip: "10.1.0.3" }),
      metadata: { ...pod("c", {}).metadata, finalizers: ["x.io/y"] },
    });
    for (const [name, phase] of [
      ["d", "Succeeded"],
      ["e", "Failed"],
    ] as const) {
      await world.put(pod(name, { ip: "10.1.0.9", status: { phase } }));
    }
    await world.put(pod("f", { ip: "" }));
    await world.put(pod("g", { ip: "10.1.0.8", labels: { app: "other" } }));
    await world.store.delete(keyOf(pod("c", {})));
    const state = ([slice]: readonly EndpointSlice[]) =>
      slice?.endpoints?.map(({ addresses, conditions: c }) => [
        addresses[0]?.slice(-1),
        c?.ready,
        c?.serving,
        c?.terminating,
      ]);
    const wanted = [
      ["1", false, false, false],
      ["2", true, true, false],
      ["3", false, true, true],
    ];
    await world.until((slices) => JSON.stringify(state(slices)) === JSON.stringify(wanted));
    await world.until((_, endpoints) => endpoints?.subsets?.[0]?.notReadyAddresses?.[0]?.ip === "10.1.0.1");
    await world.put(service({ publishNotReadyAddresses: true }));
    await world.until(([slice]) => slice?.endpoints?.every(({ conditions }) => conditions?.ready) ?? false);
  });

  test("are apart where their ports differ, and by family", async (t) => {
    const world = await start(t);
    await world.put(service({ ipFamilies: ["IPv4", "IPv6"] }));
    await world.put(pod("a", { ip: "10.1.0.1" }));
    await world.put(
      pod("b", { ip: "10.1.0.2", port: 9090, status: { podIPs: [{ ip: "10.1.0.2" }, { ip: "fd00::2" }] } }),
    );
    await world.addresses("10.1.0.1", "10.1.0.2", "fd00::2");
    const seen = (await world.slices()).map(({ addressType, ports }) => `${addressType} ${ports?.[0]?.port}`);
    assert.deepEqual(seen.sort(), ["IPv4 8080", "IPv4 9090", "IPv6 9090"]);
  });

  test("come in slices of a hundred, and stay where they are", async (t) => {
    const world = await start(t);
    await world.put(service());
    const names = Array.from({ length: 150 }, (_, i) => String(i).padStart(3, "0"));
    await Promise.all(names.map((name) => world.put(pod(name, { ip: `10.1.0.${Number(name) + 1}` }))));
    await world.addresses(...names.map((name) => `10.1.0.${Number(name) + 1}`));
    const before = await world.slices();
    assert.deepEqual(before.map(({ endpoints }) => endpoints?.length).sort(), [100, 50].sort());
    const [full, rest] = before[0]?.endpoints?.length === 100 ? [before[0], before[1]] : [before[1], before[0]];
    const gone = full?.endpoints?.[7]?.targetRef?.name ?? "";
    await world.store.delete(keyOf(pod(gone, {})));
    await world.until((slices) => addressesOf(slices).length === 149);
    const after = await world.slices();
    const versionOf = (slices: readonly EndpointSlice[], slice: EndpointSlice | undefined) =>
      slices.find(({ metadata }) => metadata.name === slice?.metadata.name)?.metadata.resourceVersion;
    assert.equal(versionOf(after, rest), versionOf(before, rest), "the other slice is not written");
    assert.notEqual(versionOf(after, full), versionOf(before, full));
  });

  test("are restored when somebody changes them, and go with the Service", async (t) => {
    const world = await start(t);
    const garbage = new GarbageCollector({ store: world.store });
    garbage.start();
    t.after(() => garbage.close());
    await world.put(service());
    await world.put(pod("a", { ip: "10.1.0.1" }));
    await world.addresses("10.1.0.1");
    const [slice] = await world.slices();
    await world.store.update({ ...(slice as Resource), endpoints: [] });
    await world.addresses();
    await world.addresses("10.1.0.1");
    await world.store.delete(keyOf(service()));
    await world.until((slices, endpoints) => slices.length === 0 && !endpoints);
  });

  test("are left alone without a selector, for other names, and where files have them", async (t) => {
    const world = await start(t);
    await world.put(pod("a", { ip: "10.1.0.1" }));
    await world.put(service({ selector: {} }, { name: "by-hand" }));
    await world.put(service({ type: "ExternalName", externalName: "x.example.com" }, { name: "alias" }));
    const annotations = { [sourceAnnotation]: "mesh.yaml" };
    const labels = { "kubernetes.io/service-name": "from-file" };
    const own = {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      addressType: "IPv4",
      endpoints: [],
      ports: [],
    };
    await world.put({ ...own, metadata: { name: "f", namespace: "web", labels, annotations } });
    await world.put(service({}, { name: "from-file" }));
    await world.put(service());
    await world.until((_, endpoints) => endpoints !== undefined);
    const names = (await world.slices()).map(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"]);
    assert.deepEqual(names.sort(), ["from-file", "shop"]);
  });

  test("know names of pods below the Service's, and who should use which", async (t) => {
    const world = await start(t);
    const zone = { "topology.kubernetes.io/zone": "z1" };
    await world.put({ apiVersion: "v1", kind: "Node", metadata: { name: "n1" }, spec: {} });
    await world.put(service({ clusterIP: "None", trafficDistribution: "PreferSameNode" }));
    await world.put(pod("a", { ip: "10.1.0.1", spec: { hostname: "first", subdomain: "shop" } }));
    await world.addresses("10.1.0.1");
    const [slice] = await world.slices();
    assert.equal(slice?.metadata.labels?.["service.kubernetes.io/headless"], "");
    assert.equal(slice?.endpoints?.[0]?.hostname, "first");
    const node = await world.store.get({ group: "", kind: "Node", namespace: "", name: "n1" });
    await world.put({ ...(node as Resource), metadata: { ...node?.metadata, labels: zone } });
    await world.until(([now]) => now?.endpoints?.[0]?.zone === "z1");
    const hints = { forZones: [{ name: "z1" }], forNodes: [{ name: "n1" }] };
    assert.deepEqual((await world.slices())[0]?.endpoints?.[0]?.hints, hints);
  });

  test("that somebody writes by hand are mirrored, but for what is a lock or asks not to be", async (t) => {
    const world = await start(t);
    const garbage = new GarbageCollector({ store: world.store });
    garbage.start();
    t.after(() => garbage.close());
    const byHand = (name: string, metadata: object = {}): Resource => ({
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name, namespace: "web", ...metadata },
      subsets: [
        {
          addresses: [{ ip: "192.0.2.1", nodeName: "n1" }, { ip: "2001:db8::1" }],
          notReadyAddresses: [{ ip: "192.0.2.2", hostname: "two" }],
          ports: [{ name: "http", port: 8080, protocol: "TCP", appProtocol: "http" }],
        },
      ],
    });
    const names = ["lock", "skipped", "selected", "shop"];
    for (const name of names) {
      await world.put(service(name === "selected" ? {} : { selector: undefined }, { name }));
    }
    const annotations = { note: "kept", "kubectl.kubernetes.io/last-applied-configuration": "{}" };
    await world.put(byHand("lock", { annotations: { "control-plane.alpha.kubernetes.io/leader": "{}" } }));
    await world.put(byHand("skipped", { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } }));
    await world.put(byHand("nobody"));
    const owner = await world.put(byHand("shop", { labels: { team: "b" }, annotations }));
    const mirrors = (slices: readonly EndpointSlice[]) =>
      slices.filter(({ metadata }) => metadata.labels?.[managedBy] === "endpointslicemirroring-controller.k8s.io");
    await world.until((slices) => mirrors(slices).length === 2);
    const [four, six] = mirrors(await world.slices()).sort((a, b) => (a.addressType < b.addressType ? -1 : 1));
    assert.deepEqual(four?.endpoints, [
      { addresses: ["192.0.2.1"], conditions: { ready: true }, nodeName: "n1" },
      { addresses: ["192.0.2.2"], conditions: { ready: false }, hostname: "two" },
    ]);
    assert.deepEqual([six?.addressType, six?.endpoints?.length], ["IPv6", 1]);
    assert.deepEqual(four?.ports, [{ name: "http", port: 8080, protocol: "TCP", appProtocol: "http" }]);
    const { labels, annotations: noted, ownerReferences } = four?.metadata ?? {};
    assert.deepEqual(labels, {
      team: "b",
      "kubernetes.io/service-name": "shop",
      [managedBy]: "endpointslicemirroring-controller.k8s.io",
    });
    assert.deepEqual(noted, { note: "kept" });
    assert.deepEqual([ownerReferences?.[0]?.kind, ownerReferences?.[0]?.uid], ["Endpoints", owner.metadata.uid]);
    await world.put({ ...owner, subsets: [{ addresses: [{ ip: "192.0.2.9" }], ports: [{ port: 80 }] }] });
    await world.until((slices) => addressesOf(mirrors(slices)).join() === "192.0.2.9");
    await world.put(service({}, { name: "shop" }));
    await world.until((slices) => mirrors(slices).length === 0);
  });
});
