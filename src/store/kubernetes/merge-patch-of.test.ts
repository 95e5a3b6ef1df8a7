import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyMergePatch } from "../../api/index.ts";
import { mergePatchOf } from "./merge-patch-of.ts";

const rows = [
  ["nothing differs", { a: { b: [1] } }, { a: { b: [1] } }, undefined],
  ["an undefined field is an absent one", { a: 1 }, { a: 1, b: undefined }, undefined],
  ["a field comes", {}, { a: { b: 1 } }, { a: { b: 1 } }],
  ["a field goes", { a: 1, b: 2 }, { b: 2 }, { a: null }],
  ["deep fields change alone", { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  ["a list is one value", { a: [1, 2] }, { a: [1] }, { a: [1] }],
  ["an object takes the place of a list", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ["a text takes the place of an object", { a: { b: 1 } }, { a: "x" }, { a: "x" }],
  ["an object loses all", { a: { b: 1 } }, { a: {} }, { a: { b: null } }],
] as const;

describe("the merge patch between two objects", () => {
  for (const [what, base, changed, patch] of rows) {
    test(what, () => {
      assert.deepEqual(mergePatchOf(base, changed), patch);
      const applied = applyMergePatch(base, patch ?? {});
      assert.deepEqual(applied, JSON.parse(JSON.stringify(changed)));
    });
  }

  test("keys like __proto__ are ordinary keys", () => {
    const changed = JSON.parse('{"__proto__": {"a": 1}}');
    assert.equal(JSON.stringify(mergePatchOf({}, changed)), '{"__proto__":{"a":1}}');
  });
});
