import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NameSets } from "./name-set.ts";

describe("sets of names", () => {
  test("are the same if they are equal, whatever the order", () => {
    const sets = new NameSets();
    const one = sets.of(["a", "b", "c"]);
    assert.equal(sets.of(["c", "a", "b"]), one);
    assert.equal(sets.of(["a", "b", "b", "c"]), one);
    assert.notEqual(sets.of(["a", "b"]), one);
    assert.equal(sets.of([]), sets.empty);
  });

  test("are found by adding and leaving out, too", () => {
    const sets = new NameSets();
    const one = sets.of(["a", "b", "c"]);
    assert.equal(sets.with(sets.of(["b"]), ["c", "a"]), one);
    assert.equal(sets.without(sets.of(["d", "c", "b", "a"]), ["d", "e"]), one);
    assert.equal(sets.with(one, ["b"]), one);
    assert.equal(sets.without(one, ["x"]), one);
    assert.equal(sets.without(one, ["a", "b", "c"]), sets.empty);
  });

  test("take the one that is likely only if it is just these", () => {
    const sets = new NameSets();
    const likely = sets.of(["a", "b"]);
    assert.equal(sets.of(["a", "b"], likely), likely);
    assert.deepEqual([...sets.of(["a", "a"], likely)], ["a"]);
    assert.deepEqual([...sets.of(["a", "c"], likely)], ["a", "c"]);
  });

  test("stay apart though their prints are the same", () => {
    const sets = new NameSets();
    // Of these pairs of names the hashes are equal.
    const [first, second] = collidingNames();
    const one = sets.of([first]);
    const two = sets.of([second]);
    assert.deepEqual([...one, ...two], [first, second]);
  });
});

/** Two names with one 32-bit FNV-1a hash, found by trying. */
function collidingNames(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let i = 0; ; i++) {
    const name = `n${i.toString(36)}`;
    let hash = 0x811c9dc5;
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    const other = seen.get(hash);
    if (other !== undefined) return [other, name];
    seen.set(hash, name);
  }
}
