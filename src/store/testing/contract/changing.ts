import assert from "node:assert/strict";
import type { Resource } from "../../../api/resource.ts";
import { gadget, gadgetKey, gadgets } from "../test-kinds.ts";
import { type Check, rejectsWith } from "./check.ts";

/** Rules on update. */
export function updating(check: Check): void {
  check("update makes a new version and keeps uid and creation time", async ({ store }, clock) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    clock.advance(5000);
    const updated = await store.update({ ...created, spec: { x: 2 } });
    assert.deepEqual(updated.spec, { x: 2 });
    assert.equal(updated.metadata.uid, created.metadata.uid);
    assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp);
    assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion);
    assert.equal(await store.get(gadgetKey("a")), updated);
  });

  check("update of what does not exist is a NotFound fault", async ({ store }) => {
    await rejectsWith("NotFound", store.update(gadget("a")));
  });

  check("update from another version than the stored is a Conflict that names both", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    const updated = await store.update({ ...created, spec: { x: 2 } });
    const message = await rejectsWith("Conflict", store.update({ ...created, spec: { x: 3 } }));
    const [newer, older] = [updated.metadata.resourceVersion, created.metadata.resourceVersion];
    assert.equal(
      message,
      `Gadget default/a is at version ${newer}, the update was made from version ${older}: read it again and repeat the change`,
    );
    assert.equal(await store.get(gadgetKey("a")), updated);
  });

  check("update without a version is not checked against any", async ({ store }) => {
    await store.create(gadget("a", { spec: { x: 1 } }));
    assert.deepEqual((await store.update(gadget("a", { spec: { x: 2 } }))).spec, { x: 2 });
  });

  check("update of another incarnation is a Conflict", async ({ store }) => {
    const first = await store.create(gadget("a"));
    await store.delete(gadgetKey("a"));
    await store.create(gadget("a"));
    const { uid } = first.metadata;
    await rejectsWith("Conflict", store.update(gadget("a", { metadata: { uid }, spec: { x: 1 } })));
  });

  check("an update that changes nothing makes no new version", async ({ store }) => {
    const metadata = { labels: { b: "2", a: "1" }, annotations: {} };
    const created = await store.create(gadget("a", { metadata, spec: { x: { y: 1, z: undefined } } }));
    const watch = store.watch();
    assert.equal(await store.update(created), created);
    assert.equal(
      await store.update(gadget("a", { metadata: { labels: { a: "1", b: "2" } }, spec: { x: { y: 1 } } })),
      created,
    );
    assert.equal(watch.resourceVersion, created.metadata.resourceVersion);
    assert.equal((await store.list(gadgets, "")).resourceVersion, created.metadata.resourceVersion);
  });

  check("generation counts changes of all but metadata and status", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    const labelled = await store.update({ ...created, metadata: { ...created.metadata, labels: { l: "1" } } });
    assert.equal(labelled.metadata.generation, 1);
    const changed = await store.update({ ...labelled, spec: { x: 2 } });
    assert.equal(changed.metadata.generation, 2);
    const withStatus = await store.updateStatus({ ...changed, status: { ready: true } });
    assert.equal(withStatus.metadata.generation, 2);
    assert.equal((await store.update({ ...withStatus, more: 1 })).metadata.generation, 3);
  });

  check(
    "server-owned metadata cannot be changed, managedFields are kept if absent",
    async ({ store }) => {
      const created = await store.create(gadget("a", { metadata: { managedFields: [{ manager: "m" }] } }));
      const { resourceVersion: _, uid: __, managedFields: ___, ...metadata } = created.metadata;
      const updated = await store.update({
        ...created,
        spec: { x: 1 },
        metadata: {
          ...metadata,
          generation: 99,
          creationTimestamp: "2000-01-01T00:00:00Z",
          deletionTimestamp: "2000-01-01T00:00:00Z",
        },
      });
      assert.equal(updated.metadata.generation, 2);
      assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp);
      assert.equal("deletionTimestamp" in updated.metadata, false);
      assert.deepEqual(updated.metadata.managedFields, [{ manager: "m" }]);
    },
    "own rules",
  );

  check("update replaces: what is left out is gone", async ({ store }) => {
    await store.create(
      gadget("a", { spec: { x: 1 }, extra: 1, metadata: { labels: { l: "1" }, annotations: { n: "1" } } }),
    );
    const updated = await store.update(gadget("a", { spec: { y: 1 } }));
    assert.deepEqual(updated.spec, { y: 1 });
    assert.equal("extra" in updated, false);
    assert.equal("labels" in updated.metadata, false);
    assert.equal("annotations" in updated.metadata, false);
  });
}

