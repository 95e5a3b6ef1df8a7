import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { GridWorld } from "./testing/grid-world.ts";
import { deploymentGridType, statefulSetGridType } from "./workload-grid-type.ts";

const pod = (image: string) => ({ metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image }] } });
const workload = (image: string) => ({
  replicas: 2,
  selector: { matchLabels: { app: "a" } },
  template: pod(image),
});
const node = (name: string, labels: { readonly [key: string]: string }): Resource => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels },
});
const podSpec = (object: Resource | undefined) => {
  const spec = object?.spec as
    | { template: { spec: { nodeSelector: object; containers: { image: string }[] } } }
    | undefined;
  return spec?.template.spec ?? assert.fail("there is no such workload");
};

suite("the DeploymentGrid controller", () => {
  const { child } = deploymentGridType;
  let world: GridWorld;
  beforeEach(async () => {
    world = new GridWorld(deploymentGridType);
    await world.controller.start();
    await world.store.create(node("n0", { zone1: "u1" }));
    await world.store.create(node("n1", { zone1: "u2" }));
    await world.store.create(node("n2", { zone1: "u2", other: "x" }));
    await world.store.create(node("n3", { other: "y" }));
  });
  afterEach(() => world.close());

  test("makes one Deployment for each place, on its nodes and owned from the start", async () => {
    const grid = await world.grid("web", { gridUniqKey: "zone1", template: workload("a:1") });
    await world.settled();
    assert.deepEqual(await world.names(), ["web-u1", "web-u2"]);
    const made = await world.get(child, "web-u2");
    assert.deepEqual(podSpec(made).nodeSelector, { zone1: "u2" });
    assert.equal(made?.metadata.ownerReferences?.[0]?.uid, grid.metadata.uid);
    assert.equal(made?.metadata.labels?.["superedge.io/grid-selector"], "web");
    await world.assertStill();
  });

  test("follows the nodes' labels", async () => {
    await world.grid("web", { gridUniqKey: "zone1", template: workload("a:1") });
    await world.settled();
    await world.store.create(node("n4", { zone1: "u3" }));
    const n0 = (await world.store.get({ group: "", kind: "Node", namespace: "", name: "n0" })) as Resource;
    await world.store.update({ ...n0, metadata: { ...n0.metadata, labels: {} } });
    await world.settled();
    assert.deepEqual(await world.names(), ["web-u2", "web-u3"]);
  });

  test("takes a place's own template, and holds up only a place whose template is missing", async () => {
    const spec = { gridUniqKey: "zone1", template: workload("a:1"), templatePool: { next: workload("a:2") } };
    await world.grid("web", { ...spec, templates: { u2: "next" } });
    await world.settled();
    const images = async () =>
      Promise.all(["web-u1", "web-u2"].map(async (name) => podSpec(await world.get(child, name)).containers[0]?.image));
    assert.deepEqual(await images(), ["a:1", "a:2"]);
    await world.grid("web", { ...spec, template: workload("a:3"), templates: { u2: "nowhere" } });
    await world.settled();
    assert.deepEqual(await images(), ["a:3", "a:2"]);
    assert.equal(
      await world.ready("web"),
      "False TemplateNotFound the template 'nowhere' of the place 'u2' is not in the grid",
    );
  });

  test("removes templates that no place uses, if the grid says so", async () => {
    const templatePool = { next: workload("a:2"), old: workload("a:0") };
    const spec = { gridUniqKey: "zone1", template: workload("a:1"), templatePool, templates: { u2: "next" } };
    await world.grid("web", spec);
    await world.settled();
    const pool = async () => {
      const grid = await world.get(deploymentGridType.grid, "web");
      return Object.keys((grid?.spec as { templatePool: object } | undefined)?.templatePool ?? {});
    };
    assert.deepEqual(await pool(), ["next", "old"]);
    await world.grid("web", { ...spec, autoDeleteUnusedTemplate: true });
    await world.settled();
    assert.deepEqual(await pool(), ["next"]);
    await world.assertStill();
  });

  test("tells how each place does", async () => {
    await world.grid("web", { gridUniqKey: "zone1", template: workload("a:1") });
    await world.settled();
    const made = (await world.get(child, "web-u1")) as Resource;
    await world.store.updateStatus({ ...made, status: { replicas: 2, readyReplicas: 1, updatedReplicas: 2 } });
    await world.settled();
    const grid = await world.get(deploymentGridType.grid, "web");
    const status = grid?.status as { states: object } | undefined;
    assert.deepEqual(status?.states, { u1: { replicas: 2, readyReplicas: 1 }, u2: {} });
    await world.assertStill();
  });
});

suite("the StatefulSetGrid controller", () => {
  test("makes one StatefulSet for each place", async () => {
    const world = new GridWorld(statefulSetGridType);
    await world.controller.start();
    await world.store.create(node("n0", { zone1: "u1" }));
    await world.grid("db", { gridUniqKey: "zone1", template: { ...workload("b:1"), serviceName: "db" } });
    await world.settled();
    assert.deepEqual(await world.names(), ["db-u1"]);
    assert.deepEqual(podSpec(await world.get(statefulSetGridType.child, "db-u1")).nodeSelector, { zone1: "u1" });
    await world.assertStill();
    await world.close();
  });
});
