import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { LineBatch } from "./line-batch.ts";

suite("LineBatch", () => {
  test("writes the lines of a turn together, in their order", async () => {
    const written: string[] = [];
    const batch = new LineBatch((text) => written.push(text));
    batch.add("a\n");
    batch.add("b\n");
    assert.deepEqual(written, []);
    await setImmediate();
    batch.add("c\n");
    await setImmediate();
    assert.deepEqual(written, ["a\nb\n", "c\n"]);
  });

  test("writes at once when it is told that there is no later, and each line once", async () => {
    const written: string[] = [];
    const batch = new LineBatch((text) => written.push(text));
    batch.add("a\n");
    batch.flush();
    batch.flush();
    assert.deepEqual(written, ["a\n"]);
    await setImmediate();
    assert.deepEqual(written, ["a\n"]);
  });

  test("does not gather without end", () => {
    const written: string[] = [];
    const batch = new LineBatch((text) => written.push(text));
    for (let i = 0; i < 100; i++) batch.add(`${"x".repeat(10_000)}\n`);
    assert.ok(written.length > 10, `${written.length} writes`);
    assert.ok(written.every((text) => text.length < 80_000));
  });
});
