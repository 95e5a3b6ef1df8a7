import assert from "node:assert/strict";
import { test } from "node:test";
import type { LabelSelector } from "./label-selector.ts";
import { formatSelector, isEmptySelector, matchesSelector } from "./matches-selector.ts";

const labels = { app: "web", tier: "front" };

const cases: readonly [LabelSelector, boolean][] = [
  [{}, true],
  [{ matchLabels: { app: "web" } }, true],
  [{ matchLabels: { app: "web", tier: "back" } }, false],
  [{ matchLabels: { constructor: "x" } }, false],
  [{ matchExpressions: [{ key: "app", operator: "In", values: ["db", "web"] }] }, true],
  [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }, false],
  [{ matchExpressions: [{ key: "app", operator: "NotIn", values: ["web"] }] }, false],
  [{ matchExpressions: [{ key: "zone", operator: "NotIn", values: ["a"] }] }, true],
  [{ matchExpressions: [{ key: "app", operator: "Exists" }] }, true],
  [{ matchExpressions: [{ key: "toString", operator: "Exists" }] }, false],
  [{ matchExpressions: [{ key: "app", operator: "DoesNotExist" }] }, false],
  [{ matchLabels: { app: "web" }, matchExpressions: [{ key: "zone", operator: "Exists" }] }, false],
];

test("a selector matches when all of its conditions hold", () => {
  for (const [selector, expected] of cases) {
    assert.equal(matchesSelector(selector, labels), expected, JSON.stringify(selector));
  }
});

test("an empty selector has no condition in either form", () => {
  assert.ok(isEmptySelector({}));
  assert.ok(isEmptySelector({ matchLabels: {}, matchExpressions: [] }));
  assert.ok(!isEmptySelector({ matchLabels: { a: "b" } }));
});

test("a selector is written as kubectl does", () => {
  const selector: LabelSelector = {
    matchLabels: { b: "2", a: "1" },
    matchExpressions: [
      { key: "c", operator: "In", values: ["y", "x"] },
      { key: "d", operator: "NotIn", values: ["z"] },
      { key: "e", operator: "Exists" },
      { key: "f", operator: "DoesNotExist" },
    ],
  };
  assert.equal(formatSelector(selector), "a=1,b=2,c in (x,y),d notin (z),e,!f");
  assert.equal(formatSelector({}), "<none>");
});
