import assert from "node:assert/strict";
import { test } from "node:test";
import { inRange, longestPrefix } from "./ip-range.ts";

test("inRange minds family, length and host bits", () => {
  const range = { addressPrefix: "192.0.2.77", prefixLen: 26 };
  assert.deepEqual(
    ["192.0.2.64", "192.0.2.127", "192.0.2.128", "2001:db8::1", "nonsense"].map((address) => inRange(range, address)),
    [true, true, false, false, false],
  );
  assert.equal(inRange({ addressPrefix: "0.0.0.0" }, "203.0.113.1"), true);
  assert.equal(inRange({ addressPrefix: "2001:db8::", prefixLen: 32 }, "2001:db8:1::1"), true);
  assert.equal(inRange({ addressPrefix: "10.0.0.0", prefixLen: 99 }, "10.0.0.1"), false);
});

test("longestPrefix is 0 where nothing is asked, undefined where nothing fits", () => {
  const ranges = [
    { addressPrefix: "10.0.0.0", prefixLen: 8 },
    { addressPrefix: "10.1.0.0", prefixLen: 16 },
  ];
  assert.equal(longestPrefix([], "10.0.0.1"), 0);
  assert.equal(longestPrefix(ranges, "10.1.0.1"), 16);
  assert.equal(longestPrefix(ranges, "10.2.0.1"), 8);
  assert.equal(longestPrefix(ranges, "192.0.2.1"), undefined);
});
