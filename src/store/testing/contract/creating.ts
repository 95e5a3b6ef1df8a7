import assert from "node:assert/strict";
import { gadget, gadgetKey, gadgets, note, site, sites } from "../test-kinds.ts";
import { type Check, names, rejectsWith } from "./check.ts";

/** Rules on create. */
export function creating(check: Check): void {
  check("create fills in uid, version, creation time and generation", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { x: 1 } }));
    assert.match(created.metadata.uid ?? "", /^[0-9a-f-]{36}$/);
    assert.ok(created.metadata.resourceVersion);
    assert.match(created.metadata.creationTimestamp ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(created.metadata.generation, 1);
  });

  check(
    "objects are stamped in whole seconds of the store's clock",
    async ({ store }, clock) => {
      clock.advance(1234);
      const created = await store.create(gadget("a", { metadata: { finalizers: ["x/one"] } }));
      assert.equal(created.metadata.creationTimestamp, "2026-01-01T00:00:01Z");
      clock.advance(1000);
      assert.equal((await store.delete(gadgetKey("a"))).metadata.deletionTimestamp, "2026-01-01T00:00:02Z");
    },
    "clock",
  );

  check(
    "a kind that counts no generations has none",
    async ({ store }) => {
      const plain = await store.create(note("n", { data: { a: "1" } }));
      assert.equal(plain.metadata.generation, undefined);
      assert.equal((await store.update({ ...plain, data: { a: "2" } })).metadata.generation, undefined);
    },
    "own rules",
  );

  check("create fails with AlreadyExists, without side effect, if the key is taken", async ({ store }) => {
    const first = await store.create(gadget("a", { spec: { x: 1 } }));
    const message = await rejectsWith("AlreadyExists", store.create(gadget("a", { spec: { x: 2 } })));
    assert.match(message, /Gadget default\/a/);
    assert.equal(await store.get(gadgetKey("a")), first);
    assert.equal((await store.list(gadgets, "")).resourceVersion, first.metadata.resourceVersion);
  });

  check("what only the store writes is not taken from the user", async ({ store }) => {
    const metadata = {
      uid: "mine",
      resourceVersion: "77",
      generation: 9,
      creationTimestamp: "2000-01-01T00:00:00Z",
      deletionTimestamp: "2000-01-01T00:00:00Z",
      deletionGracePeriodSeconds: 5,
    };
    const created = await store.create(gadget("a", { metadata }));
    assert.notEqual(created.metadata.uid, "mine");
    assert.notEqual(created.metadata.resourceVersion, "77");
    assert.equal(created.metadata.generation, 1);
    assert.notEqual(created.metadata.creationTimestamp, metadata.creationTimestamp);
    assert.equal("deletionTimestamp" in created.metadata, false);
    assert.equal("deletionGracePeriodSeconds" in created.metadata, false);
  });

  check("create ignores status where it is a subresource, and keeps it where it is not", async ({ store }) => {
    const created = await store.create(gadget("a", { status: { ready: true } }));
    assert.equal("status" in created, false);
    assert.deepEqual((await store.create(note("n", { status: { ready: true } }))).status, { ready: true });
  });

  check("generateName makes a name of its prefix and five characters", async ({ store }) => {
    const { name: _, ...metadata } = { ...gadget("x").metadata, generateName: "job-" };
    const first = await store.create({ ...gadget("x"), metadata });
    const second = await store.create({ ...gadget("x"), metadata });
    assert.match(first.metadata.name ?? "", /^job-[a-z0-9]{5}$/);
    assert.notEqual(first.metadata.name, second.metadata.name);
    const long = await store.create({ ...gadget("x"), metadata: { ...metadata, generateName: "y".repeat(80) } });
    assert.equal(long.metadata.name?.length, 63);
  });

  check("a namespaced object needs a namespace, a cluster-scoped one must have none", async ({ store }) => {
    const { namespace: _, ...metadata } = gadget("a").metadata;
    await rejectsWith("Invalid", store.create({ ...gadget("a"), metadata }));
    await rejectsWith("Invalid", store.create({ ...site("s"), metadata: { name: "s", namespace: "default" } }));
    const created = await store.create({ ...site("s"), metadata: { name: "s", namespace: "" } });
    assert.equal("namespace" in created.metadata, false);
    assert.deepEqual(names((await store.list(sites, "")).items), ["/s"]);
  });

  check("a name is needed and must be fit for a path", async ({ store }) => {
    const { name: _, ...metadata } = gadget("a").metadata;
    await rejectsWith("Invalid", store.create({ ...gadget("a"), metadata }));
    for (const name of [".", "..", "a/b", "a%b", "a\0b"]) await rejectsWith("Invalid", store.create(gadget(name)));
  });

  check("a kind that is not known is a NotFound fault", async ({ store }) => {
    await rejectsWith("NotFound", store.create({ ...gadget("a"), kind: "Nothing" }));
    await rejectsWith("NotFound", store.create({ ...gadget("a"), apiVersion: "test.fairway.dev/v9" }));
  });

  check("what JSON cannot carry is refused before it is stored", async ({ store }) => {
    for (const value of [Number.NaN, () => 1, 1n, new Date(0), [undefined], Symbol("s")]) {
      await rejectsWith("Invalid", store.create(gadget("a", { spec: { value } })));
    }
    let deep: unknown = 1;
    for (let i = 0; i < 1000; i++) deep = [deep];
    await rejectsWith("Invalid", store.create(gadget("a", { spec: { deep } })));
    assert.equal((await store.list(gadgets, "")).items.length, 0);
  });

  check(
    "keys like __proto__ and constructor are ordinary keys",
    async ({ store }) => {
      const text = '{"__proto__": "p", "constructor": "c", "hasOwnProperty": "h"}';
      const metadata = { labels: JSON.parse(text), annotations: JSON.parse(text) };
      await store.create(
        gadget("a", { metadata, spec: JSON.parse(`{"data": ${text}, "__proto__": {"polluted": true}}`) }),
      );
      await store.update(
        gadget("a", { metadata, spec: JSON.parse(`{"data": ${text}, "__proto__": {"polluted": 1}}`) }),
      );
      const found = await store.get(gadgetKey("a"));
      assert.equal(JSON.stringify(found?.metadata.labels), text.replaceAll(" ", "").replaceAll('",', '",'));
      assert.equal(
        JSON.stringify(found?.spec),
        '{"data":{"__proto__":"p","constructor":"c","hasOwnProperty":"h"},"__proto__":{"polluted":1}}',
      );
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
    },
    "own rules",
  );

  check(
    "fields that nobody knows are kept",
    async ({ store }) => {
      const created = await store.create(gadget("a", { extra: { a: [1, null, "x"] }, metadata: { selfLink: "/x" } }));
      assert.deepEqual(created.extra, { a: [1, null, "x"] });
      assert.equal((created.metadata as Record<string, unknown>).selfLink, "/x");
    },
    "own rules",
  );
}
