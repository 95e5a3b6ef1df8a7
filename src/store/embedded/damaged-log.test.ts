import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import type { Resource } from "../../api/resource.ts";
import { isFault } from "../../base/fault.ts";
import { Random } from "../../base/testing/random.ts";
import { rejectsWith } from "../testing/contract/check.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { openTestStore } from "../testing/open-store.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets, testKinds } from "../testing/test-kinds.ts";
import { openEmbeddedStore } from "./open-embedded-store.ts";
import { repairStore } from "./repair-store.ts";

interface Sample {
  readonly directory: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** The objects after each revision, by name. */
  readonly states: ReadonlyMap<number, ReadonlyMap<string, Resource>>;
  readonly newest: number;
}

/** A log of many small commits, and what it holds after each of them. */
async function makeSample(t: TestContext): Promise<Sample> {
  const directory = await tempDirectory(t);
  const { store } = await openTestStore(t, directory);
  const states = new Map<number, ReadonlyMap<string, Resource>>([[1, new Map()]]);
  const state = new Map<string, Resource>();
  for (let i = 0; i < 30; i++) {
    const name = `g${i % 7}`;
    const exists = state.has(name);
    const result = await (!exists
      ? store.create(gadget(name, { spec: { i, text: "t".repeat(i * 5) } }))
      : i % 5 === 0
        ? store.delete(gadgetKey(name))
        : store.update(gadget(name, { spec: { i } })));
    if (exists && i % 5 === 0) state.delete(name);
    else state.set(name, result);
    states.set(Number(result.metadata.resourceVersion), new Map(state));
  }
  await store.close();
  const path = join(directory, "store.log");
  return { directory, path, bytes: readFileSync(path), states, newest: Math.max(...states.keys()) };
}

/** Opens a damaged log. It must be refused, or hold exactly what it held after some revision. Returns how it ended. */
async function openDamaged(sample: Sample, bytes: Buffer): Promise<"refused" | "cut" | "whole"> {
  writeFileSync(sample.path, bytes);
  try {
    const { store, recovered } = await openEmbeddedStore({ directory: sample.directory, kinds: () => testKinds });
    const { items, resourceVersion } = await store.list(gadgets, "");
    const expected = sample.states.get(Number(resourceVersion));
    assert.ok(expected, `revision ${resourceVersion} never existed`);
    assert.deepEqual(new Map(items.map((r) => [r.metadata.name, r])), expected);
    const cut = Number(resourceVersion) < sample.newest;
    await store.create(gadget("still-writable"));
    await store.close();
    if (recovered) assert.equal(recovered.lastGoodRevision, resourceVersion);
    return cut ? "cut" : "whole";
  } catch (error) {
    assert.ok(isFault(error, "StoreCorrupt", "StoreFormat"), String(error));
    return "refused";
  }
}

describe("embedded: a damaged log", () => {
  test("with flipped bits is refused or cut to the last good commit, never wrong", async (t) => {
    const sample = await makeSample(t);
    const random = new Random(42);
    const outcomes = { refused: 0, cut: 0, whole: 0 };
    for (let i = 0; i < 400; i++) {
      const bytes = Buffer.from(sample.bytes);
      const flips = 1 + random.below(3);
      for (let f = 0; f < flips; f++) {
        const at = random.below(bytes.length);
        bytes[at] = bytes[at]! ^ (1 << random.below(8));
      }
      outcomes[await openDamaged(sample, bytes)] += 1;
    }
    assert.equal(outcomes.whole, 0, "a flipped bit went unnoticed");
    assert.ok(outcomes.refused > 300 && outcomes.cut > 0, JSON.stringify(outcomes));
  });

  test("that ends anywhere is cut to the last good commit", async (t) => {
    const sample = await makeSample(t);
    const random = new Random(7);
    for (let i = 0; i < 200; i++) {
      const length = 64 + random.below(sample.bytes.length - 64);
      assert.equal(await openDamaged(sample, sample.bytes.subarray(0, length)), "cut");
    }
    for (const length of [0, 5, 63])
      assert.equal(await openDamaged(sample, sample.bytes.subarray(0, length)), "refused");
  });

  test("with garbage or zeros behind its end keeps every commit", async (t) => {
    const sample = await makeSample(t);
    const random = new Random(9);
    assert.equal(await openDamaged(sample, Buffer.concat([sample.bytes, Buffer.alloc(5000)])), "whole");
    for (let i = 0; i < 50; i++) {
      const garbage = Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256)));
      assert.equal(await openDamaged(sample, Buffer.concat([sample.bytes, garbage])), "whole");
      const tail = sample.bytes.subarray(sample.bytes.length - random.below(80));
      assert.equal(await openDamaged(sample, Buffer.concat([sample.bytes, Buffer.alloc(100), tail])), "whole");
    }
  });

  test("is refused with its place and its last good revision if sound data follows the damage", async (t) => {
    const sample = await makeSample(t);
    const bytes = Buffer.from(sample.bytes);
    bytes[200] = bytes[200]! ^ 1;
    writeFileSync(sample.path, bytes);
    const message = await rejectsWith("StoreCorrupt", openTestStore(t, sample.directory));
    assert.match(message, /damaged at offset 64, after revision 0: sound data follows at offset \d+, revision 3/);
    assert.match(message, /fairway store repair/);
    assert.deepEqual(readFileSync(sample.path), bytes, "a refused log must stay as it is");
  });

  test("that is cut is written on from there", async (t) => {
    const sample = await makeSample(t);
    writeFileSync(sample.path, sample.bytes.subarray(0, sample.bytes.length - 10));
    const { store, recovered } = await openTestStore(t, sample.directory);
    assert.ok((recovered?.cutBytes ?? 0) > 0);
    const created = await store.create(gadget("new"));
    await store.close();
    const { store: again, recovered: none } = await openTestStore(t, sample.directory);
    assert.equal(none, undefined);
    assert.deepEqual(await again.get(gadgetKey("new")), created);
  });
});

