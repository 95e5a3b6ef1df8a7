import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FaultCode } from "../../base/fault.ts";
import { rejectsWith, summary } from "../testing/contract/check.ts";
import { type DiskOperation, MemoryDisk, systemError } from "../testing/memory-disk.ts";
import { openTestStore } from "../testing/open-store.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets } from "../testing/test-kinds.ts";

const faults: { code: string; fault: FaultCode; shortWrite: number }[] = [
  { code: "ENOSPC", fault: "StoreFull", shortWrite: 0 },
  { code: "ENOSPC", fault: "StoreFull", shortWrite: 100 },
  { code: "EDQUOT", fault: "StoreFull", shortWrite: 7 },
  { code: "EROFS", fault: "StoreReadOnly", shortWrite: 0 },
  { code: "EIO", fault: "StoreFailed", shortWrite: 0 },
  { code: "EIO", fault: "StoreFailed", shortWrite: Number.MAX_SAFE_INTEGER },
];

const isFrame = (o: DiskOperation) => o.type === "write" && o.durable && o.bytes[0] === 0xff;

for (const { code, fault, shortWrite } of faults) {
  describe(`embedded: ${code} after ${shortWrite} bytes of a write`, () => {
    test("writes fail clearly, reads and watches go on, and writes work again by themselves", async (t) => {
      const disk = new MemoryDisk();
      const directory = await tempDirectory(t);
      const { store } = await openTestStore(t, directory, { disk });
      const watch = store.watch();
      const first = await store.create(gadget("first", { spec: { n: 1 } }));
      const sound = disk.content(`${directory}/store.log`).length;

      disk.intercept = (o) => (isFrame(o) ? { shortWrite, error: systemError(code) } : undefined);
      const failing = [
        store.create(gadget("a")),
        store.update({ ...first, spec: { n: 2 } }),
        store.create(gadget("b")),
      ];
      for (const write of failing) assert.ok((await rejectsWith(fault, write)).includes("store.log"));
      await rejectsWith(fault, store.create(gadget("c")));
      assert.equal(await store.get(gadgetKey("first")), first);
      assert.equal((await store.list(gadgets, "")).items.length, 1);
      assert.equal((await store.revisions()).length, 1);

      disk.intercept = () => undefined;
      const again = await store.create(gadget("a"));
      assert.ok(Number(again.metadata.resourceVersion) > Number(first.metadata.resourceVersion));
      assert.deepEqual(summary(await watch.next()), ["ADDED first", "ADDED a"]);
      const cuts = disk.operations.filter((o) => o.type === "truncate");
      assert.ok(
        cuts.some((o) => o.length <= sound),
        "the file was not cut back before the next write",
      );
      await store.close();

      const { store: reopened, recovered } = await openTestStore(t, directory, { disk });
      assert.equal(recovered, undefined);
      assert.deepEqual((await reopened.list(gadgets, "")).items, [again, first]);
    });

    test("nothing is written before the file is cut back", async (t) => {
      const disk = new MemoryDisk();
      const directory = await tempDirectory(t);
      const { store } = await openTestStore(t, directory, { disk });
      const first = await store.create(gadget("first"));
      disk.intercept = (o) =>
        isFrame(o) || o.type === "truncate" ? { shortWrite, error: systemError(code) } : undefined;
      await rejectsWith(fault, store.create(gadget("a")));
      const frames = () => disk.operations.filter(isFrame).length;
      const before = frames();
      disk.intercept = (o) => (o.type === "truncate" ? { shortWrite: 0, error: systemError(code) } : undefined);
      await rejectsWith(fault, store.create(gadget("b")));
      assert.equal(frames(), before);
      disk.intercept = () => undefined;
      await store.create(gadget("c"));
      const { items } = await store.list(gadgets, "");
      assert.deepEqual(
        items.map((r) => r.metadata.name),
        ["c", "first"],
      );
      assert.equal(items[1], first);
    });
  });
}

test("embedded: an answer that rests on a write that fails is that write's fault", async (t) => {
  const disk = new MemoryDisk();
  const { store } = await openTestStore(t, await tempDirectory(t), { disk });
  const stored = await store.create(gadget("there"));
  disk.intercept = (o) => (isFrame(o) ? { shortWrite: 0, error: systemError("ENOSPC") } : undefined);
  const creating = store.create(gadget("a"));
  const deleting = store.delete(gadgetKey("there"));
  const rests = [
    store.create(gadget("a")),
    store.update(gadget("a")),
    store.update(stored),
    store.delete(gadgetKey("there")),
  ];
  for (const work of [creating, deleting, ...rests]) await rejectsWith("StoreFull", work);
  assert.equal(await store.get(gadgetKey("there")), stored);
});

