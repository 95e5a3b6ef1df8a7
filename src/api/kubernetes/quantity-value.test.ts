import assert from "node:assert/strict";
import { test } from "node:test";
import { quantityValue } from "./quantity-value.ts";

test("quantities that mean the same are equal", () => {
  const groups: readonly (readonly (number | string)[])[] = [
    [1, "1", "1000m", "1.0", "1e0", "+1", "1000000u"],
    ["1Ki", "1024", "1.024k", 1024],
    ["1.5Gi", "1536Mi", "1610612736"],
    ["0.5", ".5", "500m", "5e-1"],
    ["1E", "1e18", "1000P"],
    [0, "0", "0Mi", "-0"],
  ];
  for (const group of groups) {
    const values = new Set(group.map(quantityValue));
    assert.equal(values.size, 1, group.join(" "));
    assert.ok(!values.has(undefined));
  }
});

test("quantities are ordered exactly", () => {
  const ascending = ["-1", "-1m", "0", "1n", "999m", "1", "1001m", "1k", "1Ki", "9223372036854775807", "8Ei"];
  const values = ascending.map((text) => quantityValue(text) ?? 0n);
  assert.ok(values.every((value, i) => i === 0 || value > (values[i - 1] ?? value)));
});

test("less than a billionth counts as one", () => {
  assert.equal(quantityValue("0.0000000001"), 1n);
});

test("other texts are no quantities", () => {
  for (const text of ["", "one", "1Kib", "1 Gi", "0x10", "--1"]) assert.equal(quantityValue(text), undefined, text);
});
