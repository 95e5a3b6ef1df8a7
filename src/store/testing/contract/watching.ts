import assert from "node:assert/strict";
import type { Resource } from "../../../api/resource.ts";
import type { WatchEvent } from "../../../core/resource-store.ts";
import { gadget, gadgetKey, gadgets, note, notes, site, sites } from "../test-kinds.ts";
import { type Check, rejectsWith, summary, take } from "./check.ts";

/** Rules on watch. */
export function watching(check: Check): void {
  check("a watch from now sees what comes after, with the states before", async ({ store }) => {
    await store.create(gadget("old"));
    const watch = store.watch();
    const created = await store.create(gadget("a"));
    const updated = await store.update({ ...created, spec: { x: 1 } });
    const deleted = await store.delete(gadgetKey("a"));
    const events = await take(watch, 3);
    assert.deepEqual(events, [
      { type: "ADDED", resource: created },
      { type: "MODIFIED", resource: updated, previous: created },
      { type: "DELETED", resource: deleted, previous: updated },
    ]);
  });

  check("list, then watch from its version: no gap and nothing twice", async ({ store }) => {
    for (let i = 0; i < 5; i++) await store.create(gadget(`g${i}`));
    const { items, resourceVersion } = await store.list(gadgets, "");
    await store.create(gadget("later"));
    const watch = store.watch({ from: resourceVersion });
    await store.delete(gadgetKey("g0"));
    assert.equal(items.length, 5);
    assert.deepEqual(summary(await take(watch, 2)), ["ADDED later", "DELETED g0"]);
  });

  check("a watch can be of some kinds and one namespace", async ({ store }) => {
    const byKind = store.watch({ types: [notes, sites] });
    const byNamespace = store.watch({ namespace: "other" });
    const byBoth = store.watch({ types: [gadgets], namespace: "other" });
    await store.create(gadget("a"));
    await store.create(note("b"));
    await store.create(gadget("c", { metadata: { namespace: "other" } }));
    await store.create(site("d"));
    await store.create({ ...note("e"), metadata: { name: "e", namespace: "other" } });
    assert.deepEqual(summary(await take(byKind, 3)), ["ADDED b", "ADDED d", "ADDED e"]);
    assert.deepEqual(summary(await take(byNamespace, 2)), ["ADDED c", "ADDED e"]);
    assert.deepEqual(summary(await take(byBoth, 1)), ["ADDED c"]);
  });

  check("a watch resumes from any version that is kept", async ({ store }) => {
    const start = (await store.list(gadgets, "")).resourceVersion;
    const versions = [start];
    for (let i = 0; i < 20; i++) {
      const r =
        i % 3 === 2
          ? await store.delete(gadgetKey("a"))
          : i % 3 === 1
            ? await store.update(gadget("a", { spec: { i } }))
            : await store.create(gadget("a"));
      versions.push(r.metadata.resourceVersion!);
    }
    for (const [i, from] of versions.entries()) {
      const events = await take(store.watch({ from }), 20 - i);
      assert.deepEqual(
        events.map((e) => e.resource.metadata.resourceVersion),
        versions.slice(i + 1),
      );
    }
  });

  check("next hands out what is there at once, up to the limit, and waits when there is nothing", async ({ store }) => {
    const watch = store.watch();
    for (const name of ["a", "b", "c"]) await store.create(gadget(name));
    assert.deepEqual(summary((await watch.next(2)) ?? []), ["ADDED a", "ADDED b"]);
    assert.deepEqual(summary((await watch.next()) ?? []), ["ADDED c"]);
    const waiting = watch.next();
    await store.create(gadget("d"));
    assert.deepEqual(summary((await waiting) ?? []), ["ADDED d"]);
  });

  check("a watch's version never runs ahead of what was handed out", async ({ store }) => {
    const watch = store.watch({ types: [gadgets] });
    const versions: string[] = [];
    for (const name of ["a", "b", "c"]) versions.push((await store.create(gadget(name))).metadata.resourceVersion!);
    const { resourceVersion: newest = "" } = (await store.create(note("n"))).metadata;
    assert.ok(Number(watch.resourceVersion) < Number(versions[0]));
    await watch.next(1);
    assert.equal(watch.resourceVersion, versions[0]);
    await watch.next();
    assert.equal(watch.resourceVersion, newest);
    const iterated = store.watch({ from: String(Number(versions[0]) - 1), types: [gadgets] });
    let i = 0;
    for await (const event of iterated) {
      assert.equal(event.resource.metadata.resourceVersion, versions[i]);
      assert.equal(iterated.resourceVersion, versions[i]);
      if (++i === 3) break;
    }
  });

  check(
    "an idle watch keeps up with changes that do not concern it",
    async ({ store, history }) => {
      const watch = store.watch({ types: [sites] });
      const waiting = watch.next();
      for (let i = 0; i < 10; i++) await store.create(note(`n${i}`));
      const { resourceVersion } = await store.list(notes, "");
      assert.equal(watch.resourceVersion, resourceVersion);
      await history.compact(resourceVersion);
      await store.create(site("s"));
      assert.deepEqual(summary((await waiting) ?? []), ["ADDED s"]);
    },
    "history",
  );

  check(
    "a version that is no longer kept is an Expired fault, one to come a Timeout, no version a BadRequest",
    async ({ store, history }) => {
      const first = await store.create(gadget("a"));
      const second = await store.update({ ...first, spec: { x: 1 } });
      const newest = second.metadata.resourceVersion ?? "";
      await history.compact(newest);
      await rejectsWith("Expired", store.watch({ from: first.metadata.resourceVersion! }).next());
      assert.match(await rejectsWith("Timeout", store.watch({ from: String(Number(newest) + 5) }).next()), /too large/);
      for (const from of ["", "x", "-1", "1.5", "1e3", "9".repeat(30)]) {
        await rejectsWith("BadRequest", store.watch({ from }).next());
      }
      const watch = store.watch({ from: newest });
      await store.delete(gadgetKey("a"));
      assert.deepEqual(summary((await watch.next()) ?? []), ["DELETED a"]);
    },
    "history",
  );

  check(
    "a watcher that falls behind the history that is kept is ended with Expired",
    async ({ store, history }) => {
      const watch = store.watch();
      for (let i = 0; i < 5; i++) await store.create(gadget(`g${i}`));
      await history.compact((await store.list(gadgets, "")).resourceVersion);
      await rejectsWith("Expired", watch.next());
      assert.equal(await watch.next(), undefined);
    },
    "history",
  );

  check(
    "a deletion at the compaction point is not lost to a watcher that may have missed it",
    async ({ store, history }) => {
      const created = await store.create(gadget("a"));
      const watch = store.watch();
      const deleted = await store.delete(gadgetKey("a"));
      await history.compact(deleted.metadata.resourceVersion);
      await rejectsWith("Expired", watch.next());
      await rejectsWith("Expired", store.watch({ from: created.metadata.resourceVersion! }).next());
      const after = store.watch({ from: deleted.metadata.resourceVersion! });
      await store.create(gadget("b"));
      assert.deepEqual(summary((await after.next()) ?? []), ["ADDED b"]);
    },
    "history",
  );

  check("close ends a watch, also one that waits, and leaving a loop closes it", async ({ store }) => {
    const watch = store.watch();
    const waiting = watch.next();
    watch.close();
    assert.equal(await waiting, undefined);
    assert.equal(await watch.next(), undefined);
    const looped = store.watch();
    await store.create(gadget("a"));
    for await (const event of looped) {
      assert.equal(event.type, "ADDED");
      break;
    }
    assert.equal(await looped.next(), undefined);
  });

  check("many watchers all see every change once and in order, the slow ones too", async ({ store }) => {
    const slow = store.watch();
    const fast = Array.from({ length: 200 }, () => take(store.watch(), 100));
    const created = await Promise.all(Array.from({ length: 100 }, (_, i) => store.create(gadget(`g${i}`))));
    const version = ({ metadata }: Resource) => Number(metadata.resourceVersion);
    const expected = created.sort((a, b) => version(a) - version(b)).map(({ metadata }) => `ADDED ${metadata.name}`);
    for (const events of await Promise.all(fast)) assert.deepEqual(summary(events), expected);
    const events: WatchEvent[] = [];
    while (events.length < 100) events.push(...((await slow.next(1)) ?? []));
    assert.deepEqual(summary(events), expected);
  });

  check(
    "a watcher far behind reads what memory no longer holds",
    async ({ store }) => {
      const watch = store.watch();
      const filtered = store.watch({ types: [notes] });
      for (let round = 0; round < 3; round++) {
        await Promise.all(
          Array.from({ length: 1000 }, (_, i) =>
            round === 0 ? store.create(gadget(`g${i}`)) : store.update(gadget(`g${i}`, { spec: { round } })),
          ),
        );
        await store.create(note(`n${round}`));
      }
      const first = await take(watch, 1001);
      const rest = [...((await watch.next(7)) ?? []), ...(await take(watch, 1995))];
      const versions = [...first, ...rest].map((event) => Number(event.resource.metadata.resourceVersion));
      assert.deepEqual(
        versions,
        Array.from({ length: 3003 }, (_, i) => versions[0]! + i),
      );
      for (const { type, resource, previous } of rest) {
        if (type === "ADDED") continue;
        assert.equal(previous?.metadata.uid, resource.metadata.uid);
        assert.equal(previous?.metadata.generation, resource.metadata.generation! - 1);
      }
      assert.deepEqual(summary(await take(filtered, 3)), ["ADDED n0", "ADDED n1", "ADDED n2"]);
    },
    "history",
  );

  check("a store that is closed takes no writes and ends its watches", async ({ store }) => {
    const watch = store.watch();
    const waiting = watch.next();
    const creating = store.create(gadget("a"));
    await store.close();
    await creating;
    assert.deepEqual(summary((await waiting) ?? []), ["ADDED a"]);
    assert.equal(await watch.next(), undefined);
    await rejectsWith("Unavailable", store.create(gadget("b")));
  });
}
