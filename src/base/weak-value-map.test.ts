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
    while (map.size > 1) await collectGarbage();
    assert.equal(map.get("held"), held);
    assert.deepEqual([...map.values()], [held]);
  });

  test("keeps the newer of two values when the older is gone", async () => {
    const map = new WeakValueMap<string, object>();
    const cleared = new WeakValueMap<string, object>();
    map.set("a", { old: true });
    cleared.set("b", {});
    const newer = { old: false };
    map.set("a", newer);
    while (cleared.size > 0) await collectGarbage();
    assert.equal(map.get("a"), newer);
  });
});
