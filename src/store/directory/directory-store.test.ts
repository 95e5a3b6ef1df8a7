import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { type Resource, type SourceProblem, sourceProblem } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { createMemoryStore } from "../memory-store.ts";
import { names, rejectsWith } from "../testing/contract/check.ts";
import { openTestStore } from "../testing/open-store.ts";
import { storeContract } from "../testing/store-contract.ts";
import { tempDirectory } from "../testing/temp-directory.ts";
import { gadget, gadgetKey, gadgets, testKinds } from "../testing/test-kinds.ts";
import type { VersionedStore } from "../versioned-store.ts";
import { DirectoryStore } from "./directory-store.ts";
import { sourceAnnotation, sourceOf } from "./source-annotation.ts";
import type { FileReader } from "./wanted-objects.ts";

storeContract("directory", async (t, clock) => {
  const inner = createMemoryStore({ kinds: () => testKinds, clock });
  const directory = await tempDirectory(t);
  const store = await DirectoryStore.open({ inner, directory, clock, read: readJsonLines });
  t.after(() => store.close());
  return { store, history: inner };
});

/** One JSON object per line; a line that is not JSON is a problem. */
function readJsonLines(path: string, bytes: Uint8Array): ReturnType<FileReader> {
  const resources: Resource[] = [];
  const problems: SourceProblem[] = [];
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  for (const [i, line] of lines.entries()) {
    try {
      resources.push(JSON.parse(line) as Resource);
    } catch {
      problems.push(sourceProblem(path, { line: i + 1, column: 1 }, { code: "FW0001", message: "must be JSON" }));
    }
  }
  return { resources, problems };
}

const text = (...resources: Resource[]) => resources.map((r) => `${JSON.stringify(r)}\n`).join("");

async function setUp(t: TestContext, inner = createMemoryStore({ kinds: () => testKinds })) {
  const directory = join(await tempDirectory(t), "config");
  mkdirSync(directory);
  const problems = new Map<string, readonly SourceProblem[]>();
  const open = async () => {
    const report = (file: string, found: readonly SourceProblem[]) => problems.set(file, found);
    const options = { inner, directory, read: readJsonLines, report, clock: systemClock, quiet: 5, poll: 60_000 };
    const store = await DirectoryStore.open(options);
    t.after(() => store.close());
    return store;
  };
  const write = (path: string, ...resources: Resource[]) => writeFileSync(join(directory, path), text(...resources));
  return { directory, inner, problems, open, write };
}

/** Resolves when the store's Gadgets, by name, are these; a change that is noticed is all that is waited for. */
async function until(store: DirectoryStore | VersionedStore, expected: readonly string[]): Promise<void> {
  const watch = store.watch();
  for (;;) {
    const found = (await store.list(gadgets, "")).items.map(
      (r) => `${r.metadata.name}=${JSON.stringify(r.spec ?? null)}`,
    );
    if (JSON.stringify(found) === JSON.stringify(expected)) break;
    await watch.next();
  }
  watch.close();
}

