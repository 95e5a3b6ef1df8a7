import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { problemCodes } from "../codes.ts";
import type { KindDefinition } from "../kind.ts";
import type { Problem, Report } from "../problem.ts";
import { kindFromCrd } from "./kind-from-crd.ts";
import { boat, boatCrd, judgeBoat, kindOf, lines } from "./testing/custom-kind.ts";

const integer = { type: "integer" };
const text = { type: "string" };

/** A kind whose spec has these fields and rules. */
function withRules(properties: object, ...rules: object[]): KindDefinition {
  return kindOf(boatCrd({ type: "object", properties, "x-kubernetes-validations": rules }));
}

function collect(run: (report: Report) => void): string[] {
  const problems: Problem[] = [];
  run((code, message, ...path) => {
    problems.push({ code, severity: problemCodes[code].severity, path, message });
  });
  return lines(problems);
}

const update = (kind: KindDefinition, spec: unknown, old: unknown) =>
  collect((report) => kind.validateUpdate?.(boat(spec) as never, boat(old) as never, report));
const create = (kind: KindDefinition, spec: unknown) =>
  collect((report) => kind.validateCreate?.(boat(spec) as never, report));

describe("rules on the object as it is", () => {
  test("a broken rule tells its message", () => {
    const kind = withRules(
      { min: integer, max: integer },
      { rule: "self.min <= self.max", message: "min is above max" },
    );
    assert.deepEqual(judgeBoat(kind, { min: 1, max: 2 }), []);
    assert.deepEqual(judgeBoat(kind, { min: 3, max: 2 }), ["FW0113 spec: min is above max"]);
  });

  test("without a message the rule itself is told", () => {
    const kind = withRules({ min: integer }, { rule: "self.min > 0" });
    assert.deepEqual(judgeBoat(kind, { min: 0 }), ["FW0113 spec: must fulfil the rule 'self.min > 0'"]);
  });

  test("a message can be computed, and falls back where it cannot", () => {
    const messageExpression = "'%d is not above %d'.format([self.min, self.other])";
    const rule = { rule: "self.min > 0", message: "too low", messageExpression };
    const kind = withRules({ min: integer, other: integer }, rule);
    assert.deepEqual(judgeBoat(kind, { min: 0, other: 7 }), ["FW0113 spec: 0 is not above 7"]);
    assert.deepEqual(judgeBoat(kind, { min: 0 }), ["FW0113 spec: too low"]);
  });

  test("a field path points to the field", () => {
    const kind = withRules(
      { "a.b": integer },
      { rule: "self.a__dot__b > 0", message: "too low", fieldPath: "['a.b']" },
    );
    assert.deepEqual(judgeBoat(kind, { "a.b": 0 }), ['FW0113 spec["a.b"]: too low']);
  });

  test("a rule that fails on the object is broken", () => {
    const kind = withRules({ a: integer }, { rule: "self.a > 0", message: "too low" });
    assert.deepEqual(judgeBoat(kind, {}), ["FW0113 spec: too low (the field 'a' is not set)"]);
  });

  test("rules stand on every sort of schema", () => {
    const rule = (text: string) => ({ "x-kubernetes-validations": [{ rule: text, message: "broken" }] });
    const kind = kindOf(
      boatCrd({
        type: "object",
        properties: {
          on: { type: "boolean", ...rule("self") },
          name: { ...text, ...rule("self.size() > 1") },
          port: { "x-kubernetes-int-or-string": true, ...rule("type(self) == int ? self > 0 : self != ''") },
          list: { type: "array", items: { ...integer, ...rule("self > 0") }, ...rule("self.isSorted()") },
          map: { type: "object", additionalProperties: { ...text, ...rule("self != 'x'") }, ...rule("size(self) < 3") },
          when: { type: "string", format: "date-time", ...rule("self > timestamp('2026-01-01T00:00:00Z')") },
        },
      }),
    );
    const good = { on: true, name: "ab", port: "80%", list: [1, 2], map: { a: "y" }, when: "2026-02-01T00:00:00Z" };
    const bad = { on: false, name: "a", port: 0, list: [2, 0], map: { a: "x" }, when: "2025-02-01T00:00:00Z" };
    assert.deepEqual(judgeBoat(kind, good), []);
    assert.deepEqual(
      judgeBoat(kind, bad),
      ["on", "name", "port", "list", "list[1]", "map.a", "when"].map((path) => `FW0113 spec.${path}: broken`),
    );
  });

  test("null and absent values are not judged", () => {
    const kind = withRules({ a: { ...integer, nullable: true, "x-kubernetes-validations": [{ rule: "self > 0" }] } });
    assert.deepEqual(judgeBoat(kind, { a: null }), []);
    assert.deepEqual(judgeBoat(kind, {}), []);
  });

  test("rules wait until the structure is sound", () => {
    const kind = withRules({ a: integer, b: text }, { rule: "self.a > 0" });
    assert.deepEqual(judgeBoat(kind, { a: 0, b: 1 }), ["FW0102 spec.b: must be text, not 1"]);
  });

  test("a rule on the whole object sees its name", () => {
    const crd = boatCrd({ type: "object" });
    const [version] = (crd.spec as { versions: { schema: { openAPIV3Schema: object } }[] }).versions;
    Object.assign(version?.schema.openAPIV3Schema ?? {}, {
      "x-kubernetes-validations": [
        { rule: "self.metadata.name.startsWith('boat-') && self.kind == 'Boat'", message: "name" },
      ],
    });
    assert.deepEqual(judgeBoat(kindOf(crd), {}), ["FW0113 : name"]);
  });

  test("a rule that takes too long is a problem", () => {
    const list = { type: "array", items: integer };
    const kind = withRules({ list }, { rule: "self.list.all(a, self.list.all(b, self.list.all(c, a + b + c >= 0)))" });
    const found = judgeBoat(kind, { list: Array.from({ length: 1000 }, (_, i) => i) });
    assert.equal(found.length, 1);
    assert.match(found[0] ?? "", /^FW1003 spec: must be small enough for the rule/);
  });

  test("many rules that each take long share one bound", () => {
    const rule = { rule: "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))" };
    const inner = { type: "array", items: integer, "x-kubernetes-validations": [rule] };
    const kind = withRules({ lists: { type: "array", items: inner } });
    const lists = Array.from({ length: 50 }, () => Array.from({ length: 100 }, (_, i) => i));
    const found = judgeBoat(kind, { lists });
    assert.equal(found.length, 50);
    assert.ok(found.every((line) => line.startsWith("FW1003")));
  });
});

