import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "../schema/validate.ts";
import { msDuration } from "./ms-duration.ts";

test("durations of whole milliseconds", () => {
  for (const text of ["1ms", "5s", "1.5s", "1.001s", "0.1h", "1h30m", "2562047h"]) {
    assert.deepEqual(validate(msDuration(), text), [], text);
  }
  for (const text of ["", "0s", "5", "1us", "1.0001s", "-1s", "0.5ms"]) {
    assert.ok(validate(msDuration(), text).every((p) => p.code === "FW0201"));
    assert.notDeepEqual(validate(msDuration(), text), [], text);
  }
});

test("zero where it switches something off", () => {
  assert.deepEqual(validate(msDuration({ orZero: true }), "0s"), []);
  assert.equal(validate(msDuration({ orZero: true }), "1us").length, 2);
});
