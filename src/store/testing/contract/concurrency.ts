import assert from "node:assert/strict";
import type { Resource } from "../../../api/resource.ts";
import { isFault } from "../../../base/fault.ts";
import { gadget, gadgetKey, gadgets } from "../test-kinds.ts";
import type { Check } from "./check.ts";

/** Rules on what callers may do to objects. */
export function readOnly(check: Check): void {
  check("changing an object that was handed out throws and changes nothing", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { list: [{ x: 1 }] }, metadata: { labels: { l: "1" } } }));
    const writable = created as unknown as {
      spec: { list: { x: number }[] };
      metadata: { labels: Record<string, string>; name: string };
    };
    assert.throws(() => {
      writable.spec.list[0]!.x = 2;
    }, TypeError);
    assert.throws(() => {
      writable.spec.list.push({ x: 3 });
    }, TypeError);
    assert.throws(() => {
      writable.metadata.labels.l = "2";
    }, TypeError);
    assert.throws(() => {
      writable.metadata.name = "b";
    }, TypeError);
    assert.throws(() => {
      (writable as unknown as Record<string, unknown>).more = 1;
    }, TypeError);
    assert.deepEqual((await store.get(gadgetKey("a")))?.spec, { list: [{ x: 1 }] });
    const { items } = await store.list(gadgets, "");
    assert.throws(() => {
      (items as Resource[]).pop();
    }, TypeError);
  });

  check("changing an object after it was given changes nothing", async ({ store }) => {
    const spec = { list: [{ x: 1 }], map: { a: "1" } };
    const labels = { l: "1" };
    const input = gadget("a", { spec, metadata: { labels } });
    const creating = store.create(input);
    spec.list[0]!.x = 2;
    spec.map.a = "2";
    labels.l = "2";
    await creating;
    spec.list.push({ x: 3 });
    const found = await store.get(gadgetKey("a"));
    assert.deepEqual(found?.spec, { list: [{ x: 1 }], map: { a: "1" } });
    assert.deepEqual(found?.metadata.labels, { l: "1" });
    const status = { n: 1 };
    const updating = store.updateStatus(gadget("a", { status }));
    status.n = 2;
    assert.deepEqual((await updating).status, { n: 1 });
  });

  check("what an update leaves equal stays the same value", async ({ store }) => {
    const created = await store.create(gadget("a", { spec: { deep: { x: 1 } } }));
    const updated = await store.update(gadget("a", { spec: { deep: { x: 1 } }, metadata: { labels: { l: "1" } } }));
    assert.equal(updated.spec, created.spec);
  });
}

/** Rules on writers that work at once. */
export function concurrency(check: Check): void {
  check("of fifty writers on one version exactly one wins", async ({ store }) => {
    let current = await store.create(gadget("a", { spec: { count: 0 } }));
    for (let round = 0; round < 10; round++) {
      const base = current;
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, writer) => store.update({ ...base, spec: { count: round + 1, writer } })),
      );
      const won = results.filter((r) => r.status === "fulfilled");
      assert.equal(won.length, 1);
      for (const r of results) if (r.status === "rejected") assert.ok(isFault(r.reason, "Conflict"));
      current = won[0]!.value;
      assert.equal(await store.get(gadgetKey("a")), current);
    }
    assert.deepEqual((current.spec as { count: number }).count, 10);
  });

  check("fifty writers that read again after a Conflict lose no increment", async ({ store }) => {
    await store.create(gadget("a", { spec: { count: 0 } }));
    const increment = async () => {
      for (;;) {
        const found = (await store.get(gadgetKey("a"))) as Resource & { spec: { count: number } };
        try {
          return await store.update({ ...found, spec: { count: found.spec.count + 1 } });
        } catch (fault) {
          if (!isFault(fault, "Conflict")) throw fault;
        }
      }
    };
    await Promise.all(Array.from({ length: 50 }, increment));
    assert.deepEqual((await store.get(gadgetKey("a")))?.spec, { count: 50 });
    assert.equal((await store.get(gadgetKey("a")))?.metadata.generation, 51);
  });

  check("of many that create or delete one object at once exactly one succeeds", async ({ store }) => {
    for (let round = 0; round < 5; round++) {
      const created = await Promise.allSettled(Array.from({ length: 20 }, () => store.create(gadget("a"))));
      assert.equal(created.filter((r) => r.status === "fulfilled").length, 1);
      const deleted = await Promise.allSettled(Array.from({ length: 20 }, () => store.delete(gadgetKey("a"))));
      assert.equal(deleted.filter((r) => r.status === "fulfilled").length, 1);
    }
  });

  check("a version is never used twice", async ({ store }) => {
    const seen = new Set<string>();
    const work = Array.from({ length: 20 }, async (_, i) => {
      for (let round = 0; round < 5; round++) {
        for (const r of [await store.create(gadget(`g${i}`)), await store.delete(gadgetKey(`g${i}`))]) {
          assert.equal(seen.has(r.metadata.resourceVersion!), false);
          seen.add(r.metadata.resourceVersion!);
        }
      }
    });
    await Promise.all(work);
    assert.equal(seen.size, 200);
  });
}
