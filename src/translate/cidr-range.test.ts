import assert from "node:assert/strict";
import { test } from "node:test";
import { cidrRange } from "./cidr-range.ts";

for (const [text, expected] of [
  ["10.0.0.0/8", { addressPrefix: "10.0.0.0", prefixLen: 8 }],
  ["10.0.0.1", { addressPrefix: "10.0.0.1", prefixLen: 32 }],
  ["2001:db8::/32", { addressPrefix: "2001:db8::", prefixLen: 32 }],
  ["::1", { addressPrefix: "::1", prefixLen: 128 }],
  ["10.0.0.0/33", undefined],
  ["10.0.0.0/8/8", undefined],
  ["10.0.0.0/-1", undefined],
  ["fe80::1%eth0", undefined],
  ["example.com", undefined],
] as const) {
  test(`${text} is ${expected ? `${expected.addressPrefix} with ${expected.prefixLen} bits` : "no range"}`, () => {
    assert.deepEqual(cidrRange(text), expected);
  });
}