test("embedded: what waits behind a write that fails is not written either", async (t) => {
  const disk = new MemoryDisk();
  const { store } = await openTestStore(t, await tempDirectory(t), { disk });
  const stored = await store.create(gadget("a", { spec: { n: 0 } }));
  const underWay = Promise.withResolvers<void>();
  let failures = 1;
  disk.intercept = (o) => {
    if (!isFrame(o) || failures-- <= 0) return undefined;
    underWay.resolve();
    return { shortWrite: 0, error: systemError("EIO") };
  };
  const first = store.update({ ...stored, spec: { n: 1 } });
  await underWay.promise;
  const behind = [store.update(gadget("a", { spec: { n: 2 } })), store.create(gadget("b"))];
  for (const work of [first, ...behind]) await rejectsWith("StoreFailed", work);
  assert.deepEqual((await store.list(gadgets, "")).items, [stored]);
  const next = await store.update({ ...stored, spec: { n: 3 } });
  assert.equal(next.metadata.generation, 2);
});

test("embedded: room ahead that cannot be had is done without", async (t) => {
  const disk = new MemoryDisk();
  const directory = await tempDirectory(t);
  const { store } = await openTestStore(t, directory, { disk });
  let attempts = 0;
  disk.intercept = (o) => {
    if (o.type !== "write" || o.bytes.length < 500_000) return undefined;
    attempts += 1;
    return { shortWrite: 300_000, error: systemError("ENOSPC") };
  };
  for (let i = 0; i < 20; i++) await store.create(gadget(`g${i}`));
  assert.equal(attempts, 1);
  assert.ok(disk.content(`${directory}/store.log`).length < 20_000);
  await store.close();
  const { store: again } = await openTestStore(t, directory, { disk });
  assert.equal((await again.list(gadgets, "")).items.length, 20);
});

describe("embedded: a compaction that fails leaves the store as it was", () => {
  const steps: { name: string; matches: (o: DiskOperation) => boolean }[] = [
    { name: "making the new file", matches: (o) => o.type === "create" },
    { name: "copying", matches: (o) => o.type === "write" && !o.durable && o.bytes[0] === 0xff },
    { name: "making it durable", matches: (o) => o.type === "sync" },
    { name: "renaming it", matches: (o) => o.type === "rename" },
  ];
  for (const { name, matches } of steps) {
    test(name, async (t) => {
      const disk = new MemoryDisk();
      const directory = await tempDirectory(t);
      const { store } = await openTestStore(t, directory, { disk });
      for (let i = 0; i < 5; i++) await store.create(gadget(`g${i}`, { spec: { n: 1 } }));
      for (let i = 0; i < 5; i++) await store.update(gadget(`g${i}`, { spec: { n: 2 } }));
      const list = await store.list(gadgets, "");
      disk.intercept = (o) => (matches(o) ? { shortWrite: 10, error: systemError("ENOSPC") } : undefined);
      await rejectsWith("StoreFull", store.compact(list.resourceVersion));
      disk.intercept = () => undefined;
      assert.equal((await store.revisions()).length, 10);
      assert.equal(disk.names.has(`${directory}/store.log.new`), false);
      await store.create(gadget("later"));
      await store.compact(list.resourceVersion);
      assert.equal((await store.revisions()).length, 6);
      await store.close();
      const { store: again } = await openTestStore(t, directory, { disk });
      assert.equal((await again.list(gadgets, "")).items.length, 6);
    });
  }

  test("and until the new file's name is durable nothing is acknowledged", async (t) => {
    const disk = new MemoryDisk();
    const { store } = await openTestStore(t, await tempDirectory(t), { disk });
    await store.create(gadget("a", { spec: { n: 1 } }));
    const { resourceVersion } = (await store.update(gadget("a", { spec: { n: 2 } }))).metadata;
    disk.intercept = (o) => (o.type === "syncDirectory" ? { shortWrite: 0, error: systemError("EIO") } : undefined);
    await store.compact(resourceVersion);
    await rejectsWith("StoreFailed", store.create(gadget("b")));
    disk.intercept = () => undefined;
    await store.create(gadget("b"));
    assert.equal((await store.list(gadgets, "")).items.length, 2);
  });
});
