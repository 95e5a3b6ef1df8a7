import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, keyOf } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceChange, ResourceStore } from "../core/index.ts";
import { createMemoryStore } from "../store/index.ts";
import { type FollowOptions, followStore } from "./follow-store.ts";
import { registryKinds } from "./object-index.ts";
import { Registry } from "./registry.ts";
import { isEmptyChange, type RegistryChange } from "./registry-change.ts";
import { service, slice } from "./testing/objects.ts";

const host = "web.app.svc.cluster.local";

function memoryStore() {
  const kinds = builtInCatalog();
  return createMemoryStore({ kinds: () => kinds });
}

async function follow(t: TestContext, store: FollowOptions["store"], options: Partial<FollowOptions> = {}) {
  const registry = new Registry();
  const changes: RegistryChange[] = [];
  let wake = () => {};
  const apply = (batch: readonly ResourceChange[]) => {
    const change = registry.apply(batch);
    if (isEmptyChange(change)) return;
    changes.push(change);
    wake();
  };
  const follower = await followStore({ store, kinds: registryKinds, apply, retry: 1, ...options });
  t.after(() => follower.close());
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { registry, changes, until };
}

describe("a registry that follows a store", { timeout: 10_000 }, () => {
  test("has what the store has at first, in one change, and then what comes", async (t) => {
    const store = memoryStore();
    t.after(() => store.close());
    await store.create(service("web"));
    await store.create(slice("web-1", "web", [{ addresses: ["10.0.0.1"] }]));
    const { registry, changes, until } = await follow(t, store);
    assert.equal(changes.length, 1);
    assert.equal(registry.snapshot.endpointsOfPort(registry.snapshot.service(host)!, 80).length, 1);
    await store.create(service("other"));
    await until(() => registry.snapshot.serviceCount === 2);
    await store.delete(keyOf(service("web")));
    await until(() => registry.snapshot.service(host) === undefined);
  });

  test("lists again when the store no longer has the changes, and nothing vanishes in between", async (t) => {
    const store = memoryStore();
    t.after(() => store.close());
    await store.create(service("web"));
    await store.create(service("old"));
    const expiring = breakingStore(store, () => new FairwayError("Expired", "too old"));
    const { registry, changes, until } = await follow(t, expiring);
    const web = registry.snapshot.service(host);
    await store.delete(keyOf(service("old")));
    await store.create(service("new"));
    expiring.break();
    await until(() => registry.snapshot.service("new.app.svc.cluster.local") !== undefined);
    assert.equal(registry.snapshot.service(host), web);
    assert.equal(registry.snapshot.serviceCount, 2);
    assert.ok(changes.slice(1).every(({ services }) => !services.has(`app/${host}`)));
  });

  test("tells of faults and tries again", async (t) => {
    const store = memoryStore();
    t.after(() => store.close());
    await store.create(service("web"));
    const faults: string[] = [];
    const failing = breakingStore(store, () => new FairwayError("Unavailable", "not now"));
    let lists = 0;
    const flaky = {
      ...failing,
      list: (...args: Parameters<ResourceStore["list"]>) => {
        lists += 1;
        return lists === 1 ? Promise.reject(new Error("no connection")) : store.list(...args);
      },
    };
    const { registry, until } = await follow(t, flaky, { fault: ({ message }) => faults.push(message) });
    assert.equal(registry.snapshot.serviceCount, 1);
    failing.break();
    await store.create(service("new"));
    await until(() => registry.snapshot.serviceCount === 2);
    assert.deepEqual(faults, ["no connection", "not now"]);
  });

  test("sees one moment's state although the store is written while it is listed", async (t) => {
    const store = memoryStore();
    t.after(() => store.close());
    await store.create(service("gone"));
    let written = false;
    const writeOnce = async () => {
      if (written) return;
      written = true;
      await store.delete(keyOf(service("gone")));
      await store.create(service("web"));
    };
    const busy = {
      kinds: () => store.kinds(),
      watch: store.watch.bind(store),
      list: async (...args: Parameters<ResourceStore["list"]>) => {
        const list = await store.list(...args);
        if (args[0].kind === "Service") await writeOnce();
        return list;
      },
    };
    const { registry, changes } = await follow(t, busy);
    assert.deepEqual(
      [...registry.snapshot.services()].map((s: { name: string }) => s.name),
      ["web"],
    );
    assert.equal(changes.length, 1);
  });
});

/** A store whose running watches can be made to fail. */
function breakingStore(store: ResourceStore, fault: () => FairwayError) {
  const breakers = new Set<() => void>();
  return {
    kinds: () => store.kinds(),
    list: (type: Parameters<ResourceStore["list"]>[0], namespace: string) => store.list(type, namespace),
    watch: (options?: Parameters<ResourceStore["watch"]>[0]) => {
      const watch = store.watch(options);
      const { promise, reject } = Promise.withResolvers<never>();
      promise.catch(() => undefined);
      breakers.add(() => reject(fault()));
      const next = async (limit?: number) => {
        // As when history is cut: what is pending is lost too.
        await Promise.race([promise, Promise.resolve()]);
        return Promise.race([promise, watch.next(limit)]);
      };
      return {
        get resourceVersion() {
          return watch.resourceVersion;
        },
        next,
        close: () => watch.close(),
        [Symbol.asyncIterator]: () => watch[Symbol.asyncIterator](),
      };
    },
    break() {
      for (const run of breakers) run();
      breakers.clear();
    },
  };
}

test("kinds that a store does not have are not asked for", async (t) => {
  const kinds = builtInCatalog();
  const asked = new Set<string>();
  const store = memoryStore();
  t.after(() => store.close());
  const few = {
    kinds: () => ({ ...kinds, find: (type: { kind: string }) => (type.kind === "Service" ? kinds.all[0] : undefined) }),
    watch: store.watch.bind(store),
    list: (type: { group: string; kind: string }, namespace: string) => {
      asked.add(type.kind);
      return store.list(type, namespace);
    },
  } as unknown as FollowOptions["store"];
  await follow(t, few);
  assert.deepEqual(asked, new Set(["Service"]));
});
