import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { tlsWriteLimit, WriteTurns } from "./write-turns.ts";

describe("turns of writing", { timeout: 10_000 }, () => {
  test("begin few writes each, first those that go on", async () => {
    const turns = new WriteTurns(2 * tlsWriteLimit);
    const order: string[] = [];
    const add = (name: string, goesOn: boolean) => turns.take(1, () => order.push(name), goesOn);
    add("a", false);
    add("b", false);
    add("c", false);
    add("d", false);
    add("e", true);
    assert.deepEqual(order, ["a", "b"]);
    await nextTurn();
    assert.deepEqual(order, ["a", "b", "e", "c"]);
    await nextTurn();
    assert.deepEqual(order, ["a", "b", "e", "c", "d"]);
  });

  test("begin fewer writes with more bytes", async () => {
    const turns = new WriteTurns(5 * tlsWriteLimit);
    const written: number[] = [];
    for (const times of [4, 3, 1, 20, 1]) {
      const bytes = times * tlsWriteLimit;
      turns.take(bytes, () => written.push(times), false);
    }
    assert.deepEqual(written, [4, 3]);
    await nextTurn();
    assert.deepEqual(written, [4, 3, 1, 20]);
    await nextTurn();
    assert.deepEqual(written, [4, 3, 1, 20, 1]);
  });

  test("go on after they had nothing to do", async () => {
    const turns = new WriteTurns(1);
    for (let i = 0; i < 3; i++) {
      let written = 0;
      turns.take(1, () => written++, false);
      assert.equal(written, 1);
      await nextTurn();
      await nextTurn();
    }
  });
});