/** Rules on updateStatus. */
export function statusRules(check: Check): void {
  check("update leaves status alone, updateStatus leaves all else alone", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    const first = await store.updateStatus({
      ...created,
      spec: { x: 9 },
      status: { ready: false },
      metadata: { ...created.metadata, labels: { l: "1" } },
    });
    assert.deepEqual(first.spec, { x: 1 });
    assert.deepEqual(first.status, { ready: false });
    assert.equal("labels" in first.metadata, false);
    assert.notEqual(first.metadata.resourceVersion, created.metadata.resourceVersion);
    const second = await store.update({ ...first, spec: { x: 2 }, status: { ready: true } });
    assert.deepEqual(second.status, { ready: false });
    const { status: _, ...withoutStatus } = second;
    assert.deepEqual((await store.update({ ...withoutStatus, spec: { x: 3 } } as Resource)).status, { ready: false });
  });

  check("updateStatus obeys versions as update does, and makes none for nothing", async ({ store }) => {
    await rejectsWith("NotFound", store.updateStatus(gadget("a", { status: {} })));
    const created = await store.create(gadget("a"));
    const first = await store.updateStatus({ ...created, status: { n: 1 } });
    await rejectsWith("Conflict", store.updateStatus({ ...created, status: { n: 2 } }));
    assert.equal(await store.updateStatus({ ...first, status: { n: 1 } }), first);
    const { status: _, ...cleared } = first;
    assert.equal("status" in (await store.updateStatus(cleared as Resource)), false);
  });
}

/** Rules on patch. */
export function patching(check: Check): void {
  check("patch writes only what changed, so writers of different fields do not conflict", async ({ store }) => {
    const original = await store.create(gadget("a", { spec: { x: 1, y: 1, nested: { p: 1, q: 1 } } }));
    const spec = (r: Resource) => r.spec as Record<string, unknown>;
    const nested = (r: Resource) => spec(r).nested as Record<string, unknown>;
    const answers = await Promise.all([
      store.patch(original, (r) => ({ ...r, spec: { ...spec(r), x: 2, nested: { ...nested(r), p: 2 } } })),
      store.patch(original, (r) => ({ ...r, spec: { ...spec(r), y: 2, nested: { ...nested(r), q: 2 } } })),
    ]);
    // A store behind a network may take them in either order; the later one has both.
    const later = answers.find((r) => r.metadata.generation === 3);
    assert.deepEqual(later?.spec, { x: 2, y: 2, nested: { p: 2, q: 2 } });
  });

  check("patch can set and remove fields, labels and status", async ({ store }) => {
    const original = await store.create(
      gadget("a", { spec: { x: 1, y: 1 }, metadata: { labels: { a: "1", b: "1" } } }),
    );
    const patched = await store.patch(original, (r) => ({
      ...r,
      metadata: { ...r.metadata, labels: { b: "1", c: "1" } },
      spec: { x: 1 },
      status: { ready: true },
    }));
    assert.deepEqual(patched.spec, { x: 1 });
    assert.deepEqual(patched.metadata.labels, { b: "1", c: "1" });
    assert.deepEqual(patched.status, { ready: true });
  });

  check("patch that changes nothing makes no new version", async ({ store }) => {
    const original = await store.create(gadget("a", { spec: { x: 1 } }));
    assert.equal(await store.patch(original, (r) => r), original);
  });

  check("patch of what is gone, or was replaced by another of its name, is a NotFound fault", async ({ store }) => {
    const original = await store.create(gadget("a"));
    await store.delete(gadgetKey("a"));
    await rejectsWith(
      "NotFound",
      store.patch(original, (r) => ({ ...r, spec: { x: 1 } })),
    );
    await store.create(gadget("a"));
    await rejectsWith(
      "NotFound",
      store.patch(original, (r) => ({ ...r, spec: { x: 1 } })),
    );
  });

  check("patch cannot move an object to another key", async ({ store }) => {
    const original = await store.create(gadget("a"));
    await rejectsWith(
      "Invalid",
      store.patch(original, (r) => ({ ...r, metadata: { ...r.metadata, name: "b" } })),
    );
  });
}
