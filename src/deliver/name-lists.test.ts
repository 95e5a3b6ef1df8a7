import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NameLists } from "./name-lists.ts";
import { nameFields as fields } from "./testing/name-fields.ts";

const many = Array.from({ length: 500 }, (_, i) => `outbound|80||svc-${i}.app.svc.cluster.local`);

describe("lists of names", () => {
  test("are the same list for the same bytes", () => {
    const lists = new NameLists();
    const first = lists.read(fields(many));
    assert.deepEqual(first, many);
    assert.equal(lists.read(fields(many)), first);
  });

  test("are the same list for the same names in another order", () => {
    const lists = new NameLists();
    const first = lists.read(fields(many));
    for (const step of [7, 11, 499]) {
      const shuffled = many.map((_, i) => many[(i * step) % many.length] ?? "");
      assert.equal(lists.read(fields(shuffled)), first);
    }
    const twice = many.with(3, many[4] ?? "");
    assert.deepEqual(lists.read(fields(twice)), twice);
  });

  test("are told apart by every byte", () => {
    const lists = new NameLists();
    lists.read(fields(many));
    for (let i = 0; i < many.length; i += 7) {
      const other = many.with(i, `${many[i]?.slice(0, -1)}X`);
      assert.deepEqual(lists.read(fields(other)), other);
    }
    assert.deepEqual(lists.read(fields(many)), many);
  });

  test("may be in any script, but must be UTF-8", () => {
    const lists = new NameLists();
    assert.deepEqual(lists.read(fields(["größe", "名"])), ["größe", "名"]);
    assert.throws(() => lists.read(Uint8Array.of(26, 1, 0xff)), /not UTF-8/);
  });

  test("have no name that is longer than any resource's", () => {
    assert.throws(() => new NameLists().read(fields(["x".repeat(5000)])), /at most 4096 characters/);
  });

  test("do not keep the buffers that they were read from", () => {
    const lists = new NameLists();
    // As it comes from a stream: the `slice` of a Buffer is no copy.
    const bytes = Buffer.from(fields(many));
    const first = lists.read(bytes);
    bytes.fill(0);
    assert.equal(lists.read(fields(many)), first);
  });
});
