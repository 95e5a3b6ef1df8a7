import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { builtInCatalog, type Namespace, type Resource } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import type { ResourceStore } from "../../core/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { ClusterStore } from "../cluster-store.ts";
import { AddressRange } from "../services/address-range.ts";
import { ServiceAllocator } from "../services/service-allocator.ts";
import { NamespaceDefaults } from "./namespace-defaults.ts";
import { NamespaceLifecycle } from "./namespace-lifecycle.ts";

const kinds = builtInCatalog();
const report = (error: unknown) => assert.fail(String(error));
const range = AddressRange.parse("10.0.0.0/24") as AddressRange;

async function start(t: TestContext) {
  const inner = createMemoryStore({ kinds: () => kinds });
  const ranges = { addresses: [range], nodePorts: [30000, 30099] as const };
  const services = new ServiceAllocator({ store: inner, ranges, random: Math.random, report });
  const store = new ClusterStore(inner, services);
  const parts = [
    services,
    new NamespaceLifecycle({ store, clock: systemClock, report }),
    new NamespaceDefaults({ store, authority: "PEM", report }),
  ];
  for (const part of parts) await part.start();
  t.after(async () => {
    for (const part of parts.reverse()) await part.close();
    await inner.close();
  });
  return store;
}

const namespace = (name: string): Resource => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
const map = (at: string, name: string, metadata: object = {}): Resource => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: at, ...metadata },
});
const keyIn = (at: string, kind: string, name: string) => ({ group: "", kind, namespace: at, name });
const keyOfNamespace = (name: string) => keyIn("", "Namespace", name);

/** Waits until a store is as it should be, by following its changes. */
async function until(store: ResourceStore, holds: () => Promise<boolean>): Promise<void> {
  const watch = store.watch();
  while (!(await holds())) await watch.next();
  watch.close();
}

suite("namespaces", { timeout: 20_000 }, () => {
  test("must be there before something is created in them", async (t) => {
    const store = await start(t);
    await assert.rejects(store.create(map("nowhere", "a")), {
      code: "NotFound",
      message: 'namespaces "nowhere" not found',
    });
    await store.create(namespace("web"));
    await store.create(map("web", "a"));
  });

  test("that every cluster has are there from the start, and cannot be deleted", async (t) => {
    const store = await start(t);
    const { items } = await store.list({ group: "", kind: "Namespace" }, "");
    const names = items.map(({ metadata }) => metadata.name);
    assert.deepEqual(names, ["default", "kube-node-lease", "kube-public", "kube-system"]);
    await assert.rejects(store.delete(keyOfNamespace("default")), { code: "Forbidden" });
  });

  test("have the account and the authority that clients expect, also when somebody deletes them", async (t) => {
    const store = await start(t);
    await store.create(namespace("web"));
    const account = keyIn("web", "ServiceAccount", "default");
    const authority = keyIn("web", "ConfigMap", "kube-root-ca.crt");
    await until(store, async () => !!(await store.get(account)) && !!(await store.get(authority)));
    const first = await store.get(authority);
    assert.deepEqual(first?.data, { "ca.crt": "PEM" });
    await store.update({ ...(first as Resource), data: { "ca.crt": "other" } });
    await until(store, async () => JSON.stringify((await store.get(authority))?.data) === '{"ca.crt":"PEM"}');
    const old = await store.delete(account);
    await until(store, async () => ((await store.get(account))?.metadata.uid ?? old.metadata.uid) !== old.metadata.uid);
  });

  test("that are deleted are emptied and go", async (t) => {
    const store = await start(t);
    await store.create(namespace("web"));
    for (const name of ["a", "b", "c"]) await store.create(map("web", name));
    await store.create(map("default", "kept"));
    const marked = await store.delete(keyOfNamespace("web"));
    assert.equal((marked as Namespace).status?.phase, "Terminating");
    await until(store, async () => !(await store.get(keyOfNamespace("web"))));
    assert.deepEqual((await store.list({ group: "", kind: "ConfigMap" }, "web")).items, []);
    assert.deepEqual((await store.list({ group: "", kind: "ServiceAccount" }, "web")).items, []);
    assert.ok(await store.get(keyIn("default", "ConfigMap", "kept")));
    await store.create(namespace("web"));
    await store.create(map("web", "a"));
  });

  test("wait for the finalizers of what is in them, and say so; nothing comes in meanwhile", async (t) => {
    const store = await start(t);
    await store.create(namespace("web"));
    await store.create(map("web", "held", { finalizers: ["example.com/hold"] }));
    await store.delete(keyOfNamespace("web"));
    const conditions = async () => {
      const found = (await store.get(keyOfNamespace("web"))) as Namespace | undefined;
      return found?.status?.conditions ?? [];
    };
    await until(store, async () => (await conditions()).length > 0);
    const told = Object.fromEntries((await conditions()).map(({ type, status, message }) => [type, [status, message]]));
    assert.deepEqual(told.NamespaceContentRemaining, ["True", "some objects are left: ConfigMap has 1"]);
    assert.equal(told.NamespaceFinalizersRemaining?.[0], "True");
    assert.equal(told.NamespaceDeletionContentFailure?.[0], "False");
    await assert.rejects(store.create(map("web", "late")), {
      code: "Forbidden",
      message: /configmaps "late" is forbidden.*namespace web is being terminated/,
    });
    const held = await store.get(keyIn("web", "ConfigMap", "held"));
    assert.ok(held?.metadata.deletionTimestamp);
    await store.update({ ...held, metadata: { ...held.metadata, finalizers: [] } });
    await until(store, async () => !(await store.get(keyOfNamespace("web"))));
  });

  test("that were being deleted when the program stopped go after its next start", async (t) => {
    const inner = createMemoryStore({ kinds: () => kinds });
    const finalizers = { spec: { finalizers: ["kubernetes"] } };
    await inner.create({ ...namespace("web"), ...finalizers });
    await inner.create(map("web", "a"));
    await inner.delete(keyOfNamespace("web"));
    assert.ok(await inner.get(keyOfNamespace("web")));
    const lifecycle = new NamespaceLifecycle({ store: inner, clock: systemClock, report });
    await lifecycle.start();
    t.after(() => lifecycle.close());
    await until(inner, async () => !(await inner.get(keyOfNamespace("web"))));
  });
});
