import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { collectGarbage } from "./testing/collect-garbage.ts";
import { WeakValueMap } from "./weak-value-map.ts";

suite("a map of weak values", () => {
  test("has what somebody holds, and forgets the rest", async () => {
    const map = new WeakValueMap<string, object>();
    const held = { held: true };
    map.set("held", held).set("held", held);
    for (let i = 0; i < 1000; i++) map.set(`lost ${i}`, { i });
    assert.equal(map.size, 1001);
    await collectGarbage();
    assert.deepEqual([...map.values()], [held]);
    assert.equal(map.get("lost 1"), undefined);
    assert.equal(map.get("held"), held);
  });

  test("is never much larger than what is held", async () => {
    const map = new WeakValueMap<string, object>();
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 1000; i++) map.set(`${round} ${i}`, { i });
      await collectGarbage();
    }
    assert.ok(map.size <= 3000, String(map.size));
  });

  test("keeps the newer of two values when the older is gone", async () => {
    const map = new WeakValueMap<string, object>();
    map.set("a", { old: true });
    const newer = { old: false };
    map.set("a", newer);
    await collectGarbage();
    for (let i = 0; i < 1000; i++) map.set(`other ${i}`, newer);
    assert.equal(map.get("a"), newer);
  });
});
