import assert from "node:assert/strict";
import { test } from "node:test";
import { readUtf8 } from "./read-utf8.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("texts are read as they were written, short or long, plain or not", () => {
  for (const text of ["", "a", "é", "\u{feff}a", "a".repeat(255), `${"a".repeat(255)}é`, "a".repeat(5000), "\0\x7f"]) {
    assert.equal(readUtf8(bytes(text)), text);
  }
});

test("a part of other bytes is read by itself", () => {
  assert.equal(readUtf8(bytes("before, text, after").subarray(8, 12)), "text");
});

test("what is not UTF-8 is no text", () => {
  assert.equal(readUtf8(Uint8Array.of(0x61, 0xff)), undefined);
  assert.equal(readUtf8(Uint8Array.of(...bytes("a".repeat(300)), 0xc3)), undefined);
});
