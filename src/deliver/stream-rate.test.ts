import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { StreamRate } from "./stream-rate.ts";

function start(perSecond: number) {
  const clock = new ManualClock();
  const rate = new StreamRate(perSecond, clock);
  const served = { admitted: 0, refused: 0 };
  const come = async (count: number) => {
    for (let i = 0; i < count; i++) {
      rate.admit().then(
        () => {
          served.admitted += 1;
        },
        () => {
          served.refused += 1;
        },
      );
    }
    await settle();
  };
  return { clock, rate, served, come };
}

describe("the rate at which streams begin", () => {
  test("lets one after the other begin, and refuses who would wait longer than a second", async () => {
    const { clock, served, come } = start(10);
    await come(30);
    assert.deepEqual(served, { admitted: 1, refused: 19 });
    clock.advance(500);
    await settle();
    assert.deepEqual(served, { admitted: 6, refused: 19 });
    clock.advance(500);
    await come(1);
    assert.deepEqual(served, { admitted: 11, refused: 19 });
    clock.advance(100);
    await settle();
    assert.deepEqual(served, { admitted: 12, refused: 19 });
  });

  test("holds nobody up who comes when there is room, and saves up nothing for later", async () => {
    const { clock, served, come } = start(10);
    clock.advance(60_000);
    await come(2);
    assert.deepEqual(served, { admitted: 1, refused: 0 });
    clock.advance(100);
    await settle();
    assert.deepEqual(served, { admitted: 2, refused: 0 });
  });

  test("is no limit if it is 0, and says what to do if it is reached", async () => {
    const free = start(0);
    await free.come(5000);
    assert.equal(free.served.admitted, 5000);
    const { rate, come } = start(1);
    await come(2);
    await assert.rejects(rate.admit(), { code: "TooMany", message: /more than 1 streams .* try again/ });
  });
});
