import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { listPieces } from "./list-pieces.ts";

const list = (items: readonly object[]) => ({ kind: "ConfigMapList", apiVersion: "v1", metadata: {}, items });
const items = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `m${i}`, text: "ü".repeat(length) }));

suite("listPieces", () => {
  const lists: readonly (readonly [string, readonly object[]])[] = [
    ["no members", []],
    ["one member", items(1, 10)],
    ["a thousand members", items(1000, 500)],
    ["members of very different length", [...items(20, 1), ...items(3, 200_000), ...items(400, 300)]],
  ];
  for (const [what, members] of lists) {
    test(`adds up to the JSON of a list with ${what}`, () => {
      assert.equal([...listPieces(list(members))].join(""), `${JSON.stringify(list(members))}\n`);
    });
  }

  test("makes pieces whose length does not grow with the list's", () => {
    const longest = (count: number) => Math.max(...[...listPieces(list(items(count, 500)))].map((text) => text.length));
    assert.ok(longest(20_000) <= 2 * longest(1000), `${longest(20_000)} characters, and ${longest(1000)}`);
    assert.ok(longest(20_000) < 150_000);
  });

  test("refuses what does not end with its members", () => {
    assert.throws(() => [...listPieces({ items: [], kind: "ConfigMapList" })], /ends with its members/);
  });
});
