import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anyIsSubset, anyIsSuperset, isSubset, isSuperset, type Labels } from "./labels.ts";

const cases: { labels: Labels; selector: Labels; selected: boolean }[] = [
  { labels: {}, selector: {}, selected: true },
  { labels: { app: "a" }, selector: {}, selected: true },
  { labels: {}, selector: { app: "a" }, selected: false },
  { labels: { app: "a" }, selector: { app: "a" }, selected: true },
  { labels: { app: "a", version: "v1" }, selector: { app: "a" }, selected: true },
  { labels: { app: "a" }, selector: { app: "a", version: "v1" }, selected: false },
  { labels: { app: "b" }, selector: { app: "a" }, selected: false },
  { labels: { app: "" }, selector: { app: "" }, selected: true },
  { labels: {}, selector: { constructor: "x" }, selected: false },
  { labels: {}, selector: JSON.parse('{"__proto__":"x"}') as Labels, selected: false },
  {
    labels: JSON.parse('{"__proto__":"x"}') as Labels,
    selector: JSON.parse('{"__proto__":"x"}') as Labels,
    selected: true,
  },
];

describe("one selector on one label set", () => {
  for (const { labels, selector, selected } of cases) {
    test(`${JSON.stringify(selector)} ${selected ? "selects" : "does not select"} ${JSON.stringify(labels)}`, () => {
      assert.equal(isSuperset(labels, selector), selected);
      assert.equal(isSubset(selector, labels), selected);
    });
  }
});

describe("a collection matches if any member does", () => {
  const sets = [{ app: "a", version: "v1" }, { app: "b" }];
  test("label sets", () => {
    assert.equal(anyIsSuperset(sets, { version: "v1" }), true);
    assert.equal(anyIsSuperset(sets, { app: "b" }), true);
    assert.equal(anyIsSuperset(sets, { app: "b", version: "v1" }), false);
  });
  test("selectors", () => {
    assert.equal(anyIsSubset(sets, { app: "b", zone: "z" }), true);
    assert.equal(anyIsSubset(sets, { app: "a" }), false);
  });
  test("without members: no label set meets only an empty selector, no selector selects all", () => {
    assert.equal(anyIsSuperset([], {}), true);
    assert.equal(anyIsSuperset([], { app: "a" }), false);
    assert.equal(anyIsSubset([], { app: "a" }), true);
  });
});
