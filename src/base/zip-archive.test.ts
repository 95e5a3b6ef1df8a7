import assert from "node:assert/strict";
import { test } from "node:test";
import { writeZip } from "./testing/write-zip.ts";
import { readZip } from "./zip-archive.ts";

test("a zip archive's files are found by name and unpacked", () => {
  const files = readZip(writeZip({ "a.txt": "hello", "dir/b": "x".repeat(1000) }));
  assert.deepEqual([...files.keys()], ["a.txt", "dir/b"]);
  assert.equal(files.get("a.txt")?.().toString(), "hello");
  assert.equal(files.get("dir/b")?.().length, 1000);
});

test("what is no zip archive, or a damaged one, is refused", () => {
  assert.throws(() => readZip(Buffer.from("hello")), /no zip archive/);
  const damaged = writeZip({ "a.txt": "hello" });
  damaged.write("XX", damaged.indexOf("PK\x01\x02"));
  assert.throws(() => readZip(damaged), /directory is damaged/);
  const tooLarge = writeZip({ a: "x".repeat(1000) });
  tooLarge.writeUInt32LE(10, tooLarge.indexOf("PK\x01\x02") + 24);
  assert.throws(() => readZip(tooLarge).get("a")?.());
});