describe("directory: files become objects", () => {
  test("of all files below the directory, marked with their path", async (t) => {
    const { directory, open, write } = await setUp(t);
    mkdirSync(join(directory, "sub/deeper"), { recursive: true });
    write("a.yaml", gadget("a1", { spec: 1 }), gadget("a2", { spec: 2 }));
    write("sub/b.yml", gadget("b"));
    write("sub/deeper/c.json", gadget("c"));
    write("ignored.txt", gadget("x"));
    write(".hidden.yaml", gadget("x"));
    write("backup.yaml~", gadget("x"));
    const store = await open();
    const { items } = await store.list(gadgets, "");
    assert.deepEqual(
      items.map((r) => [r.metadata.name, sourceOf(r)]),
      [
        ["a1", "a.yaml"],
        ["a2", "a.yaml"],
        ["b", "sub/b.yml"],
        ["c", "sub/deeper/c.json"],
      ],
    );
    assert.deepEqual(items[0]?.spec, 1);
  });

  test("and follow them: changed, added, renamed over, moved, removed", async (t) => {
    const { directory, open, write } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    const first = await store.get(gadgetKey("a"));
    write("a.yaml", gadget("a", { spec: 2 }));
    await until(store, ["a=2"]);
    write("b.yaml", gadget("b"));
    await until(store, ["a=2", "b=null"]);
    write("a.yaml.tmp", gadget("a", { spec: 3 }));
    renameSync(join(directory, "a.yaml.tmp"), join(directory, "a.yaml"));
    await until(store, ["a=3", "b=null"]);
    mkdirSync(join(directory, "new"));
    write("new/c.yaml", gadget("c"));
    await until(store, ["a=3", "b=null", "c=null"]);
    write("new/c.yaml", gadget("c", { spec: 1 }));
    await until(store, ["a=3", "b=null", "c=1"]);
    renameSync(join(directory, "a.yaml"), join(directory, "moved.yaml"));
    const watch = store.watch();
    while (sourceOf((await store.get(gadgetKey("a"))) as Resource) !== "moved.yaml") await watch.next();
    assert.equal(
      (await store.get(gadgetKey("a")))?.metadata.uid,
      first?.metadata.uid,
      "a moved object is the same one",
    );
    rmSync(join(directory, "b.yaml"));
    rmSync(join(directory, "new"), { recursive: true });
    await until(store, ["a=3"]);
  });

  test("also through the links of a mounted ConfigMap, each once", async (t) => {
    const { directory, open, inner } = await setUp(t);
    const version = (name: string, spec: number) => {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, "a.yaml"), text(gadget("a", { spec })));
    };
    version("..2026_01_01", 1);
    symlinkSync("..2026_01_01", join(directory, "..data"));
    symlinkSync("..data/a.yaml", join(directory, "a.yaml"));
    const store = await open();
    await until(store, ["a=1"]);
    assert.equal((await inner.revisions()).length, 1);
    version("..2026_01_02", 2);
    symlinkSync("..2026_01_02", join(directory, "..data_tmp"));
    renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
    rmSync(join(directory, "..2026_01_01"), { recursive: true });
    await until(store, ["a=2"]);
    assert.equal((await inner.revisions()).length, 2);
  });

  test("also when no change is noticed: they are looked at from time to time", async (t) => {
    const { directory, inner, write } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }));
    // On this clock the quiet time after a noticed change never ends.
    const clock = new ManualClock();
    const options = { inner, directory, read: readJsonLines, clock, quiet: 3_600_000, poll: 1000 };
    const store = await DirectoryStore.open(options);
    t.after(() => store.close());
    write("a.yaml", gadget("a", { spec: 2 }));
    const changed = until(store, ["a=2"]);
    clock.advance(1000);
    await changed;
  });

  test("also where links lead in a circle", async (t) => {
    const { directory, open, write } = await setUp(t);
    mkdirSync(join(directory, "sub"));
    symlinkSync("..", join(directory, "sub/up"));
    write("sub/a.yaml", gadget("a"));
    await until(await open(), ["a=null"]);
  });

  test("without a write where the store has them already, over a restart too", async (t) => {
    const { open, write, inner } = await setUp(t);
    const status = { ready: true };
    write(
      "a.yaml",
      gadget("a", {
        spec: { x: 1 },
        metadata: { labels: {}, creationTimestamp: null, resourceVersion: "9", uid: "old" },
      }),
    );
    const store = await open();
    await store.updateStatus(gadget("a", { status }));
    const { resourceVersion } = await inner.list(gadgets, "");
    await store.sync();
    await open();
    assert.equal((await inner.list(gadgets, "")).resourceVersion, resourceVersion);
    assert.deepEqual((await inner.get(gadgetKey("a")))?.status, status);
  });

  test("with their status where the files give one", async (t) => {
    const { open, write, inner } = await setUp(t);
    const withStatus = (n: number) => write("a.yaml", gadget("a", { spec: 1, status: { n } }));
    withStatus(1);
    const store = await open();
    const status = async () => (await inner.get(gadgetKey("a")))?.status;
    assert.deepEqual(await status(), { n: 1 });
    withStatus(2);
    await store.sync();
    assert.deepEqual(await status(), { n: 2 });
    const { resourceVersion } = await inner.list(gadgets, "");
    await store.sync();
    assert.equal((await inner.list(gadgets, "")).resourceVersion, resourceVersion);
  });

  test("and what the files no longer have is deleted at the next start, and nothing else", async (t) => {
    const directory = await tempDirectory(t);
    const { store: first } = await openTestStore(t, directory);
    await first.create(gadget("by-hand"));
    const { open, write } = await setUp(t, first);
    write("a.yaml", gadget("a"));
    write("b.yaml", gadget("b"));
    await (await open()).close();
    const { store: second } = await openTestStore(t, directory);
    const files = await setUp(t, second);
    files.write("b.yaml", gadget("b"));
    const store = await files.open();
    assert.deepEqual(names((await store.list(gadgets, "")).items), ["default/b", "default/by-hand"]);
  });
});

