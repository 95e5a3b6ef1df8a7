import assert from "node:assert/strict";
import { test } from "node:test";
import { PersistentMap } from "./persistent-map.ts";

test("edits make a new map and leave the old one alone", () => {
  const none = PersistentMap.empty<number>();
  const one = none.with(new Map([["a", 1]]));
  const two = one.with(new Map([["b", 2] as const, ["a", 3] as const]));
  assert.deepEqual([none.size, one.size, two.size], [0, 1, 2]);
  assert.deepEqual([one.get("a"), one.get("b"), two.get("a"), two.get("b")], [1, undefined, 3, 2]);
  assert.equal(two.with(new Map()), two);
});

test("it holds what a plain map holds after the same thousand edits", () => {
  const plain = new Map<string, number>();
  let map = PersistentMap.empty<number>();
  for (let i = 0; i < 1000; i++) {
    const edits = new Map<string, number | undefined>();
    for (let j = 0; j < 5; j++) {
      const key = `key-${(i * 7919 + j * 104_729) % 300}`;
      edits.set(key, (i + j) % 3 === 0 ? undefined : i);
    }
    for (const [key, value] of edits) value === undefined ? plain.delete(key) : plain.set(key, value);
    map = map.with(edits);
    assert.equal(map.size, plain.size);
  }
  assert.deepEqual(new Map(map), plain);
  assert.deepEqual(new Set(map.keys()), new Set(plain.keys()));
  assert.ok([...map.keys()].every((key) => map.has(key)));
});
