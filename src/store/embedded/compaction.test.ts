import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isFault } from "../../base/fault.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import type { WatchEvent } from "../../core/resource-store.ts";
import { rejectsWith, take } from "../testing/contract/check.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { openTestStore } from "../testing/open-store.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets } from "../testing/test-kinds.ts";
import type { StoreNotice } from "./open-embedded-store.ts";

const pad = "x".repeat(500);

describe("embedded: compaction", () => {
  test("goes on beside writers and readers, who notice nothing", async (t) => {
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory);
    for (let i = 0; i < 50; i++) await store.create(gadget(`g${i}`, { spec: { n: 0, pad } }));
    const { resourceVersion: start } = await store.list(gadgets, "");
    let running = true;
    const writers = Array.from({ length: 8 }, async (_, w) => {
      let n = 0;
      while (running) await store.update(gadget(`g${w}`, { spec: { n: ++n, pad } }));
      return n;
    });
    const reader = (async () => {
      while (running) {
        for (const past of await store.revisions({ limit: 20 })) assert.equal(past.resource.kind, "Gadget");
      }
    })();
    for (let i = 0; i < 15; i++) {
      await take(store.watch(), 20);
      await store.compact((await store.list(gadgets, "")).resourceVersion);
    }
    running = false;
    const updates = (await Promise.all(writers)).reduce((sum, n) => sum + n, 0);
    await reader;
    const list = await store.list(gadgets, "");
    assert.equal(Number(list.resourceVersion) - Number(start), updates);
    await store.close();
    const { store: again, recovered } = await openTestStore(t, directory);
    assert.equal(recovered, undefined);
    assert.deepEqual(await again.list(gadgets, ""), list);
  });

  test("does not take the old file away from those who read it", async (t) => {
    const disk = new MemoryDisk();
    const { store } = await openTestStore(t, await tempDirectory(t), { disk });
    const large = "x".repeat(200_000);
    for (let n = 0; n < 20; n++) await store.create(gadget(`g${n}`, { spec: { large } }));
    const list = await store.list(gadgets, "");
    const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    disk.reading = async () => {
      if (++reads !== 2) return;
      started.resolve();
      await goOn.promise;
    };
    const reading = store.revisions();
    await started.promise;
    await store.create(gadget("other"));
    await store.compact(list.resourceVersion);
    goOn.resolve();
    const names = (await reading).map((r) => r.key.name);
    assert.deepEqual(names.sort(), list.items.map((r) => r.metadata.name).sort());
  });

  test("loses no deletion for a watcher, whatever the moment", async (t) => {
    const { store } = await openTestStore(t, await tempDirectory(t));
    const alive = new Set<string>();
    let watch = store.watch();
    let relists = 0;
    const follow = (events: readonly WatchEvent[]) => {
      for (const { type, resource } of events) {
        if (type === "DELETED") alive.delete(resource.metadata.name!);
        else alive.add(resource.metadata.name!);
      }
    };
    const relist = async () => {
      relists += 1;
      const { items, resourceVersion } = await store.list(gadgets, "");
      alive.clear();
      for (const item of items) alive.add(item.metadata.name!);
      watch = store.watch({ from: resourceVersion });
    };
    for (let run = 0; run < 500; run++) {
      await store.create(gadget(`g${run}`));
      const { metadata } = await store.delete(gadgetKey(`g${run}`));
      const compacting = run % 4 < 2 ? store.compact(String(Number(metadata.resourceVersion) - (run % 2))) : undefined;
      if (run % 3 === 0) await compacting;
      try {
        follow((await watch.next()) ?? []);
      } catch (fault) {
        assert.ok(isFault(fault, "Expired"));
        await relist();
      }
      await compacting;
      assert.deepEqual([...alive], [], `after run ${run}`);
    }
    assert.ok(relists > 0, "no watcher ever expired: the test does not test");
  });

  test("happens by itself when superseded bytes outweigh the living ones, and respects the window", async (t) => {
    const directory = await tempDirectory(t);
    const clock = new ManualClock();
    const notices: StoreNotice[] = [];
    const compacted = Promise.withResolvers<void>();
    const { store } = await openTestStore(t, directory, {
      clock,
      minReclaim: 20_000,
      retention: { revisions: 10, age: 60_000 },
      report: (notice) => {
        notices.push(notice);
        compacted.resolve();
      },
    });
    for (let i = 0; i < 200; i++) {
      await store.create(gadget("a", { spec: { i, pad } }));
      await store.delete(gadgetKey("a"));
    }
    assert.equal(notices.length, 0, "all is younger than the window");
    clock.advance(61_000);
    await store.create(gadget("b"));
    await store.create(gadget("c"));
    await compacted.promise;
    assert.equal(notices[0]?.type, "compacted");
    assert.ok(statSync(join(directory, "store.log")).size < 1024 * 1024 + 50_000);
    const revisions = await store.revisions();
    assert.ok(revisions.length >= 10 && revisions.length <= 14, `${revisions.length} revisions are left`);
    assert.equal((await store.list(gadgets, "")).items.length, 2);
  });

  test("is not started over and over when it would win nothing", async (t) => {
    const notices: StoreNotice[] = [];
    const report = (notice: StoreNotice) => notices.push(notice);
    const retention = { revisions: 5, age: 0 };
    const { store } = await openTestStore(t, await tempDirectory(t), { minReclaim: 50_000, retention, report });
    for (let i = 0; i < 400; i++)
      await store.update(gadget("a", { spec: { i, pad } })).catch(() => store.create(gadget("a")));
    await store.close();
    assert.ok(notices.length >= 1 && notices.length <= 8, `${notices.length} compactions`);
    for (const notice of notices) {
      assert.equal(notice.type, "compacted");
      if (notice.type === "compacted") assert.ok(notice.bytesAfter * 2 <= notice.bytesBefore + 5000);
    }
  });

  test("gives way when the store is closed", async (t) => {
    const disk = new MemoryDisk();
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory, { disk });
    for (let i = 0; i < 20; i++) await store.create(gadget(`g${i}`, { spec: { large: "x".repeat(100_000) } }));
    const list = await store.list(gadgets, "");
    const compacting = rejectsWith("Unavailable", store.compact(list.resourceVersion));
    await store.close();
    await compacting;
    const { store: again } = await openTestStore(t, directory, { disk });
    assert.deepEqual(await again.list(gadgets, ""), list);
  });

  test("does not mind clocks that jump", async (t) => {
    const clock = new ManualClock();
    const wall = { now: 0 };
    const jumping = {
      ...clock,
      now: () => wall.now,
      monotonic: () => clock.monotonic(),
      after: clock.after.bind(clock),
    };
    const directory = await tempDirectory(t);
    const retention = { revisions: 3, age: 60_000 };
    const { store } = await openTestStore(t, directory, { clock: jumping, retention });
    const start = (await store.list(gadgets, "")).resourceVersion;
    const years = 10 * 365 * 24 * 3600_000;
    for (const [i, time] of [years, 2 * years, 0, years, 1].entries()) {
      wall.now = time;
      await store.create(gadget(`g${i}`));
      await store.delete(gadgetKey(`g${i}`));
    }
    await store.compact();
    assert.equal((await store.watch({ from: start }).next())?.length, 10);
    clock.advance(61_000);
    await store.create(gadget("last"));
    await store.compact();
    assert.ok((await store.revisions()).length <= 5);
  });
});
