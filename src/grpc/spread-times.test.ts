import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { spreadTimes } from "./spread-times.ts";

describe("times of turns", () => {
  test("are spread over all the time, each at random within its part", () => {
    const random = [0.1, 0.9, 0.5, 0].values();
    const times = spreadTimes(4, 20, () => random.next().value ?? 0);
    assert.deepEqual(times, [0.5, 9.5, 12.5, 15]);
  });

  test("come sooner where there are few", () => {
    assert.deepEqual(
      spreadTimes(2, 10_000, () => 0.5),
      [5, 15],
    );
    assert.deepEqual(
      spreadTimes(0, 10_000, () => 0.5),
      [],
    );
  });

  test("are now where there is no time", () => {
    assert.deepEqual(
      spreadTimes(3, 0, () => 0.5),
      [0, 0, 0],
    );
  });
});
