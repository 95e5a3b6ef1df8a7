import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import type { OwnerReference, Resource, ResourceKey } from "../../api/resource.ts";
import { FairwayError } from "../../base/fault.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { createMemoryStore } from "../memory-store.ts";
import { storeBut } from "../testing/store-but.ts";
import { gadget, gadgetKey, site, testKinds } from "../testing/test-kinds.ts";
import type { VersionedStore } from "../versioned-store.ts";
import { GarbageCollector } from "./garbage-collector.ts";

/** A reference to an owner, with changes. */
function ref(owner: Resource, changes: Partial<OwnerReference> = {}): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name ?? "", uid: metadata.uid ?? "", ...changes };
}

const owned = (name: string, ...ownerReferences: OwnerReference[]) => gadget(name, { metadata: { ownerReferences } });

function setUp(t: TestContext) {
  const clock = new ManualClock();
  const store = createMemoryStore({ kinds: () => testKinds, clock });
  const collector = new GarbageCollector({ store, clock });
  t.after(async () => {
    await collector.close();
    await store.close();
  });
  return { clock, store, collector };
}

/** Resolves when the object is gone. */
async function gone(store: VersionedStore, key: ResourceKey): Promise<void> {
  const watch = store.watch();
  while (await store.get(key)) await watch.next();
  watch.close();
}

/** Resolves when the collector has dealt with everything up to now: its turns come in order, and this is the last. */
async function settled(store: VersionedStore): Promise<void> {
  const absent = { apiVersion: "test.fairway.dev/v1", kind: "Gadget", name: "nobody", uid: "nobody" };
  for (let i = 0; i < 3; i++) {
    const { metadata } = await store.create(
      gadget("", { metadata: { name: undefined, generateName: "probe-", ownerReferences: [absent] } }),
    );
    await gone(store, gadgetKey(metadata.name ?? ""));
  }
}

