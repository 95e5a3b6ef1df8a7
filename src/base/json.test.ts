import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { closest } from "./did-you-mean.ts";
import { parseDuration } from "./duration.ts";
import { deepFreeze, getOwn, jsonEqual, setOwn } from "./json.ts";
import { isDeeperThan } from "./json-depth.ts";
import { parseSelector } from "./selector.ts";

suite("JSON values", () => {
  test("are equal whatever the order of keys, and undefined is absent", () => {
    assert.ok(jsonEqual({ a: 1, b: [{ c: null }], u: undefined }, { b: [{ c: null }], a: 1 }));
    for (const [a, b] of [
      [{ a: 1 }, { a: 2 }],
      [[1], [1, 2]],
      [{}, []],
      [null, {}],
      [{ a: 1 }, {}],
      [{}, { a: 1 }],
      [1, "1"],
    ]) {
      assert.ok(!jsonEqual(a, b), `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    }
  });

  test("equal their own copies", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonEqual(value, JSON.parse(JSON.stringify(value)))));
  });

  test("freeze through and through", () => {
    const value = deepFreeze({ a: [{ b: 1 }] });
    assert.throws(() => ((value.a[0] as { b: number }).b = 2), TypeError);
    assert.throws(() => value.a.push({ b: 3 }), TypeError);
  });

  test("take hostile keys as data", () => {
    const target: Record<string, unknown> = {};
    setOwn(target, "__proto__", { x: 1 });
    assert.deepEqual(Object.keys(target), ["__proto__"]);
    assert.equal(target.x, undefined);
    assert.equal(getOwn({} as Record<string, unknown>, "constructor"), undefined);
  });

  test("are measured for depth without parsing", () => {
    assert.ok(!isDeeperThan(Buffer.from('{"a":"[[[[","b":"\\"[["}'), 1));
    assert.ok(isDeeperThan(Buffer.from("[[[1]]]"), 2));
    assert.ok(!isDeeperThan(Buffer.from("[[],[],[]]"), 2));
  });
});

suite("suggestions", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["hsots", "hosts"],
    ["Hosts", "hosts"],
    ["gatways", "gateways"],
    ["xyz", undefined],
    ["h", undefined],
  ];
  for (const [written, expected] of cases) {
    test(`for '${written}'`, () => assert.equal(closest(written, ["hosts", "gateways", "http"]), expected));
  }
});

suite("durations", () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ["5s", 5000],
    ["1h30m", 5_400_000],
    ["1.5s", 1500],
    ["100ms", 100],
    [".5s", 500],
    ["0", 0],
    ["-1s", -1000],
    ["10us", 0.01],
    ["", undefined],
    ["5", undefined],
    ["5 s", undefined],
    ["s", undefined],
    ["1d", undefined],
    ["1s ", undefined],
  ];
  for (const [text, ms] of cases) test(`'${text}'`, () => assert.equal(parseDuration(text), ms));
});

suite("label selectors", () => {
  const labels = { app: "web", tier: "front", n: "5" };
  const cases: readonly (readonly [string, boolean])[] = [
    ["", true],
    ["app=web", true],
    ["app==web,tier=front", true],
    ["app!=web", false],
    ["other!=x", true],
    ["app in (web, api)", true],
    ["app notin (web)", false],
    ["other notin (x)", true],
    ["app", true],
    ["!app", false],
    ["!other", true],
    ["n>4", true],
    ["n<5", false],
    ["constructor", false],
    ["app in (api)", false],
    ["app=", false],
  ];
  for (const [text, expected] of cases) test(`'${text}'`, () => assert.equal(parseSelector(text)(labels), expected));
  for (const text of ["a=b=c", "a in", "a in (b", "=x", "a b", ",,"]) {
    test(`refuses '${text}'`, () => assert.throws(() => parseSelector(text), /cannot be read/));
  }
});
