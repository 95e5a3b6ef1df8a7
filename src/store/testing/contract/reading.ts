import assert from "node:assert/strict";
import { gadget, gadgetKey, gadgets, memos, note, notes } from "../test-kinds.ts";
import { type Check, names, rejectsWith } from "./check.ts";

/** Rules on get and list. */
export function reading(check: Check): void {
  check("an object is found by kind, namespace and name, and by nothing else", async ({ store }) => {
    const created = await store.create(gadget("a"));
    assert.equal(await store.get(gadgetKey("a")), created);
    assert.equal(await store.get(gadgetKey("a", "other")), undefined);
    assert.equal(await store.get(gadgetKey("b")), undefined);
    assert.equal(await store.get({ ...gadgetKey("a"), group: notes.group, kind: "Note" }), undefined);
    assert.equal(await store.get({ ...gadgetKey("a"), kind: "NoSuchKind" }), undefined);
  });

  check("the same name in another kind or namespace is another object", async ({ store }) => {
    await store.create(gadget("a"));
    await store.create(gadget("a", { metadata: { namespace: "other" } }));
    await store.create(note("a"));
    assert.equal((await store.list(gadgets, "")).items.length, 2);
    assert.equal((await store.list(notes, "")).items.length, 1);
  });

  check("a list is sorted by namespace and name, and can be of one namespace", async ({ store }) => {
    for (const [namespace, name] of [
      ["b", "x"],
      ["a-b", "x"],
      ["a", "z"],
      ["a", "b-1"],
      ["a", "b"],
      ["a", "b.c"],
    ] as const) {
      await store.create(gadget(name, { metadata: { namespace } }));
    }
    assert.deepEqual(names((await store.list(gadgets, "")).items), ["a/b", "a/b-1", "a/b.c", "a/z", "a-b/x", "b/x"]);
    assert.deepEqual(names((await store.list(gadgets, "a")).items), ["a/b", "a/b-1", "a/b.c", "a/z"]);
    assert.deepEqual(names((await store.list(gadgets, "none")).items), []);
  });

  check("lists stay right over creations, updates and deletions between them", async ({ store }) => {
    for (const name of ["d", "b", "f"]) await store.create(gadget(name));
    assert.deepEqual(names((await store.list(gadgets, "")).items), ["default/b", "default/d", "default/f"]);
    await store.delete(gadgetKey("d"));
    await store.create(gadget("a"));
    await store.create(gadget("e"));
    assert.deepEqual(names((await store.list(gadgets, "")).items), [
      "default/a",
      "default/b",
      "default/e",
      "default/f",
    ]);
    await store.delete(gadgetKey("b"));
    await store.create(gadget("b", { spec: { again: true } }));
    const { items } = await store.list(gadgets, "");
    assert.deepEqual(names(items), ["default/a", "default/b", "default/e", "default/f"]);
    assert.deepEqual(items[1]?.spec, { again: true });
  });

  check("a list's version is the newest of the store", async ({ store }) => {
    const before = (await store.list(gadgets, "")).resourceVersion;
    assert.notEqual(before, "0");
    const created = await store.create(note("n"));
    assert.equal((await store.list(gadgets, "")).resourceVersion, created.metadata.resourceVersion);
  });

  check("a list that was handed out never changes", async ({ store }) => {
    await store.create(gadget("a"));
    const { items } = await store.list(gadgets, "");
    await store.create(gadget("b"));
    await store.delete(gadgetKey("a"));
    assert.deepEqual(names(items), ["default/a"]);
  });

  check("listing a kind that is not known is a NotFound fault", async ({ store }) => {
    await rejectsWith("NotFound", store.list({ group: "x", kind: "Nothing" }, ""));
  });

  check("an object of another served version is handed out in the stored one", async ({ store }) => {
    const old = { ...gadget("a"), apiVersion: "test.fairway.dev/v1beta1", oldSpec: { size: 1 } };
    const created = await store.create(old);
    assert.equal(created.apiVersion, "test.fairway.dev/v1");
    assert.deepEqual(created.spec, { size: 1 });
    assert.equal("oldSpec" in created, false);
    const updated = await store.update({ ...old, oldSpec: { size: 2 } });
    assert.deepEqual(updated.spec, { size: 2 });
  });

  check("a kind that is stored as another one is found under both", async ({ store }) => {
    const watch = store.watch({ types: [memos] });
    const memo = { ...note("m"), apiVersion: "test.fairway.dev/v1", kind: "Memo", memo: { a: "1" } };
    const created = await store.create(memo);
    assert.equal(created.kind, "Note");
    assert.deepEqual(created.data, { a: "1" });
    assert.equal((await store.list(memos, "")).items[0], created);
    assert.equal((await store.list(notes, "")).items[0], created);
    assert.equal(await store.get({ group: memos.group, kind: "Memo", namespace: "default", name: "m" }), created);
    assert.equal((await watch.next())?.[0]?.resource, created);
    await store.delete({ group: memos.group, kind: "Memo", namespace: "default", name: "m" });
    assert.equal((await store.list(notes, "")).items.length, 0);
  });
}
