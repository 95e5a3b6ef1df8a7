import assert from "node:assert/strict";
import { test } from "node:test";
import { type Buckets, changeBuckets, type Filing, mergeSorted } from "./buckets.ts";

interface Item {
  readonly at: readonly string[];
  readonly rank: number;
}

const filing: Filing<Item> = { bucketsOf: ({ at }) => at, compare: (a, b) => a.rank - b.rank };
const one: Item = { at: ["x", "y"], rank: 1 };
const two: Item = { at: ["x"], rank: 2 };
const three: Item = { at: ["z"], rank: 3 };
const all = changeBuckets(new Map(), [{ after: two }, { after: three }, { after: one }], filing);

const ranks = (buckets: Buckets<Item>) =>
  Object.fromEntries([...buckets].sort().map(([name, items]) => [name, items.map(({ rank }) => rank)]));

test("items are sorted in each of their buckets", () => assert.deepEqual(ranks(all), { x: [1, 2], y: [1], z: [3] }));

test("a replacement moves an item and leaves other buckets as they are", () => {
  const moved = changeBuckets(all, [{ before: one, after: { at: ["x"], rank: 5 } }], filing);
  assert.deepEqual(ranks(moved), { x: [2, 5], z: [3] });
  assert.equal(moved.get("z"), all.get("z"));
});

test("nothing changed means the same buckets", () => {
  assert.equal(changeBuckets(all, [], filing), all);
  assert.equal(changeBuckets(all, [{ before: one, after: one }], filing), all);
});

test("sorted lists merge into one", () => {
  const compare = (a: number, b: number) => a - b;
  assert.deepEqual(mergeSorted([[1, 4], [], [2, 3, 5]], compare), [1, 2, 3, 4, 5]);
});
