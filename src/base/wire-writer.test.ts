import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { WireReader } from "./wire-reader.ts";
import { WireWriter, wireTypes } from "./wire-writer.ts";

/** Texts and messages within each other. */
type Tree = string | readonly Tree[];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom("", "a".repeat(64), "ä".repeat(64)),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, text, fc.array(tie("tree"), { maxLength: 4 })),
}));

function write(value: Tree, writer: WireWriter): void {
  writer.tag(typeof value === "string" ? 1 : 2, wireTypes.bytes);
  if (typeof value === "string") writer.text(value);
  else writer.message((inner) => value.forEach((each) => void write(each, inner)));
}

function read(bytes: Uint8Array): Tree[] {
  const reader = new WireReader(bytes);
  const values: Tree[] = [];
  while (!reader.done) values.push(reader.tag().field === 1 ? reader.text() : read(reader.bytes()));
  return values;
}

suite("the wire writer", () => {
  test("writes messages within messages that are read as they were, whatever their lengths", () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), (values) => {
        const writer = new WireWriter();
        for (const value of values) write(value, writer);
        assert.deepEqual(read(writer.finish()), values);
      }),
      { numRuns: 500 },
    );
  });

  for (const length of [0, 126, 127, 128, 16_382, 16_383, 16_384, 2_097_152]) {
    test(`puts the length of a message of ${length} bytes before it`, () => {
      const writer = new WireWriter();
      const filling = new Uint8Array(length).fill(7);
      writer.message((inner) => inner.raw(filling));
      writer.varint(9);
      const reader = new WireReader(writer.finish());
      assert.deepEqual(reader.bytes(), filling);
      assert.equal(reader.varint(), 9);
    });
  }
});
