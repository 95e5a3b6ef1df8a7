import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { WriteTurns } from "./write-turns.ts";

describe("turns of writing", { timeout: 10_000 }, () => {
  test("begin few writes each, first those that go on", async () => {
    const turns = new WriteTurns(2);
    const order: string[] = [];
    const add = (name: string, goesOn: boolean) => turns.take(() => order.push(name), goesOn);
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

  test("go on after they had nothing to do", async () => {
    const turns = new WriteTurns(1);
    for (let i = 0; i < 3; i++) {
      let written = 0;
      turns.take(() => written++, false);
      assert.equal(written, 1);
      await nextTurn();
      await nextTurn();
    }
  });
});
