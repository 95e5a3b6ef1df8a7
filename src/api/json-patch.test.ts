import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isFault } from "../base/fault.ts";
import { applyJsonPatch } from "./json-patch.ts";

const document = () => ({ a: { b: [1, 2, 3], "x/y": "slash", "m~n": "tilde" }, c: "text" });

suite("a JSON patch", () => {
  const good: readonly [string, object[], object][] = [
    ["adds a member", [{ op: "add", path: "/d", value: 1 }], { ...document(), d: 1 }],
    [
      "inserts into a list",
      [{ op: "add", path: "/a/b/1", value: 9 }],
      { ...document(), a: { ...document().a, b: [1, 9, 2, 3] } },
    ],
    [
      "appends to a list",
      [{ op: "add", path: "/a/b/-", value: 9 }],
      { ...document(), a: { ...document().a, b: [1, 2, 3, 9] } },
    ],
    ["removes from a list", [{ op: "remove", path: "/a/b/0" }], { ...document(), a: { ...document().a, b: [2, 3] } }],
    ["replaces", [{ op: "replace", path: "/c", value: { e: 1 } }], { ...document(), c: { e: 1 } }],
    ["replaces the whole", [{ op: "replace", path: "", value: { e: 1 } }], { e: 1 }],
    ["moves", [{ op: "move", from: "/c", path: "/d" }], { a: document().a, d: "text" }],
    ["copies", [{ op: "copy", from: "/c", path: "/d" }], { ...document(), d: "text" }],
    [
      "tests, and goes on",
      [
        { op: "test", path: "/a/b", value: [1, 2, 3] },
        { op: "remove", path: "/a" },
      ],
      { c: "text" },
    ],
    [
      "finds keys with slashes and tildes",
      [
        { op: "remove", path: "/a/x~1y" },
        { op: "remove", path: "/a/m~0n" },
      ],
      { ...document(), a: { b: [1, 2, 3] } },
    ],
  ];
  for (const [does, patch, wanted] of good) {
    test(does, () => {
      const before = Object.freeze(document());
      assert.deepEqual(applyJsonPatch(before, patch), wanted);
      assert.deepEqual(before, document());
    });
  }

  const bad: readonly [string, unknown, "Invalid" | "BadRequest"][] = [
    ["is no list", {}, "BadRequest"],
    ["has an operation that is none", [{ op: "swap", path: "/a" }], "BadRequest"],
    ["has no path", [{ op: "remove" }], "BadRequest"],
    ["removes what is not there", [{ op: "remove", path: "/nothing" }], "Invalid"],
    ["replaces what is not there", [{ op: "replace", path: "/nothing", value: 1 }], "Invalid"],
    ["goes through what is no object", [{ op: "add", path: "/c/d", value: 1 }], "Invalid"],
    ["goes past the end of a list", [{ op: "add", path: "/a/b/4", value: 1 }], "Invalid"],
    ["counts from nothing", [{ op: "add", path: "/a/b/01", value: 1 }], "Invalid"],
    ["tests in vain", [{ op: "test", path: "/c", value: "other" }], "Invalid"],
    ["climbs to what is inherited", [{ op: "add", path: "/__proto__/x", value: 1 }], "Invalid"],
  ];
  for (const [name, patch, code] of bad) {
    test(`that ${name} is refused`, () => {
      assert.throws(
        () => applyJsonPatch(document(), patch),
        (error) => isFault(error, code),
      );
      assert.equal(({} as { x?: number }).x, undefined);
    });
  }
});
