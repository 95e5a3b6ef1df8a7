import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { protoDuration } from "./proto-duration.ts";

const rows: readonly [string | undefined, string | undefined][] = [
  ["5s", "5s"],
  ["1m30s", "90s"],
  ["100ms", "0.1s"],
  ["0.002s", "0.002s"],
  ["1ns", "0.000000001s"],
  ["100s", "100s"],
  ["0", "0s"],
  ["-0s", "0s"],
  ["soon", undefined],
  [undefined, undefined],
];

describe("durations as messages write them", () => {
  for (const [text, expected] of rows) test(`${text}`, () => assert.equal(protoDuration(text), expected));
});
