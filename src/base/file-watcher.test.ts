import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { FileWatcher } from "./file-watcher.ts";

function setUp(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "fairway-file-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const told: (string | undefined)[] = [];
  let wake = () => {};
  const open = (file: string) => {
    const changed = (content: Uint8Array | undefined) => {
      told.push(content && Buffer.from(content).toString());
      wake();
    };
    const watcher = new FileWatcher({ file: join(directory, file), changed, quiet: 5, poll: 60_000 });
    t.after(() => watcher.close());
    return watcher;
  };
  const until = async (expected: string | undefined) => {
    while (told.at(-1) !== expected || told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { directory, told, open, until };
}

test("a file that is written, replaced and removed is told each time", { timeout: 10_000 }, async (t) => {
  const { directory, told, open, until } = setUp(t);
  const file = join(directory, "mesh");
  const watcher = open("mesh");
  await watcher.read();
  assert.deepEqual(told, []);
  writeFileSync(file, "one");
  await until("one");
  writeFileSync(join(directory, "next"), "two");
  renameSync(join(directory, "next"), file);
  await until("two");
  rmSync(file);
  await until(undefined);
});

test("a link that comes to lead elsewhere is followed", { timeout: 10_000 }, async (t) => {
  const { directory, open, until } = setUp(t);
  const at = (...parts: string[]) => join(directory, ...parts);
  for (const version of ["1", "2"]) {
    mkdirSync(at(`..${version}`));
    writeFileSync(at(`..${version}`, "mesh"), version);
  }
  symlinkSync("..1", at("..data"));
  symlinkSync(join("..data", "mesh"), at("mesh"));
  const watcher = open("mesh");
  await watcher.read();
  await until("1");
  symlinkSync("..2", at("..next"));
  renameSync(at("..next"), at("..data"));
  await until("2");
});

test("the same content is told once", async (t) => {
  const { directory, told, open } = setUp(t);
  writeFileSync(join(directory, "mesh"), "one");
  const watcher = open("mesh");
  await watcher.read();
  await watcher.read();
  assert.deepEqual(told, ["one"]);
});
