import assert from "node:assert/strict";
import { gadget, gadgetKey } from "../test-kinds.ts";
import { type Check, rejectsWith } from "./check.ts";

/** Rules on delete and finalizers. */
export function deleting(check: Check): void {
  check("delete removes the object and returns its last state", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    const deleted = await store.delete(gadgetKey("a"));
    assert.deepEqual(deleted.spec, { x: 1 });
    assert.equal(deleted.metadata.uid, created.metadata.uid);
    assert.notEqual(deleted.metadata.resourceVersion, created.metadata.resourceVersion);
    assert.equal(await store.get(gadgetKey("a")), undefined);
    await rejectsWith("NotFound", store.delete(gadgetKey("a")));
  });

  check("delete of another version or incarnation is a Conflict and the object stays", async ({ store }) => {
    const created = await store.create(gadget("a"));
    const { resourceVersion } = created.metadata;
    const updated = await store.update({ ...created, spec: { x: 1 } });
    await rejectsWith("Conflict", store.delete(gadgetKey("a"), { resourceVersion }));
    await rejectsWith("Conflict", store.delete(gadgetKey("a"), { uid: "other" }));
    assert.equal(await store.get(gadgetKey("a")), updated);
    await store.delete(gadgetKey("a"), {
      resourceVersion: updated.metadata.resourceVersion,
      uid: updated.metadata.uid,
    });
  });

  check("an object made anew has another uid and a later version", async ({ store }) => {
    const first = await store.create(gadget("a"));
    await store.delete(gadgetKey("a"));
    const second = await store.create(gadget("a"));
    assert.notEqual(second.metadata.uid, first.metadata.uid);
    assert.ok(Number(second.metadata.resourceVersion) > Number(first.metadata.resourceVersion));
  });

  check("with finalizers, delete marks the object, and the last finalizer's removal deletes it", async ({ store }) => {
    const created = await store.create(gadget("a", { metadata: { finalizers: ["x/one", "x/two"] } }));
    const marked = await store.delete(gadgetKey("a"));
    assert.ok(marked.metadata.deletionTimestamp);
    assert.equal(marked.metadata.deletionGracePeriodSeconds, 0);
    assert.equal(marked.metadata.generation, (created.metadata.generation ?? 0) + 1);
    assert.equal(await store.delete(gadgetKey("a")), marked);
    const one = await store.update({ ...marked, metadata: { ...marked.metadata, finalizers: ["x/two"] } });
    assert.equal(await store.get(gadgetKey("a")), one);
    assert.equal(one.metadata.deletionTimestamp, marked.metadata.deletionTimestamp);
    const watch = store.watch();
    await store.update({ ...one, metadata: { ...one.metadata, finalizers: [] } });
    assert.equal(await store.get(gadgetKey("a")), undefined);
    assert.equal((await watch.next())?.[0]?.type, "DELETED");
  });

  check("an object being deleted takes no new finalizers, but other changes", async ({ store }) => {
    await store.create(gadget("a", { metadata: { finalizers: ["x/one"] } }));
    const marked = await store.delete(gadgetKey("a"));
    const message = await rejectsWith(
      "Invalid",
      store.update({ ...marked, metadata: { ...marked.metadata, finalizers: ["x/one", "x/two"] } }),
    );
    assert.match(message, /x\/two/);
    assert.deepEqual((await store.update({ ...marked, spec: { x: 1 } })).spec, { x: 1 });
  });

  check(
    "propagation leaves its finalizer for the garbage collector",
    async ({ store }) => {
      await store.create(gadget("f"));
      await store.create(gadget("o"));
      await store.create(gadget("b"));
      assert.deepEqual((await store.delete(gadgetKey("f"), { propagation: "Foreground" })).metadata.finalizers, [
        "foregroundDeletion",
      ]);
      assert.deepEqual((await store.delete(gadgetKey("o"), { propagation: "Orphan" })).metadata.finalizers, ["orphan"]);
      await store.delete(gadgetKey("b"), { propagation: "Background" });
      assert.equal(await store.get(gadgetKey("b")), undefined);
      await store.delete(gadgetKey("f"), { propagation: "Background" });
      assert.equal(await store.get(gadgetKey("f")), undefined);
    },
    "no controllers",
  );
}
