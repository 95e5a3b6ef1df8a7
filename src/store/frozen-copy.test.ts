import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isFault } from "../base/fault.ts";
import { frozenCopy } from "./frozen-copy.ts";

describe("frozenCopy", () => {
  test("copies JSON and freezes the copy through and through", () => {
    const value = { a: [1, "x", null, true, { b: {} }], c: { d: [[]] } };
    const copy = frozenCopy(value, "spec");
    assert.deepEqual(copy, value);
    assert.notEqual(copy, value);
    for (const part of [copy, copy.a, copy.a[4], copy.c, copy.c.d, copy.c.d[0]]) assert.ok(Object.isFrozen(part));
    assert.equal(Object.isFrozen(value), false);
  });

  test("copies what is frozen on the outside only", () => {
    const inner = { x: 1 };
    const copy = frozenCopy(Object.freeze({ inner }), "spec");
    inner.x = 2;
    assert.deepEqual(copy, { inner: { x: 1 } });
  });

  test("leaves out fields that are undefined", () => {
    assert.deepEqual(Object.keys(frozenCopy({ a: undefined, b: 1 }, "spec")), ["b"]);
  });

  test("keeps keys like __proto__ as own keys", () => {
    const copy = frozenCopy(JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'), "spec");
    assert.equal(JSON.stringify(copy), '{"__proto__":{"x":1},"constructor":2}');
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  });

  const refused: [string, unknown][] = [
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["undefined in a list", [undefined]],
  ];
  for (const [name, value] of refused) {
    test(`refuses ${name}, naming the field`, () => {
      assert.throws(
        () => frozenCopy({ deep: { value } }, "spec"),
        (error) => isFault(error, "Invalid") && error.message.startsWith("spec must hold JSON only"),
      );
    });
  }

  test("refuses what is nested too deeply, also if it contains itself", () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    assert.throws(
      () => frozenCopy(loop, "spec"),
      (error) => isFault(error, "Invalid") && /levels deep/.test(error.message),
    );
  });
});
