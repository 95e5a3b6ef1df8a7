import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NameIndex } from "./name-index.ts";
import { nameFields as fields } from "./testing/name-fields.ts";

const names = Array.from({ length: 300 }, (_, i) => Buffer.from(`${"x".repeat(i % 9)}-${i}.größe`));
const index = new NameIndex(fields(names), names.length);

describe("an index of names", () => {
  test("finds the same names in any order, again and again", () => {
    for (let i = 0; i < 3; i++) assert.ok(index.matches(fields(names)));
    assert.ok(index.matches(fields(names.toReversed())));
  });

  test("tells apart lists that lack a name, have one more, have one twice, or another", () => {
    const [first = Buffer.of(), second = Buffer.of()] = names;
    assert.ok(!index.matches(fields(names.slice(1))));
    assert.ok(!index.matches(fields([...names, Buffer.from("more")])));
    assert.ok(!index.matches(fields([...names, first])));
    assert.ok(!index.matches(fields(names.with(0, second))));
    for (let i = 0; i < first.length; i++) {
      const other = Buffer.from(first);
      other[i] = 0x21;
      assert.ok(!index.matches(fields(names.with(0, other))));
    }
    assert.ok(index.matches(fields(names)));
  });

  test("gives up names that collide whatever they begin with, instead of searching for ever", () => {
    // The highest bit of a word stays the highest bit of its product, so that the word but one after it can take it back.
    const block = Buffer.from("aaaa    bbbb    ");
    const other = Buffer.from(block);
    other.writeInt32LE(block.readInt32LE(0) ^ 0x8000_0000, 0);
    other.writeInt32LE(block.readInt32LE(8) ^ 0x8001_0000, 8);
    const blocks = [block, other];
    const colliding = Array.from({ length: 4096 }, (_, i) =>
      Buffer.concat(Array.from({ length: 12 }, (_, bit) => blocks[(i >> bit) & 1] as Buffer)),
    );
    const list = fields(colliding);
    assert.ok(!new NameIndex(list, colliding.length).matches(list));
    const few = fields(colliding.slice(0, 8));
    assert.ok(new NameIndex(few, 8).matches(few));
  });

  test("refuses what is no list of names", () => {
    assert.throws(() => index.matches(Uint8Array.of(26, 5, 1)), /ends too early/);
  });
});
