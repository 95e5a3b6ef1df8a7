import assert from "node:assert/strict";
import { test } from "node:test";
import { lazy } from "./lazy.ts";

test("a value is made when it is first asked for, and only then, also if it is undefined", () => {
  let made = 0;
  const value = lazy(() => {
    made += 1;
    return undefined;
  });
  assert.equal(made, 0);
  assert.deepEqual([value(), value(), made], [undefined, undefined, 1]);
});
