import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeChange } from "./merge-change.ts";

const cases = [
  { name: "a field that was set is set", base: {}, changed: { a: 1 }, target: { b: 2 }, merged: { a: 1, b: 2 } },
  {
    name: "a field that was removed is removed",
    base: { a: 1 },
    changed: {},
    target: { a: 5, b: 2 },
    merged: { b: 2 },
  },
  { name: "a field that was not touched stays", base: { a: 1 }, changed: { a: 1 }, target: { a: 7 }, merged: { a: 7 } },
  {
    name: "objects merge field by field",
    base: { o: { x: 1, y: 1 } },
    changed: { o: { x: 2, y: 1 } },
    target: { o: { x: 1, y: 9, z: 3 } },
    merged: { o: { x: 2, y: 9, z: 3 } },
  },
  {
    name: "an object that both sides added merges too",
    base: {},
    changed: { labels: { a: "1" } },
    target: { labels: { b: "2" } },
    merged: { labels: { a: "1", b: "2" } },
  },
  {
    name: "a list is one value",
    base: { l: [1] },
    changed: { l: [1, 2] },
    target: { l: [1, 3] },
    merged: { l: [1, 2] },
  },
  {
    name: "a value of another type replaces",
    base: { o: { x: 1 } },
    changed: { o: "text" },
    target: { o: { x: 2 } },
    merged: { o: "text" },
  },
];

for (const c of cases) {
  test(c.name, () => assert.deepEqual(mergeChange(c.base, c.changed, c.target), c.merged));
}

test("a key called __proto__ is an ordinary key", () => {
  const changed = JSON.parse('{"__proto__": {"polluted": "1"}}') as Record<string, unknown>;
  const merged = mergeChange({}, changed, { a: 1 });
  assert.equal(JSON.stringify(merged), '{"a":1,"__proto__":{"polluted":"1"}}');
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.equal(Object.getPrototypeOf(merged), Object.prototype);
});
