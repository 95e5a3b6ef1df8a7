import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeEach, changeList } from "./change-list.ts";
import type { PatchOperation } from "./patch.ts";

const list = ["a", "b", "a"];
const isB = (item: string): boolean => item === "b";
const isA = (item: string): boolean => item === "a";
const isC = (item: string): boolean => item === "c";

const cases: readonly (readonly [PatchOperation, typeof isA | undefined, string])[] = [
  ["ADD", isB, "a b a new"],
  ["INSERT_FIRST", isB, "new a b a"],
  ["INSERT_BEFORE", isB, "a new b a"],
  ["INSERT_BEFORE", isA, "new a b a"],
  ["INSERT_BEFORE", undefined, "new a b a"],
  ["INSERT_BEFORE", isC, "a b a"],
  ["INSERT_AFTER", isB, "a b new a"],
  ["INSERT_AFTER", isA, "a new b a"],
  ["INSERT_AFTER", undefined, "a b a new"],
  ["INSERT_AFTER", isC, "a b a"],
  ["REPLACE", isA, "new b a"],
  ["REPLACE", undefined, "a b a"],
  ["REPLACE", isC, "a b a"],
  ["REMOVE", isA, "b"],
  ["REMOVE", undefined, "a b a"],
  ["REMOVE", isC, "a b a"],
  ["MERGE", isA, "a b a"],
];

describe("a list", () => {
  for (const [operation, matches, expected] of cases) {
    test(`${operation}${matches ? ` at ${matches.name.slice(2).toLowerCase()}` : ""} gives ${expected}`, () => {
      const made = changeList(list, operation, "new", matches);
      assert.equal(made.join(" "), expected);
      if (expected === "a b a") assert.equal(made, list);
    });
  }

  test("whose items stay as they are stays itself", () => {
    assert.equal(
      changeEach(list, (item) => item),
      list,
    );
    assert.deepEqual(
      changeEach(list, (item) => item.toUpperCase()),
      ["A", "B", "A"],
    );
  });
});