describe("garbage collector", () => {
  test("deletes what a deleted owner owned, and what that owned in turn", async (t) => {
    const { store, collector } = setUp(t);
    collector.start();
    const owner = await store.create(gadget("owner"));
    const child = await store.create(owned("child", ref(owner)));
    await store.create(owned("grandchild", ref(child)));
    await store.create(gadget("stranger"));
    await store.delete(gadgetKey("owner"));
    await gone(store, gadgetKey("grandchild"));
    assert.equal(await store.get(gadgetKey("child")), undefined);
    assert.ok(await store.get(gadgetKey("stranger")));
  });

  test("catches up with what happened while it did not run", async (t) => {
    const { store, collector } = setUp(t);
    const owner = await store.create(gadget("owner"));
    await store.create(owned("child", ref(owner)));
    await store.create(gadget("kept"));
    await store.delete(gadgetKey("owner"));
    collector.start();
    await gone(store, gadgetKey("child"));
    assert.ok(await store.get(gadgetKey("kept")));
  });

  test("keeps an object as long as one owner is there, and drops the references to the others", async (t) => {
    const { store, collector } = setUp(t);
    collector.start();
    const [one, two] = [await store.create(gadget("one")), await store.create(gadget("two"))];
    await store.create(owned("child", ref(one), ref(two)));
    await store.delete(gadgetKey("one"));
    await settled(store);
    assert.deepEqual((await store.get(gadgetKey("child")))?.metadata.ownerReferences, [ref(two)]);
    await store.delete(gadgetKey("two"));
    await gone(store, gadgetKey("child"));
  });

  test("tells another incarnation of an owner by its uid", async (t) => {
    const { store, collector } = setUp(t);
    const owner = await store.create(gadget("owner"));
    await store.delete(gadgetKey("owner"));
    await store.create(gadget("owner"));
    collector.start();
    await store.create(owned("child", ref(owner)));
    await gone(store, gadgetKey("child"));
    assert.ok(await store.get(gadgetKey("owner")));
  });

  test("in the foreground, the owner goes after the dependents that block it", async (t) => {
    const { store, collector } = setUp(t);
    const owner = await store.create(gadget("owner"));
    const blockOwnerDeletion = true;
    await store.create(
      gadget("held", { metadata: { finalizers: ["x/hold"], ownerReferences: [ref(owner, { blockOwnerDeletion })] } }),
    );
    await store.create(owned("free", ref(owner, { blockOwnerDeletion })));
    collector.start();
    await store.delete(gadgetKey("owner"), { propagation: "Foreground" });
    await gone(store, gadgetKey("free"));
    await settled(store);
    assert.ok((await store.get(gadgetKey("owner")))?.metadata.deletionTimestamp, "the owner waits for what blocks it");
    const held = await store.get(gadgetKey("held"));
    assert.ok(held?.metadata.deletionTimestamp);
    await store.update({ ...held, metadata: { ...held.metadata, finalizers: [] } });
    await gone(store, gadgetKey("owner"));
  });

  test("in the foreground, dependents that do not block are not waited for, but go too", async (t) => {
    const { store, collector } = setUp(t);
    const owner = await store.create(gadget("owner"));
    await store.create(gadget("child", { metadata: { finalizers: ["x/hold"], ownerReferences: [ref(owner)] } }));
    collector.start();
    await store.delete(gadgetKey("owner"), { propagation: "Foreground" });
    await gone(store, gadgetKey("owner"));
    await settled(store);
    assert.ok((await store.get(gadgetKey("child")))?.metadata.deletionTimestamp);
  });

  test("in the foreground, the wish is handed down the line", async (t) => {
    const { store, collector } = setUp(t);
    const blockOwnerDeletion = true;
    const owner = await store.create(gadget("owner"));
    const child = await store.create(owned("child", ref(owner, { blockOwnerDeletion })));
    await store.create(
      gadget("grandchild", {
        metadata: { finalizers: ["x/hold"], ownerReferences: [ref(child, { blockOwnerDeletion })] },
      }),
    );
    collector.start();
    await store.delete(gadgetKey("owner"), { propagation: "Foreground" });
    await settled(store);
    assert.deepEqual((await store.get(gadgetKey("child")))?.metadata.finalizers, ["foregroundDeletion"]);
    const grandchild = await store.get(gadgetKey("grandchild"));
    assert.ok(grandchild?.metadata.deletionTimestamp);
    await store.update({ ...grandchild, metadata: { ...grandchild.metadata, finalizers: [] } });
    await gone(store, gadgetKey("owner"));
    assert.equal(await store.get(gadgetKey("child")), undefined);
  });

  test("in the foreground, objects that own each other do not wait for each other", async (t) => {
    const { store, collector } = setUp(t);
    const one = await store.create(gadget("one"));
    const two = await store.create(owned("two", ref(one, { blockOwnerDeletion: true })));
    await store.update({
      ...one,
      metadata: { ...one.metadata, ownerReferences: [ref(two, { blockOwnerDeletion: true })] },
    });
    collector.start();
    await store.delete(gadgetKey("one"), { propagation: "Foreground" });
    await gone(store, gadgetKey("one"));
    await gone(store, gadgetKey("two"));
  });

  test("orphans stay, without the reference to the owner that is gone", async (t) => {
    const { store, collector } = setUp(t);
    collector.start();
    const [owner, other] = [await store.create(gadget("owner")), await store.create(gadget("other"))];
    await store.create(owned("child", ref(owner)));
    await store.create(owned("shared", ref(owner), ref(other)));
    await settled(store);
    await store.delete(gadgetKey("owner"), { propagation: "Orphan" });
    await gone(store, gadgetKey("owner"));
    await settled(store);
    assert.equal((await store.get(gadgetKey("child")))?.metadata.ownerReferences, undefined);
    assert.deepEqual((await store.get(gadgetKey("shared")))?.metadata.ownerReferences, [ref(other)]);
  });

  test("an owner in another namespace counts as gone", async (t) => {
    const { store, collector } = setUp(t);
    const owner = await store.create(gadget("owner", { metadata: { namespace: "elsewhere" } }));
    await store.create(owned("child", ref(owner)));
    collector.start();
    await gone(store, gadgetKey("child"));
  });

  test("a cluster-scoped owner may own namespaced objects; the other way round nothing is ever deleted", async (t) => {
    const { store, collector } = setUp(t);
    const place = await store.create(site("place"));
    await store.create(owned("in-place", ref(place)));
    const owner = await store.create(gadget("owner"));
    await store.create(site("owned-site", { metadata: { name: "owned-site", ownerReferences: [ref(owner)] } }));
    collector.start();
    await settled(store);
    assert.ok(await store.get(gadgetKey("in-place")));
    await store.delete(gadgetKey("owner"));
    await store.delete({ group: "test.fairway.dev", kind: "Site", namespace: "", name: "place" });
    await gone(store, gadgetKey("in-place"));
    await settled(store);
    assert.ok(await store.get({ group: "test.fairway.dev", kind: "Site", namespace: "", name: "owned-site" }));
  });

  test("an owner of a kind that is not known counts as there", async (t) => {
    const { store, collector } = setUp(t);
    await store.create(owned("child", { apiVersion: "apps/v1", kind: "Unknown", name: "x", uid: "u" }));
    collector.start();
    await settled(store);
    assert.ok(await store.get(gadgetKey("child")));
  });

  test("tries again what the store could not do", async (t) => {
    const { clock, store } = setUp(t);
    const owner = await store.create(gadget("owner"));
    await store.create(owned("child", ref(owner)));
    await store.delete(gadgetKey("owner"));
    let full = true;
    const flaky = storeBut(store, {
      async delete(key, options) {
        if (full) throw new FairwayError("StoreFull", "no space");
        return store.delete(key, options);
      },
    });
    const reported = Promise.withResolvers<FairwayError>();
    const collector = new GarbageCollector({ store: flaky, clock, report: reported.resolve });
    t.after(() => collector.close());
    collector.start();
    assert.equal((await reported.promise).code, "StoreFull");
    full = false;
    const watching = gone(store, gadgetKey("child"));
    clock.advance(1000);
    await watching;
  });

  test("a storm of owned objects is collected completely", async (t) => {
    const { store, collector } = setUp(t);
    collector.start();
    const owner = await store.create(gadget("owner"));
    await Promise.all(Array.from({ length: 3000 }, (_, i) => store.create(owned(`child-${i}`, ref(owner)))));
    await store.delete(gadgetKey("owner"));
    await gone(store, gadgetKey("child-2999"));
    await settled(store);
    assert.equal((await store.list({ group: "test.fairway.dev", kind: "Gadget" }, "")).items.length, 0);
  });
});