describe("directory: what is wrong with files", () => {
  test("is reported, and the last good objects stay until it is mended", async (t) => {
    const { directory, open, write, problems } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }), gadget("b", { spec: 1 }));
    const store = await open();
    writeFileSync(join(directory, "a.yaml"), `${text(gadget("a", { spec: 2 }))}{ half an obj`);
    await until(store, ["a=2", "b=1"]);
    await store.sync();
    assert.equal(problems.get("a.yaml")?.[0]?.code, "FW0001");
    assert.equal(problems.get("a.yaml")?.[0]?.line, 2);
    write("a.yaml", gadget("a", { spec: 2 }));
    await until(store, ["a=2"]);
    await store.sync();
    assert.deepEqual(problems.get("a.yaml"), []);
  });

  test("keeps the objects of a file that was broken before a restart", async (t) => {
    const { directory, open, write } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    writeFileSync(join(directory, "a.yaml"), "broken");
    await store.sync();
    await open();
    await until(store, ["a=1"]);
  });

  test("two files that define one object: the first by path has it", async (t) => {
    const { directory, open, write, problems } = await setUp(t);
    write("b.yaml", gadget("x", { spec: "b" }));
    write("a.yaml", gadget("x", { spec: "a" }));
    const store = await open();
    await until(store, ['x="a"']);
    assert.equal(problems.get("b.yaml")?.[0]?.code, "FW0009");
    assert.match(problems.get("b.yaml")?.[0]?.message ?? "", /a\.yaml/);
    rmSync(join(directory, "a.yaml"));
    await until(store, ['x="b"']);
  });

  test("objects that the store does not take are the file's problem, and do not hold up the others", async (t) => {
    const { open, write, problems } = await setUp(t);
    write("a.yaml", gadget("a/b"), { ...gadget("k"), kind: "Nothing" }, gadget("good"));
    await until(await open(), ["good=null"]);
    assert.deepEqual(
      problems.get("a.yaml")?.map((p) => p.code),
      ["FW0109", "FW0115"],
    );
  });

  test("a directory that goes away keeps its objects, and is followed again when it is back", async (t) => {
    const { directory, open, write, problems } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    renameSync(directory, `${directory}-away`);
    await store.sync();
    await until(store, ["a=1"]);
    assert.equal(problems.get("")?.[0]?.code, "FW0008");
    mkdirSync(directory);
    write("a.yaml", gadget("a", { spec: 2 }));
    await until(store, ["a=2"]);
    await store.sync();
    assert.deepEqual(problems.get(""), []);
    rmSync(join(directory, "a.yaml"));
    await until(store, []);
  });
});

