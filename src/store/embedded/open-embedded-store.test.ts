import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { KindCatalog } from "../../api/catalog.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { rejectsWith } from "../testing/contract/check.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { openTestStore } from "../testing/open-store.ts";
import { storeContract } from "../testing/store-contract.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets, note, notes, testKinds } from "../testing/test-kinds.ts";
import { openEmbeddedStore } from "./open-embedded-store.ts";

storeContract("embedded", async (t, clock) => {
  const { store } = await openTestStore(t, await tempDirectory(t), { clock });
  return { store, history: store };
});

describe("embedded: what a restart keeps", () => {
  test("objects, versions, history and watches go on as if nothing had happened", async (t) => {
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory);
    const start = (await store.list(gadgets, "")).resourceVersion;
    for (let i = 0; i < 20; i++) await store.create(gadget(`g${i}`, { spec: { n: i } }));
    for (let i = 0; i < 20; i += 2) await store.update(gadget(`g${i}`, { spec: { n: 100 + i } }));
    for (let i = 0; i < 20; i += 5) await store.delete(gadgetKey(`g${i}`));
    await store.create(note("ünï€😀", { data: { text: "a\u2028b\0c" } }));
    const list = await store.list(gadgets, "");
    const revisions = await store.revisions();
    const events = await store.watch({ from: start }).next();
    await store.close();

    const { store: again, recovered } = await openTestStore(t, directory);
    assert.equal(recovered, undefined);
    assert.deepEqual(await again.list(gadgets, ""), list);
    assert.deepEqual(await again.revisions(), revisions);
    assert.deepEqual((await again.list(notes, "")).items[0]?.data, { text: "a\u2028b\0c" });
    assert.deepEqual(await again.watch({ from: start }).next(), events);
    const next = await again.create(gadget("next"));
    assert.equal(Number(next.metadata.resourceVersion), Number(list.resourceVersion) + 1);
  });

  test("revisions go on even if every object was deleted and compacted away", async (t) => {
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory);
    await store.create(gadget("a"));
    const { resourceVersion } = (await store.delete(gadgetKey("a"))).metadata;
    await store.compact(resourceVersion);
    await store.close();
    const { store: again } = await openTestStore(t, directory);
    assert.equal((await again.list(gadgets, "")).resourceVersion, resourceVersion);
    await rejectsWith("Expired", again.watch({ from: String(Number(resourceVersion) - 1) }).next());
    const created = await again.create(gadget("a"));
    assert.ok(Number(created.metadata.resourceVersion) > Number(resourceVersion));
  });

  test("objects of a version that was the stored one come out in today's", async (t) => {
    const directory = await tempDirectory(t);
    const former = new KindCatalog(
      testKinds.all.map((k) => (k.kind === "Gadget" ? { ...k, versions: [{ name: "v1beta1" }] } : k)),
    );
    const { store } = await openEmbeddedStore({ directory, kinds: () => former });
    await store.create({ ...gadget("a"), apiVersion: "test.fairway.dev/v1beta1", oldSpec: { n: 1 } });
    await store.close();
    const { store: again } = await openTestStore(t, directory);
    const found = await again.get(gadgetKey("a"));
    assert.equal(found?.apiVersion, "test.fairway.dev/v1");
    assert.deepEqual(found?.spec, { n: 1 });
    assert.ok(Object.isFrozen(found));
    assert.deepEqual((await again.revisions())[0]?.resource, found);
    assert.deepEqual((await again.update({ ...found, spec: { n: 2 } })).spec, { n: 2 });
  });

  test("objects of a kind that is not known any more are kept and come back with it", async (t) => {
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory);
    const created = await store.create(gadget("a"));
    await store.close();
    const { store: without } = await openEmbeddedStore({ directory, kinds: () => new KindCatalog([notes]) });
    await rejectsWith("NotFound", without.list(gadgets, ""));
    await without.compact((await without.create(note("n"))).metadata.resourceVersion);
    await without.close();
    const { store: again } = await openTestStore(t, directory);
    assert.deepEqual(await again.get(gadgetKey("a")), created);
  });
});

describe("embedded: the data directory", () => {
  test("belongs to its owner only, and a store that is closed leaves no room unused", async (t) => {
    const directory = join(await tempDirectory(t), "made", "here");
    const { store } = await openTestStore(t, directory);
    await store.create(gadget("a"));
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    for (const name of readdirSync(directory)) assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600, name);
    await store.close();
    assert.deepEqual(readdirSync(directory).sort(), ["lock", "store.log"]);
    assert.ok(statSync(join(directory, "store.log")).size < 2000);
  });

  test("is used by one process at a time, and the fault says by which", async (t) => {
    const directory = await tempDirectory(t);
    const clock = new ManualClock();
    const { store } = await openTestStore(t, directory, { clock });
    const message = await rejectsWith("StoreLocked", openTestStore(t, directory));
    assert.ok(message.includes(directory) && message.includes(`process ${process.pid} since 2026-01-01T00:00:00.000Z`));
    const program = `
      import { openEmbeddedStore } from ${JSON.stringify(join(import.meta.dirname, "open-embedded-store.ts"))};
      import { testKinds } from ${JSON.stringify(join(import.meta.dirname, "../testing/test-kinds.ts"))};
      await openEmbeddedStore({ directory: process.argv[1], kinds: () => testKinds }).catch((e) => console.log(e.code));`;
    const other = spawnSync(process.execPath, ["--input-type=module", "-e", program, directory], { encoding: "utf8" });
    assert.equal(other.stdout.trim(), "StoreLocked", other.stderr);
    assert.ok(await store.create(gadget("a")), "the failed attempts must not take the lock away");
    await store.close();
    await (await openTestStore(t, directory)).store.close();
  });

  test("with something else in place of the store is refused", async (t) => {
    const directory = await tempDirectory(t);
    writeFileSync(
      join(directory, "store.log"),
      "not a store at all, but long enough to hold a header of sixty-four bytes",
    );
    assert.match(await rejectsWith("StoreFormat", openTestStore(t, directory)), /not a Fairway store/);
  });

  test("of a newer format is refused, naming both versions", async (t) => {
    const directory = await tempDirectory(t);
    const { store } = await openTestStore(t, directory);
    await store.close();
    const path = join(directory, "store.log");
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(2, 8);
    const { crc32 } = await import("node:zlib");
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
    writeFileSync(path, bytes);
    assert.match(await rejectsWith("StoreFormat", openTestStore(t, directory)), /format version 2.*reads version 1/);
  });

  test("with remains of a compaction that did not end is cleaned up", async (t) => {
    const directory = await tempDirectory(t);
    writeFileSync(join(directory, "store.log.new"), "half a log");
    const { store } = await openTestStore(t, directory);
    await store.close();
    assert.deepEqual(readdirSync(directory).sort(), ["lock", "store.log"]);
  });
});

test("embedded: commits are grouped while the disk is busy", async (t) => {
  const disk = new MemoryDisk();
  const { store } = await openTestStore(t, await tempDirectory(t), { disk });
  const before = disk.operations.length;
  await Promise.all(Array.from({ length: 100 }, (_, i) => store.create(gadget(`g${i}`))));
  const frames = disk.operations.slice(before).filter((o) => o.type === "write" && o.bytes[0] === 0xff);
  assert.ok(frames.length <= 2, `${frames.length} commits for 100 writes of one turn`);
});
