import assert from "node:assert/strict";
import type { Resource } from "../../../api/resource.ts";
import { gadget, gadgetKey, gadgets } from "../test-kinds.ts";
import { type Check, names, rejectsWith } from "./check.ts";

/** Rules on the past of a store. */
export function history(given: Check): void {
  const check: Check = (rule, run) => given(rule, run, "history");
  check("revisions come the newest first, of one object or of all", async ({ store, history }, clock) => {
    const a = await store.create(gadget("a", { spec: { n: 1 } }));
    clock.advance(1000);
    await store.create(gadget("b"));
    const a2 = await store.update({ ...a, spec: { n: 2 } });
    const gone = await store.delete(gadgetKey("a"));
    const ofA = await history.revisions({ key: gadgetKey("a") });
    assert.deepEqual(
      ofA.map((r) => r.change),
      ["deleted", "updated", "created"],
    );
    assert.deepEqual(
      ofA.map((r) => r.revision),
      [gone, a2, a].map((r) => r.metadata.resourceVersion),
    );
    assert.deepEqual(
      ofA.map((r) => r.resource),
      [gone, a2, a],
    );
    assert.deepEqual(
      ofA.map((r) => r.time),
      [1000, 1000, 0].map((ms) => Date.UTC(2026, 0, 1) + ms),
    );
    assert.deepEqual(ofA[0]?.key, gadgetKey("a"));
    const older = await history.revisions({ key: gadgetKey("a"), before: a2.metadata.resourceVersion!, limit: 5 });
    assert.deepEqual(
      older.map((r) => r.change),
      ["created"],
    );
    const all = await history.revisions({ limit: 3 });
    assert.deepEqual(
      all.map((r) => `${r.change} ${r.key.name}`),
      ["deleted a", "updated a", "created b"],
    );
  });

  check("listAt shows a kind as it was", async ({ store, history }) => {
    const start = (await store.list(gadgets, "")).resourceVersion;
    const versions: { version: string; items: readonly Resource[] }[] = [];
    const remember = async () => {
      const { items, resourceVersion } = await store.list(gadgets, "");
      versions.push({ version: resourceVersion, items });
    };
    await store.create(gadget("a", { spec: { n: 1 } }));
    await remember();
    await store.create(gadget("b", { metadata: { namespace: "other" } }));
    await remember();
    await store.update(gadget("a", { spec: { n: 2 } }));
    await store.update(gadget("a", { spec: { n: 3 } }));
    await remember();
    await store.delete(gadgetKey("a"));
    await remember();
    await store.create(gadget("a", { spec: { n: 4 } }));
    await remember();
    for (const { version, items } of versions) {
      const past = await history.listAt(gadgets, "", version);
      assert.deepEqual(past, { items, resourceVersion: version });
      const inOther = await history.listAt(gadgets, "other", version);
      assert.deepEqual(
        inOther.items,
        items.filter((r) => r.metadata.namespace === "other"),
      );
    }
    assert.deepEqual((await history.listAt(gadgets, "", start)).items, []);
  });

  check(
    "listAt of what is forgotten is Expired, of the compaction point itself it is not",
    async ({ store, history }) => {
      const first = await store.create(gadget("a", { spec: { n: 1 } }));
      const second = await store.update({ ...first, spec: { n: 2 } });
      await store.update({ ...second, spec: { n: 3 } });
      await history.compact(second.metadata.resourceVersion);
      await rejectsWith("Expired", history.listAt(gadgets, "", first.metadata.resourceVersion!));
      const at = await history.listAt(gadgets, "", second.metadata.resourceVersion!);
      assert.deepEqual(at.items, [second]);
      await rejectsWith("Timeout", history.listAt(gadgets, "", "999999"));
      await rejectsWith("BadRequest", history.listAt(gadgets, "", "abc"));
    },
  );

  check("rollback writes the state of a revision back as new revisions", async ({ store, history }) => {
    await store.create(gadget("kept", { spec: { n: 1 } }));
    const changed = await store.create(gadget("changed", { spec: { n: 1 }, metadata: { labels: { l: "1" } } }));
    const removed = await store.create(gadget("removed", { spec: { n: 1 } }));
    await store.updateStatus({ ...removed, status: { ready: false } });
    const { resourceVersion: to } = await store.list(gadgets, "");
    const later = await store.update({
      ...changed,
      spec: { n: 2 },
      metadata: { ...changed.metadata, labels: { l: "2" } },
    });
    await store.updateStatus({ ...later, status: { ready: true } });
    await store.delete(gadgetKey("removed"));
    await store.create(gadget("added"));
    await store.updateStatus(gadget("kept", { status: { ready: true } }));
    const tried = await history.rollback(to, { dryRun: true });
    assert.deepEqual(
      tried.changes.map(({ key, change }) => `${key.name} ${change}`),
      ["changed updated", "removed created", "added deleted"],
    );
    assert.equal(
      (await store.list(gadgets, "")).items.find((each) => each.metadata.name === "removed"),
      undefined,
    );
    assert.deepEqual(await history.rollback(to), tried);
    const { items, resourceVersion } = await store.list(gadgets, "");
    assert.deepEqual(names(items), ["default/changed", "default/kept", "default/removed"]);
    assert.ok(Number(resourceVersion) > Number(to));
    assert.deepEqual(items[0]?.spec, { n: 1 });
    assert.deepEqual(items[0]?.metadata.labels, { l: "1" });
    assert.deepEqual(items[0]?.status, { ready: true });
    assert.equal(items[0]?.metadata.uid, changed.metadata.uid);
    assert.notEqual(items[2]?.metadata.uid, removed.metadata.uid);
    assert.deepEqual(items[2]?.status, { ready: false });
    assert.deepEqual(await history.rollback(to), { changes: [], leftOut: [] });
  });

  check("rollback leaves alone what it cannot or must not bring back, and says why", async ({ store, history }) => {
    const held = await store.create(gadget("held", { metadata: { finalizers: ["test/hold"] }, spec: { n: 1 } }));
    const { resourceVersion: to } = await store.list(gadgets, "");
    await store.create(gadget("basic", { metadata: { labels: { "kubernetes.io/bootstrapping": "yes" } } }));
    await store.update({ ...held, spec: { n: 2 } });
    await store.delete(gadgetKey("held"));
    const { changes, leftOut } = await history.rollback(to);
    assert.deepEqual(changes, []);
    assert.deepEqual(leftOut.map(({ key, reason }) => `${key.name}: ${reason}`).sort(), [
      "held: it is being deleted now",
    ]);
    assert.equal((await store.list(gadgets, "")).items.length, 2);
  });

  check("rollback keeps ownership between objects that it makes anew", async ({ store, history }) => {
    const owner = await store.create(gadget("owner"));
    const ref = { apiVersion: "test.fairway.dev/v1", kind: "Gadget", name: "owner", uid: owner.metadata.uid! };
    await store.create(gadget("owned", { metadata: { ownerReferences: [ref] } }));
    const { resourceVersion: to } = await store.list(gadgets, "");
    await store.delete(gadgetKey("owned"));
    await store.delete(gadgetKey("owner"));
    await history.rollback(to);
    const [owned, again] = (await store.list(gadgets, "")).items;
    assert.notEqual(again?.metadata.uid, owner.metadata.uid);
    assert.equal(owned?.metadata.ownerReferences?.[0]?.uid, again?.metadata.uid);
  });

  check("compaction keeps every living object and forgets what it superseded", async ({ store, history }) => {
    for (let i = 0; i < 10; i++) await store.create(gadget(`g${i}`, { spec: { n: 0 } }));
    for (let i = 0; i < 10; i++) await store.update(gadget(`g${i}`, { spec: { n: 1 } }));
    for (let i = 0; i < 5; i++) await store.delete(gadgetKey(`g${i}`));
    const before = await store.list(gadgets, "");
    await history.compact(before.resourceVersion);
    assert.deepEqual(await store.list(gadgets, ""), before);
    const revisions = await history.revisions();
    assert.deepEqual(
      revisions.map((r) => r.key.name),
      ["g9", "g8", "g7", "g6", "g5"],
    );
    const updated = await store.update(gadget("g9", { spec: { n: 2 } }));
    assert.ok(Number(updated.metadata.resourceVersion) > Number(before.resourceVersion));
    assert.deepEqual((await history.listAt(gadgets, "", before.resourceVersion)).items, before.items);
    await rejectsWith("Timeout", history.compact("999999"));
  });

  check("without an argument only what is outside the window is forgotten", async ({ store, history }) => {
    const first = await store.create(gadget("a", { spec: { n: 1 } }));
    await store.update({ ...first, spec: { n: 2 } });
    await history.compact();
    assert.equal((await history.revisions({ key: gadgetKey("a") })).length, 2);
  });
}
