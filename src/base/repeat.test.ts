import assert from "node:assert/strict";
import { test } from "node:test";
import { repeat } from "./repeat.ts";
import { ManualClock } from "./testing/manual-clock.ts";

test("something is done each time that it is due, also after it failed, until it is stopped", () => {
  const clock = new ManualClock();
  let runs = 0;
  const stop = repeat(clock, 10, () => {
    runs += 1;
    if (runs === 1) throw new Error("a bug");
    if (runs === 3) stop();
  });
  clock.advance(9);
  assert.equal(runs, 0);
  assert.throws(() => clock.advance(1), /a bug/);
  clock.advance(10);
  assert.equal(runs, 2);
  clock.advance(100);
  assert.equal(runs, 3);
});
