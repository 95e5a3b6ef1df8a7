import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { sendWithin } from "./send-within.ts";

/** A call whose client takes what the test says it takes. */
function slowCall() {
  const progress = { writes: 0, bytes: 0, offered: true };
  const cut: string[] = [];
  let end = () => {};
  const sent = new Promise<void>((resolve) => {
    end = resolve;
  });
  const call = {
    get progress() {
      return { ...progress };
    },
    cancel: ({ message }: { readonly message: string }) => {
      cut.push(message);
    },
  };
  return { call, sent, progress, cut, end: () => end() };
}

describe("a message that has to be read", () => {
  function start() {
    const clock = new ManualClock();
    const slow = slowCall();
    const sent = sendWithin(slow.call, slow.sent, { timeout: 1000 }, clock);
    return { ...slow, clock, sent };
  }

  test("cuts off a client that takes nothing", () => {
    const { clock, cut } = start();
    clock.advance(3000);
    assert.equal(cut.length, 1);
  });

  test("waits for a client that goes on, and for one that has to wait for others", async () => {
    const { clock, cut, progress, sent, end } = start();
    for (let i = 0; i < 20; i++) {
      if (i % 2 === 0) progress.writes += 1;
      else progress.bytes += 1;
      clock.advance(900);
    }
    progress.offered = false;
    clock.advance(10_000);
    assert.deepEqual(cut, []);
    end();
    await sent;
    clock.advance(10_000);
    assert.deepEqual(cut, []);
  });
});
