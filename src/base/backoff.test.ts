import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Backoff } from "./backoff.ts";
import { ManualClock } from "./testing/manual-clock.ts";

suite("back-off", () => {
  const clock = new ManualClock();
  const make = (random: () => number) => new Backoff({ first: 100, longest: 450, forgetAfter: 1000, clock, random });

  test("doubles up to the longest, and starts anew after a success", () => {
    const backoff = make(() => 0);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => backoff.failed()),
      [100, 200, 400, 450],
    );
    backoff.succeeded();
    assert.equal(backoff.failed(), 100);
  });

  test("is spread to up to twice the length", () => {
    const backoff = make(() => 0.5);
    assert.deepEqual([backoff.failed(), backoff.failed()], [150, 300]);
  });

  test("forgets failures of long ago", () => {
    const backoff = make(() => 0);
    backoff.failed();
    clock.advance(1000);
    assert.equal(backoff.failed(), 200);
    clock.advance(1001);
    assert.equal(backoff.failed(), 100);
  });
});
