import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, keyOf, type Resource } from "../api/index.ts";
import { service, serviceEntry, slice } from "../registry/testing/objects.ts";
import { createMemoryStore } from "../store/index.ts";
import { Environment } from "./environment.ts";
import type { EnvironmentChange } from "./environment-change.ts";

const host = "web.app.svc.cluster.local";

const objectsOf = (address: string): readonly Resource[] => [
  service("web", { clusterIP: "10.96.0.1" }),
  slice("web-1", "web", [{ addresses: [address] }]),
];

async function storeOf(objects: readonly Resource[]) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of objects) await store.create(object);
  return store;
}

async function openEast(t: TestContext, objects = objectsOf("10.0.0.1")) {
  const environment = await Environment.open({ store: await storeOf(objects), clusterId: "east" });
  t.after(() => environment.close());
  const changes: EnvironmentChange[] = [];
  environment.onChange((change) => changes.push(change));
  return { environment, changes };
}

function shards({ snapshot: { registry } }: Environment): object {
  const web = registry.service(host);
  assert.ok(web);
  const all = [...registry.endpoints(web)];
  return Object.fromEntries(all.map(([name, list]) => [name, list.flatMap(({ addresses }) => addresses)]));
}

/** Resolves with the next change. */
const nextChange = (environment: Environment) =>
  new Promise<EnvironmentChange>((resolve) => {
    const stop = environment.onChange((change) => {
      stop();
      resolve(change);
    });
  });

describe("a remote cluster", { timeout: 10_000 }, () => {
  test("is a part of the mesh from when it has joined until it leaves, each in one step", async (t) => {
    const { environment, changes } = await openEast(t);
    const west = await environment.join("west", await storeOf(objectsOf("10.1.0.1")));
    assert.deepEqual(shards(environment), { east: ["10.0.0.1"], west: ["10.1.0.1"] });
    assert.equal(changes.length, 1);
    await west.leave();
    assert.deepEqual(shards(environment), { east: ["10.0.0.1"] });
    assert.equal(changes.length, 2);
  });

  test("is followed by the endpoints that change, and by nothing else", async (t) => {
    const { environment } = await openEast(t);
    const store = await storeOf(objectsOf("10.1.0.1"));
    await environment.join("west", store);
    const before = environment.snapshot.registry;
    const change = nextChange(environment);
    await store.create(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }]));
    const { full, reasons, keys, objects } = await change;
    assert.deepEqual([full, [...reasons], [...keys], objects], [false, [["endpoint", 1]], [`app/${host}`], []]);
    const { registry } = environment.snapshot;
    const web = before.service(host)!;
    assert.equal(registry.service(host), web);
    assert.equal(registry.endpoints(web).get("east"), before.endpoints(web).get("east"));
  });

  test("has no say in configuration: entries of its own are none", async (t) => {
    const { environment } = await openEast(t);
    const entry = serviceEntry("own", { resolution: "STATIC", endpoints: [{ address: "10.1.0.9" }] });
    await environment.join("west", await storeOf([...objectsOf("10.1.0.1"), entry]));
    assert.equal(environment.snapshot.registry.service("own.example.com"), undefined);
  });

  test("gives its place to another of its name without anything going in between", async (t) => {
    const { environment, changes } = await openEast(t);
    const first = await storeOf(objectsOf("10.1.0.1"));
    const old = await environment.join("west", first);
    changes.length = 0;
    const next = await environment.join("west", await storeOf([...objectsOf("10.1.0.1"), service("new")]));
    assert.deepEqual(
      changes.map(({ keys }) => [...keys]),
      [["app/new.app.svc.cluster.local"]],
    );
    await first.delete(keyOf(service("web")));
    await old.leave();
    assert.deepEqual(shards(environment), { east: ["10.0.0.1"], west: ["10.1.0.1"] });
    await next.leave();
    assert.deepEqual(shards(environment), { east: ["10.0.0.1"] });
  });
});
