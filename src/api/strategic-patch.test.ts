import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { applyMergePatch } from "./merge-patch.ts";
import { int32, list, map, obj, opt, str } from "./schema/build.ts";
import { applyStrategicPatch } from "./strategic-patch.ts";

const port = obj({ port: opt(1, int32(), ""), name: opt(2, str(), ""), protocol: opt(3, str(), "") });
const schema = obj({
  ports: opt(1, list(port, { keys: ["port", "protocol"] }), ""),
  finalizers: opt(2, list(str(), { listType: "set" }), ""),
  args: opt(3, list(str()), ""),
  labels: opt(4, map(str()), ""),
  strategy: opt(5, obj({ type: opt(1, str(), ""), size: opt(2, int32(), "") }), ""),
});
const target = {
  ports: [
    { port: 80, name: "http" },
    { port: 81, name: "x" },
  ],
  finalizers: ["a", "b"],
  args: ["1", "2"],
  labels: { a: "1", b: "2" },
  strategy: { type: "Rolling", size: 3 },
};

suite("strategic merge patch", () => {
  const cases: readonly (readonly [string, object, object])[] = [
    [
      "merges keyed lists item by item",
      { ports: [{ port: 81, name: "y" }, { port: 82 }] },
      { ports: [{ port: 80, name: "http" }, { port: 81, name: "y" }, { port: 82 }] },
    ],
    ["deletes items", { ports: [{ port: 80, $patch: "delete" }] }, { ports: [{ port: 81, name: "x" }] }],
    [
      "orders items",
      { "$setElementOrder/ports": [{ port: 81 }, { port: 80 }], ports: [{ port: 81, name: "y" }] },
      {
        ports: [
          { port: 81, name: "y" },
          { port: 80, name: "http" },
        ],
      },
    ],
    ["replaces a keyed list where asked", { ports: [{ $patch: "replace" }, { port: 1 }] }, { ports: [{ port: 1 }] }],
    ["unites sets", { finalizers: ["b", "c"] }, { finalizers: ["a", "b", "c"] }],
    ["removes from sets", { "$deleteFromPrimitiveList/finalizers": ["a"] }, { finalizers: ["b"] }],
    ["replaces atomic lists", { args: ["9"] }, { args: ["9"] }],
    ["merges maps, and null removes", { labels: { a: null, c: "3" } }, { labels: { b: "2", c: "3" } }],
    [
      "replaces an object where asked",
      { strategy: { $patch: "replace", type: "Recreate" } },
      { strategy: { type: "Recreate" } },
    ],
    [
      "keeps only the named keys where asked",
      { strategy: { $retainKeys: ["type"], type: "Recreate" } },
      { strategy: { type: "Recreate" } },
    ],
    ["removes a field", { strategy: null }, {}],
  ];
  for (const [name, patch, expected] of cases) {
    test(name, () => {
      const { ...rest } = target as { [key: string]: unknown };
      if (name === "removes a field") delete rest["strategy"];
      assert.deepEqual(applyStrategicPatch(schema, target, patch), { ...rest, ...expected });
    });
  }

  test("changes neither the target nor the patch", () => {
    const before = JSON.stringify(target);
    applyStrategicPatch(schema, target, { ports: [{ port: 80, name: "z" }], labels: { a: null } });
    assert.equal(JSON.stringify(target), before);
  });
});

suite("merge patch", () => {
  // The examples of RFC 7396.
  const cases: readonly (readonly [unknown, unknown, unknown])[] = [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [i, [target, patch, expected]] of cases.entries()) {
    test(`example ${i + 1} of RFC 7396`, () => assert.deepEqual(applyMergePatch(target, patch), expected));
  }
});
