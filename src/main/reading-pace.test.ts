import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { paceOf } from "./reading-pace.ts";

const usual = { debounceAfter: 100, debounceMax: 10_000, endpointDebounce: true };

suite("how changes of clusters are read", () => {
  test("nobody waits for longer than for what is waited for anyway", () => {
    for (const debounceAfter of [1, 10, 100, 1000, 60_000]) {
      const { quiet, longest } = paceOf({ ...usual, debounceAfter });
      assert.ok(quiet < debounceAfter && quiet <= 80, `${quiet} ms of quiet`);
      assert.ok(longest < usual.debounceMax, `${longest} ms at the longest`);
    }
    assert.deepEqual(paceOf({ ...usual, debounceMax: 200 }), { quiet: 80, longest: 80 });
  });

  test("at once where every change is pushed at once, and soon where changes of endpoints are", () => {
    assert.equal(paceOf({ ...usual, debounceAfter: 0 }).quiet, 0);
    assert.deepEqual(paceOf({ ...usual, endpointDebounce: false }), { quiet: 80, longest: 80 });
  });
});