test("embedded: what decays on the disk while the store runs is neither served nor copied", async (t) => {
  const directory = await tempDirectory(t);
  const disk = new MemoryDisk();
  const { store } = await openTestStore(t, directory, { disk });
  const first = await store.create(gadget("a", { spec: { text: "find me" } }));
  const second = await store.update({ ...first, spec: { text: "second" } });
  const content = disk.content(join(directory, "store.log"));
  content.write("lose", content.indexOf("find me"));
  await rejectsWith("StoreCorrupt", store.revisions());
  await rejectsWith("StoreCorrupt", store.compact(first.metadata.resourceVersion));
  assert.equal(await store.get(gadgetKey("a")), second);
  assert.equal((await store.revisions({ limit: 1 }))[0]?.revision, second.metadata.resourceVersion);
  await store.compact(second.metadata.resourceVersion);
  assert.equal((await store.revisions()).length, 1);
});

describe("embedded: repair", () => {
  test("saves all that is readable, keeps the old file, and starts history anew", async (t) => {
    const sample = await makeSample(t);
    const bytes = Buffer.from(sample.bytes);
    // The first commit created g0, which later commits updated: only its first state is lost.
    bytes[200] = bytes[200]! ^ 1;
    writeFileSync(sample.path, bytes);
    const report = await repairStore({ directory: sample.directory });
    assert.equal(report.lost.length, 1);
    assert.equal(report.lost[0]?.offset, 64);
    assert.deepEqual(readFileSync(report.backup!), bytes);
    const { store } = await openTestStore(t, sample.directory);
    const { items, resourceVersion } = await store.list(gadgets, "");
    assert.deepEqual(new Map(items.map((r) => [r.metadata.name, r])), sample.states.get(sample.newest));
    assert.equal(report.objects, items.length);
    assert.ok(Number(resourceVersion) > sample.newest);
    await rejectsWith("Expired", store.watch({ from: String(sample.newest) }).next());
    const created = await store.create(gadget("new"));
    assert.ok(Number(created.metadata.resourceVersion) > Number(resourceVersion));
  });

  test("never invents: every object it saves is in a state that it once had", async (t) => {
    const sample = await makeSample(t);
    const random = new Random(11);
    const known = new Set([...sample.states.values()].flatMap((s) => [...s.values()].map((r) => JSON.stringify(r))));
    for (let i = 0; i < 100; i++) {
      const bytes = Buffer.from(sample.bytes);
      for (let f = 0; f < 5; f++) {
        const at = 12 + random.below(bytes.length - 12);
        bytes[at] = bytes[at]! ^ (1 << random.below(8));
      }
      writeFileSync(sample.path, bytes);
      const report = await repairStore({ directory: sample.directory });
      assert.ok(report.lost.length > 0);
      const { store } = await openEmbeddedStore({ directory: sample.directory, kinds: () => testKinds });
      for (const item of (await store.list(gadgets, "")).items) assert.ok(known.has(JSON.stringify(item)));
      await store.create(gadget("still-writable"));
      await store.close();
    }
  });

  test("leaves a sound store alone", async (t) => {
    const sample = await makeSample(t);
    const report = await repairStore({ directory: sample.directory });
    assert.deepEqual(report, { lost: [], objects: sample.states.get(sample.newest)?.size });
    assert.deepEqual(readFileSync(sample.path), sample.bytes);
    assert.deepEqual(readdirSync(sample.directory).sort(), ["lock", "store.log"]);
  });

  test("needs a store that nobody uses, and one of a format it knows", async (t) => {
    const directory = await tempDirectory(t);
    await rejectsWith("NotFound", repairStore({ directory }));
    const { store } = await openTestStore(t, directory);
    await rejectsWith("StoreLocked", repairStore({ directory }));
    await store.close();
    writeFileSync(join(directory, "store.log"), "x".repeat(100));
    await rejectsWith("StoreFormat", repairStore({ directory }));
  });
});
