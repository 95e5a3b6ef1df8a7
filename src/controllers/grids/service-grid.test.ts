import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { serviceGridType } from "./service-grid-type.ts";
import { GridWorld } from "./testing/grid-world.ts";

const serviceType = { group: "", kind: "Service" };
const gridType = serviceGridType.grid;
const template = {
  ports: [
    { name: "http", port: 80 },
    { name: "admin", port: 81 },
  ],
  selector: { app: "a", tier: "web" },
};
const spec = (service: Resource | undefined) => service?.spec as { [field: string]: unknown };
const foreign = (name: string, metadata: object = {}): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "d", ...metadata },
  spec: { ports: [{ port: 9, protocol: "TCP", targetPort: 9 }] },
});

suite("the ServiceGrid controller", () => {
  let world: GridWorld;
  const service = () => world.get(serviceType, "echo-svc");
  beforeEach(async () => {
    world = new GridWorld(serviceGridType);
    await world.controller.start();
  });
  afterEach(() => world.close());

  test("makes one Service with the template's spec, its label, its key and its owner from the start", async () => {
    const grid = await world.grid("echo", { gridUniqKey: "zone1", template }, { labels: { team: "x" } });
    await world.settled();
    const made = await service();
    assert.deepEqual(made?.metadata.ownerReferences, [
      {
        apiVersion: "superedge.io/v1",
        kind: "ServiceGrid",
        name: "echo",
        uid: grid.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    assert.deepEqual(made?.metadata.labels, {
      team: "x",
      "superedge.io/grid-selector": "echo",
      "superedge.io/grid-uniq-key": "zone1",
    });
    assert.equal(made?.metadata.annotations?.topologyKeys, '["zone1"]');
    assert.deepEqual(spec(made).selector, template.selector);
    assert.deepEqual(spec(made).ports, [
      { name: "http", port: 80, protocol: "TCP", targetPort: 80 },
      { name: "admin", port: 81, protocol: "TCP", targetPort: 81 },
    ]);
    assert.equal(await world.ready("echo"), "True Synced");
    await world.assertStill();
  });

  test("hands on the grid's annotations, but for those about the grid itself", async () => {
    const annotations = {
      "networking.istio.io/exportTo": ".",
      "fairway.dev/source": "grids.yaml",
      "kubectl.kubernetes.io/last-applied-configuration": "{}",
    };
    await world.grid("echo", { gridUniqKey: "zone1", template }, { annotations });
    await world.settled();
    const { annotations: made = {} } = (await service())?.metadata ?? {};
    assert.deepEqual(Object.keys(made).sort(), [
      "networking.istio.io/exportTo",
      "superedge.io/grid-fields",
      "topologyKeys",
    ]);
  });

  test("brings a new key to the annotation", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    await world.grid("echo", { gridUniqKey: "topology.kubernetes.io/zone", template });
    await world.settled();
    const { annotations, labels } = (await service())?.metadata ?? {};
    assert.equal(annotations?.topologyKeys, '["topology.kubernetes.io/zone"]');
    assert.equal(labels?.["superedge.io/grid-uniq-key"], undefined);
    await world.assertStill();
  });

  test("takes away a port, a selector's key, a field and a label that the grid has no more", async () => {
    const before = { ...template, sessionAffinity: "ClientIP" };
    await world.grid("echo", { gridUniqKey: "zone1", template: before }, { labels: { team: "x" } });
    await world.settled();
    assert.equal(spec(await service()).sessionAffinity, "ClientIP");
    const after = { ports: [{ name: "http", port: 80 }], selector: { app: "a" } };
    await world.grid("echo", { gridUniqKey: "zone1", template: after }, { labels: {} });
    await world.settled();
    const made = await service();
    assert.equal((spec(made).ports as unknown[]).length, 1);
    assert.deepEqual(spec(made).selector, { app: "a" });
    assert.equal(spec(made).sessionAffinity, "None");
    assert.equal(made?.metadata.labels?.team, undefined);
    await world.assertStill();
  });

  test("mends what somebody changed, and leaves what others added", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template: { ...template, type: "NodePort" } });
    await world.settled();
    const made = (await service()) as Resource;
    const ports = (spec(made).ports as object[]).map((port, i) => ({ ...port, nodePort: 30_000 + i }));
    await world.store.update({
      ...made,
      metadata: {
        ...made.metadata,
        labels: { ...made.metadata.labels, theirs: "1" },
        annotations: { ...made.metadata.annotations, topologyKeys: "[]", theirs: "2" },
        finalizers: ["theirs/finalizer"],
      },
      spec: { ...spec(made), clusterIP: "10.0.0.7", clusterIPs: ["10.0.0.7"], ports, selector: { app: "other" } },
    });
    await world.settled();
    const mended = await service();
    assert.deepEqual(spec(mended).selector, template.selector);
    assert.equal(mended?.metadata.annotations?.topologyKeys, '["zone1"]');
    assert.equal(mended?.metadata.annotations?.theirs, "2");
    assert.equal(mended?.metadata.labels?.theirs, "1");
    assert.deepEqual(mended?.metadata.finalizers, ["theirs/finalizer"]);
    assert.equal(spec(mended).clusterIP, "10.0.0.7");
    assert.deepEqual(
      (spec(mended).ports as { nodePort: number }[]).map(({ nodePort }) => nodePort),
      [30_000, 30_001],
    );
    await world.assertStill();
  });

  test("warns of an empty key, makes nothing, and goes on when there is one", async () => {
    await world.grid("echo", { template });
    await world.settled();
    assert.deepEqual(await world.names(), []);
    assert.equal(await world.ready("echo"), "False Empty This service grid has an empty grid key");
    const { items } = await world.store.list({ group: "", kind: "Event" }, "d");
    assert.deepEqual(
      items.map(({ type, reason, message, count }) => [type, reason, message, count]),
      [["Warning", "Empty", "This service grid has an empty grid key", 1]],
    );
    await world.assertStill();
    await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    assert.equal(await world.ready("echo"), "True Synced");
    assert.deepEqual(await world.names(), ["echo-svc"]);
  });

  test("adopts a Service with its label, deletes one too many, and leaves those of others", async () => {
    const labels = { "superedge.io/grid-selector": "echo" };
    const other = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true };
    await world.store.create(foreign("echo-svc", { labels }));
    await world.store.create(foreign("extra", { labels }));
    await world.store.create(foreign("owned", { labels, ownerReferences: [other] }));
    await world.store.create(foreign("unrelated"));
    const grid = await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    assert.deepEqual(await world.names(), ["echo-svc", "owned", "unrelated"]);
    const adopted = await service();
    assert.equal(adopted?.metadata.ownerReferences?.[0]?.uid, grid.metadata.uid);
    assert.deepEqual(spec(adopted).selector, template.selector);
    await world.assertStill();
  });

  test("lets a Service go whose label was taken off, and says what stands in the way", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    const made = (await service()) as Resource;
    const { "superedge.io/grid-selector": _, ...labels } = made.metadata.labels ?? {};
    await world.store.update({ ...made, metadata: { ...made.metadata, labels } });
    await world.settled();
    assert.deepEqual((await service())?.metadata.ownerReferences ?? [], []);
    assert.match(await world.ready("echo"), /^False CreateError a Service 'echo-svc' is there that is not the grid's/);
    await world.store.delete({ ...serviceType, namespace: "d", name: "echo-svc" });
    world.clock.advance(60_000);
    await world.settled();
    assert.equal(await world.ready("echo"), "True Synced");
  });

  test("tells why a template cannot be used, does not try it again and again, and goes on when it can", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template: { ports: [{ port: 80 }, { port: 81 }] } });
    await world.settled();
    assert.match(await world.ready("echo"), /^False CreateError Service 'echo-svc' would be invalid: spec\.ports/);
    assert.deepEqual(world.reported, []);
    await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    assert.equal(await world.ready("echo"), "True Synced");
    const grid = await world.get(gridType, "echo");
    const status = grid?.status as { conditions: { observedGeneration: number }[] } | undefined;
    assert.equal(status?.conditions[0]?.observedGeneration, grid?.metadata.generation ?? "none");
  });

  test("stops when the grid is being deleted or gone", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template }, { finalizers: ["x/y"] });
    await world.settled();
    await world.store.delete({ ...gridType, namespace: "d", name: "echo" });
    await world.store.delete({ ...serviceType, namespace: "d", name: "echo-svc" });
    await world.settled();
    assert.deepEqual(await world.names(), []);
  });

  test("makes a deleted Service anew", async () => {
    await world.grid("echo", { gridUniqKey: "zone1", template });
    await world.settled();
    await world.store.delete({ ...serviceType, namespace: "d", name: "echo-svc" });
    await world.settled();
    assert.deepEqual(await world.names(), ["echo-svc"]);
  });
});
