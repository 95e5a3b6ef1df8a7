import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { atMostOne, uniqueBy } from "../checks/across.ts";
import { formatPath } from "../problem.ts";
import { any, bool, choice, double, int32, intOrString, lazy, list, map, obj, opt, req, str, uint32 } from "./build.ts";
import { conform } from "./conform.ts";
import { duration, regex } from "./formats.ts";
import type { ObjectSchema, Schema } from "./schema.ts";
import { validate } from "./validate.ts";

/** `FW0105 spec.port` for each problem. */
function found(schema: Schema, value: unknown): string[] {
  return validate(schema, value).map((p) => `${p.code} ${formatPath(p.path)}`);
}

interface Tree {
  readonly kids?: readonly Tree[] | undefined;
}
const tree: ObjectSchema<Tree> = obj({ kids: opt(1, list(lazy<Tree>((): Schema => tree)), "") });

suite("validate", () => {
  const port = obj({ number: req(1, uint32({ min: 1, max: 65535 }), ""), name: opt(2, str({ maxLength: 3 }), "") });
  const cases: readonly (readonly [string, Schema, unknown, readonly string[]])[] = [
    ["accepts a sound object", port, { number: 80, name: "web" }, []],
    ["wants required fields", port, {}, ["FW0103 number"]],
    ["keeps to the bounds", port, { number: 70000 }, ["FW0105 number"]],
    ["tells text from numbers", port, { number: "80" }, ["FW0102 number"]],
    ["wants whole numbers", port, { number: 1.5 }, ["FW0102 number"]],
    ["refuses NaN", double(), Number.NaN, ["FW0102 "]],
    ["keeps int32 in range without bounds", int32(), 2 ** 31, ["FW0105 "]],
    ["counts characters, not code units", str({ maxLength: 2 }), "👍👍", []],
    ["limits length", port, { number: 1, name: "long" }, ["FW0106 name"]],
    ["wants one of the words", choice(["A", "B"]), "C", ["FW0104 "]],
    ["matches patterns by RE2", str({ pattern: "^a+$" }), "ab", ["FW0107 "]],
    ["tells null from absent", list(str()), [null], ["FW0117 [0]"]],
    ["takes null where it may be", str({ nullable: true }), null, []],
    ["finds list items twice", list(str(), { listType: "set" }), ["a", "b", "a"], ["FW0108 [2]"]],
    ["finds keys twice", list(port, { keys: ["number"] }), [{ number: 1 }, { number: 1 }], ["FW0108 [1]"]],
    ["walks maps", map(port), { "a/b": { number: 0 } }, ['FW0105 ["a/b"].number']],
    [
      "allows one member of a oneof",
      obj({ a: opt(1, str(), "", { oneof: "x" }), b: opt(2, str(), "", { oneof: "x" }) }),
      { a: "1", b: "2" },
      ["FW0111 "],
    ],
    ["warns of deprecated fields", obj({ a: opt(1, str(), "", { deprecated: "use b" }) }), { a: "" }, ["FW0114 a"]],
    [
      "takes numbers or text",
      obj({ a: opt(1, intOrString(), ""), b: opt(2, intOrString(), "") }),
      { a: 1, b: "x" },
      [],
    ],
    ["wants an object where it says so", any({ object: true }), [], ["FW0102 "]],
    ["checks durations", duration({ min: 1 }), "0s", ["FW0201 "]],
    ["checks regular expressions by RE2", regex(), "(?=x)", ["FW0209 "]],
    [
      "follows schemas that contain themselves",
      tree,
      { kids: [{ kids: [{ kids: 1 }] }] },
      ["FW0102 kids[0].kids[0].kids"],
    ],
  ];
  for (const [name, schema, value, expected] of cases)
    test(name, () => assert.deepEqual(found(schema, value), expected));

  test("runs an object's checks only when its structure is sound", () => {
    const checked = obj(
      {
        ports: req(1, list(port, { checks: [uniqueBy((p) => p.number, "number")] }), ""),
        a: opt(2, str(), ""),
        b: opt(3, str(), ""),
      },
      { checks: [atMostOne("a", "b")] },
    );
    assert.deepEqual(found(checked, { ports: "x", a: "", b: "" }), ["FW0102 ports"]);
    assert.deepEqual(found(checked, { ports: [{ number: 1 }, { number: 1 }], a: "", b: "" }), [
      "FW0108 ports[1].number",
      "FW0111 ",
    ]);
  });

  test("stops telling after a hundred problems", () => {
    assert.equal(
      validate(
        list(str()),
        Array.from({ length: 5000 }, () => 1),
      ).length,
      100,
    );
  });
});

suite("conform", () => {
  const schema = obj({
    name: opt(1, str(), ""),
    jwksUri: opt(2, str(), "", { alias: "jwks_uri" }),
    protocol: opt(3, str(), "", { default: "TCP" }),
    inner: opt(4, obj({ on: opt(1, bool(), "", { default: true }) }), "", { default: {} }),
    items: opt(5, list(obj({ a: opt(1, str(), "") })), ""),
  });

  test("drops unknown fields and suggests the nearest name", () => {
    const { value, unknown } = conform(schema, { nmae: "x", items: [{ b: 1 }] });
    assert.deepEqual(value, { items: [{}], protocol: "TCP", inner: { on: true } });
    assert.deepEqual(
      unknown.map((p) => formatPath(p.path)),
      ["nmae", "items[0].b"],
    );
    assert.match(unknown[0]?.message ?? "", /did you mean 'name'\?/);
  });

  test("takes aliases as the field's own name", () => {
    assert.deepEqual(conform(obj({ jwksUri: opt(1, str(), "", { alias: "jwks_uri" }) }), { jwks_uri: "u" }).value, {
      jwksUri: "u",
    });
  });

  test("takes null for absent", () => {
    assert.deepEqual(conform(schema, { protocol: null }).value, { protocol: "TCP", inner: { on: true } });
  });

  test("returns the very same value if nothing changes", () => {
    const value = { name: "a", protocol: "UDP", inner: { on: false }, items: [{ a: "x" }] };
    assert.equal(conform(schema, value).value, value);
  });

  test("keeps hostile keys as data", () => {
    const raw = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}');
    const { value, unknown } = conform(schema, raw);
    assert.equal(unknown.length, 2);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    const kept = conform(map(any()), raw).value as object;
    assert.deepEqual(Object.keys(kept), ["__proto__", "constructor"]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });
});