describe("rules on changes", () => {
  test("run on updates only, where there is an old value", () => {
    const kind = withRules({
      a: { ...integer, "x-kubernetes-validations": [{ rule: "self >= oldSelf", message: "shrinks" }] },
    });
    assert.deepEqual(judgeBoat(kind, { a: 1 }), []);
    assert.deepEqual(create(kind, { a: 1 }), []);
    assert.deepEqual(update(kind, { a: 1 }, {}), []);
    assert.deepEqual(update(kind, { a: 2 }, { a: 1 }), []);
    assert.deepEqual(update(kind, { a: 1 }, { a: 2 }), ["FW0113 spec.a: shrinks"]);
  });

  test("find old items by the keys of their list", () => {
    const frozen = { "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "frozen" }] };
    const items = { type: "object", properties: { name: text, size: { ...integer, ...frozen } }, required: ["name"] };
    const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    const kind = withRules({ keyed: { type: "array", items, ...keyed }, plain: { type: "array", items } });
    const of = (...sizes: [string, number][]) => sizes.map(([name, size]) => ({ name, size }));
    const old = { keyed: of(["a", 1], ["b", 2]), plain: of(["a", 1]) };
    assert.deepEqual(update(kind, { keyed: of(["b", 2], ["a", 1], ["c", 3]), plain: of(["a", 2]) }, old), []);
    assert.deepEqual(update(kind, { keyed: of(["b", 3]) }, old), ["FW0113 spec.keyed[0].size: frozen"]);
  });

  test("the order of sets does not count", () => {
    const rules = [{ rule: "self == oldSelf", message: "frozen" }];
    const set = { type: "array", items: text, "x-kubernetes-list-type": "set", "x-kubernetes-validations": rules };
    const kind = withRules({ set });
    assert.deepEqual(update(kind, { set: ["b", "a"] }, { set: ["a", "b"] }), []);
    assert.deepEqual(update(kind, { set: ["b", "c"] }, { set: ["a", "b"] }), ["FW0113 spec.set: frozen"]);
  });

  test("with an optional old value run on creation, too", () => {
    const rule = { rule: "oldSelf.hasValue() || self == 1", message: "starts at 1", optionalOldSelf: true };
    const kind = withRules({ a: { ...integer, "x-kubernetes-validations": [rule] } });
    assert.deepEqual(create(kind, { a: 1 }), []);
    assert.deepEqual(create(kind, { a: 2 }), ["FW0113 spec.a: starts at 1"]);
    assert.deepEqual(update(kind, { a: 2 }, { a: 1 }), []);
    assert.deepEqual(update(kind, { a: 2 }, {}), ["FW0113 spec.a: starts at 1"]);
  });
});

test("rules that cannot be compiled are problems of the definition", () => {
  const rules = [
    { rule: "self.b > 0" },
    { rule: "self.a >" },
    { rule: "true", messageExpression: "nobody" },
    { rule: "true", fieldPath: "a[0]" },
  ];
  const crd = boatCrd({ type: "object", properties: { a: integer }, "x-kubernetes-validations": rules });
  const { kind, problems } = kindFromCrd(crd);
  assert.equal(kind, undefined);
  const prefix = "spec.versions[0].schema.openAPIV3Schema.properties.spec.x-kubernetes-validations";
  assert.deepEqual(
    lines(problems).map((line) => line.replace(prefix, "")),
    [
      "FW1002 [0].rule: must be a CEL expression that can be used: there is no field 'b'",
      "FW1002 [1].rule: must be a CEL expression that can be used: Unexpected token: EOF",
      "FW1002 [2].messageExpression: must be a CEL expression that can be used: there is no variable 'nobody'",
      "FW1002 [3].fieldPath: must be a path such as '.spec.name', not 'a[0]'",
    ],
  );
});
