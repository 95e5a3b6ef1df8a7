import assert from "node:assert/strict";
import { gadget, gadgetKey, gadgets } from "../test-kinds.ts";
import { type Check, rejectsWith } from "./check.ts";

const dryRun = { dryRun: true };

/** Rules on writes that are only tried. */
export function rehearsing(check: Check): void {
  check("a dry run returns what the write would, and stores nothing", async ({ store }) => {
    const tried = await store.create(gadget("a", { spec: { x: 1 } }), dryRun);
    assert.match(tried.metadata.uid ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(tried.metadata.resourceVersion, undefined);
    assert.deepEqual((await store.list(gadgets, "")).items, []);
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    const updated = await store.update({ ...created, spec: { x: 2 } }, dryRun);
    assert.deepEqual([updated.spec, updated.metadata.generation], [{ x: 2 }, 2]);
    assert.equal(updated.metadata.resourceVersion, created.metadata.resourceVersion);
    await store.updateStatus({ ...created, status: { ok: true } }, dryRun);
    await store.delete(gadgetKey("a"), dryRun);
    assert.equal(await store.get(gadgetKey("a")), created);
    assert.equal((await store.list(gadgets, "")).resourceVersion, created.metadata.resourceVersion);
  });

  check("a dry run fails where the write would", async ({ store }) => {
    const created = await store.create(gadget("a"));
    await rejectsWith("AlreadyExists", store.create(gadget("a"), dryRun));
    await rejectsWith("NotFound", store.update(gadget("b"), dryRun));
    const stale = { ...created, metadata: { ...created.metadata, resourceVersion: "1000" }, spec: { x: 3 } };
    await rejectsWith("Conflict", store.update(stale, dryRun));
  });
}