describe("directory: who may write what", () => {
  test("an object of a file is changed in the file; only its status is open", async (t) => {
    const { open, write } = await setUp(t);
    write("routes.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    const current = (await store.get(gadgetKey("a"))) as Resource;
    const refused = [
      store.update({ ...current, spec: 2 }),
      store.update({ ...current, metadata: { ...current.metadata, labels: { l: "1" } } }),
      store.patch(current, (r) => ({ ...r, spec: 3 })),
      store.delete(gadgetKey("a")),
    ];
    for (const write of refused) assert.match(await rejectsWith("Forbidden", write), /Gadget default\/a.*routes\.yaml/);
    assert.equal(await store.update(current), current);
    assert.deepEqual((await store.updateStatus({ ...current, status: { n: 1 } })).status, { n: 1 });
    const patched = await store.patch(current, (r) => ({ ...r, status: { n: 2 } }));
    assert.deepEqual(patched.status, { n: 2 });
    assert.equal(patched.spec, 1);
  });

  test("other objects are as in any store, but may not pretend to come from a file", async (t) => {
    const { open } = await setUp(t);
    const store = await open();
    const annotations = { [sourceAnnotation]: "a.yaml" };
    await rejectsWith("Forbidden", store.create(gadget("a", { metadata: { annotations } })));
    const created = await store.create(gadget("a"));
    await rejectsWith("Forbidden", store.update({ ...created, metadata: { ...created.metadata, annotations } }));
    await rejectsWith(
      "Forbidden",
      store.patch(created, (r) => ({ ...r, metadata: { ...r.metadata, annotations } })),
    );
    await store.update({ ...created, spec: 1 });
    await store.delete(gadgetKey("a"));
  });

  test("a file takes over an object that was made by hand", async (t) => {
    const { open, write } = await setUp(t);
    const store = await open();
    const byHand = await store.create(gadget("a", { spec: 1, metadata: { finalizers: ["x/hold"] } }));
    write("a.yaml", gadget("a", { spec: 2 }));
    await until(store, ["a=2"]);
    const taken = await store.get(gadgetKey("a"));
    assert.equal(taken?.metadata.uid, byHand.metadata.uid);
    assert.deepEqual(taken?.metadata.finalizers, ["x/hold"], "finalizers are the controllers'");
  });

  test("an object whose file is gone waits for its finalizers, and comes back with its file after that", async (t) => {
    const { directory, open, write, inner } = await setUp(t);
    await inner.create(gadget("a", { metadata: { finalizers: ["x/hold"] } }));
    write("a.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    const { uid } = ((await store.get(gadgetKey("a"))) as Resource).metadata;
    rmSync(join(directory, "a.yaml"));
    await store.sync();
    const deleting = (await store.get(gadgetKey("a"))) as Resource;
    assert.ok(deleting.metadata.deletionTimestamp);
    write("a.yaml", gadget("a", { spec: 2 }));
    await store.sync();
    assert.equal((await store.get(gadgetKey("a")))?.metadata.uid, uid);
    await store.update({ ...deleting, metadata: { ...deleting.metadata, finalizers: [] } });
    await until(store, ["a=2"]);
    assert.notEqual((await store.get(gadgetKey("a")))?.metadata.uid, uid);
  });

  test("a rollback of the store within leaves objects of files alone", async (t) => {
    const { open, write, inner } = await setUp(t);
    write("a.yaml", gadget("a", { spec: 1 }));
    const store = await open();
    const { resourceVersion } = await inner.list(gadgets, "");
    write("a.yaml", gadget("a", { spec: 2 }));
    await until(store, ["a=2"]);
    const { changes, leftOut } = await inner.rollback(resourceVersion);
    assert.deepEqual([changes, leftOut.map(({ reason }) => reason)], [[], ["it comes from the file a.yaml"]]);
    await until(store, ["a=2"]);
    assert.equal((await inner.revisions()).length, 2);
  });
});
