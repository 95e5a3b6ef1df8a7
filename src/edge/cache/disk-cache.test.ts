import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, suite, test } from "node:test";
import { keyOf, type Resource } from "../../api/index.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { service } from "../testing/sample-objects.ts";
import { DiskCache } from "./disk-cache.ts";

suite("objects on disk", () => {
  let directory: string;
  let told: string[];
  const clock = new ManualClock();
  const open = (place = directory) =>
    new DiskCache({
      directory: place,
      clock,
      observer: { damaged: () => told.push("damaged"), failing: () => told.push("failing") },
    });
  const names = (objects: readonly Resource[]) => objects.map(({ metadata }) => metadata.name).sort();
  const keep = (cache: DiskCache, object: Resource) => cache.keep(keyOf(object), object);
  const files = () => readdirSync(join(directory, "objects")).map((file) => join(directory, "objects", file));

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "fairway-test-"));
    told = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("are there after a restart, as they were last", async () => {
    const cache = open();
    assert.deepEqual(await cache.load(), []);
    for (let i = 0; i < 100; i++) keep(cache, service("a", ["zone"], { labels: { i: String(i) } }));
    keep(cache, service("b"));
    keep(cache, service("c"));
    await cache.flush();
    cache.keep(keyOf(service("b")), undefined);
    cache.keep(keyOf(service("never")), undefined);
    await cache.close();
    const loaded = await open().load();
    assert.deepEqual(names(loaded), ["a", "c"]);
    assert.deepEqual(
      loaded.find(({ metadata }) => metadata.name === "a"),
      service("a", ["zone"], { labels: { i: "99" } }),
    );
    assert.deepEqual([files().length, told], [2, []]);
  });

  test("whose names are as long as names can be, or lead elsewhere, have files like any other", async () => {
    const odd = ["x".repeat(253), "../../escape", "a/b"];
    const cache = open();
    await cache.load();
    for (const name of odd) keep(cache, service(name));
    await cache.close();
    assert.deepEqual(names(await open().load()), [...odd].sort());
    assert.equal(files().length, 3);
  });

  test("that are damaged, cut short, empty or at another's place are left out, told of and gone", async () => {
    const cache = open();
    await cache.load();
    for (const name of ["a", "b", "c", "d", "e"]) keep(cache, service(name));
    await cache.close();
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = files();
    const flipped = readFileSync(first);
    flipped[flipped.length - 5] = (flipped[flipped.length - 5] ?? 0) ^ 1;
    writeFileSync(first, flipped);
    writeFileSync(second, readFileSync(second).subarray(0, 40));
    writeFileSync(third, "");
    writeFileSync(fourth, readFileSync(fifth));
    writeFileSync(join(directory, "objects", "x.tmp"), "half");
    assert.equal((await open().load()).length, 1);
    assert.deepEqual([told, files()], [["damaged", "damaged", "damaged", "damaged"], [fifth]]);
  });

  test("that cannot be written now are written later, in their newest state", async () => {
    const cache = open();
    await cache.load();
    rmSync(join(directory, "objects"), { recursive: true });
    writeFileSync(join(directory, "objects"), "no folder");
    keep(cache, service("a"));
    await cache.flush();
    assert.deepEqual([told, cache.pending], [["failing"], 1]);
    keep(cache, service("a", ["zone"]));
    await cache.flush();
    rmSync(join(directory, "objects"));
    await open().load();
    clock.advance(5000);
    await cache.close();
    assert.deepEqual(await open().load(), [service("a", ["zone"])]);
  });

  test("are for nobody else to read", async () => {
    const cache = open();
    await cache.load();
    keep(cache, service("a"));
    await cache.close();
    const [file = ""] = files();
    chmodSync(file, 0o000);
    assert.equal((await open().load()).length, process.getuid?.() === 0 ? 1 : 0);
  });
});
