import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { Traffic } from "./traffic.ts";

suite("steady traffic", () => {
  test("begins each request when it is due, whether or not those before were answered", async () => {
    const clock = new ManualClock();
    const sent: number[] = [];
    const answers: (() => void)[] = [];
    const send = (n: number) => {
      sent.push(n);
      return new Promise<void>((resolve) => answers.push(resolve));
    };
    const traffic = new Traffic({ rate: 10, send, clock });
    traffic.start();
    clock.advance(500);
    assert.deepEqual(sent, [0, 1, 2, 3, 4]);
    const closed = traffic.close();
    clock.advance(500);
    assert.equal(sent.length, 5, "no more begin once it is to end");
    for (const answer of answers) answer();
    await closed;
  });

  test("leaves out what would be too many at once, and counts it", async () => {
    const clock = new ManualClock();
    const { promise, resolve } = Promise.withResolvers<void>();
    const traffic = new Traffic({ rate: 100, send: () => promise, limit: 3, clock });
    traffic.start();
    clock.advance(100);
    assert.equal(traffic.leftOut, 7);
    resolve();
    await traffic.close();
  });
});
