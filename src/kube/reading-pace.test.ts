import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { ReadingPace } from "./reading-pace.ts";

/** A reader of what comes at a pace; `bytes` are what comes while it waits. */
function start({ quiet = 50, longest = 400 } = {}) {
  const clock = new ManualClock();
  const pace = new ReadingPace({ quiet, longest });
  const coming = {
    unread: 0,
    held: false,
    hold: (held: boolean) => {
      coming.held = held;
    },
  };
  const state = { ended: false, waits: false };
  const wait = (ms: number) => new Promise<boolean>((resolve) => void clock.after(ms, () => resolve(!state.ended)));
  const pass = async (ms: number, bytes = 0) => {
    clock.advance(ms);
    coming.unread += bytes;
    await settle();
  };
  const pause = async (changes = 1) => {
    coming.unread = 0;
    state.waits = true;
    void pace.pause(coming, changes, wait).then(() => {
      state.waits = false;
    });
    await settle();
  };
  /** Milliseconds of a pause in which something comes at once. */
  const busyPause = async () => {
    await pause();
    const begun = clock.monotonic();
    for (coming.unread = 10; state.waits; ) await pass(1);
    return clock.monotonic() - begun;
  };
  return { pace, coming, state, pass, pause, busyPause };
}

describe("the pace of reading", () => {
  test("is a short pause after a read where nothing comes in it", async () => {
    const { pace, coming, state, pause, pass } = start();
    await pause();
    await pass(49);
    assert.deepEqual([state.waits, coming.held, pace.hasUnread], [true, true, false]);
    await pass(1);
    assert.deepEqual([state.waits, coming.held], [false, false]);
  });

  test("waits for more where something comes, leaves it with the network, and takes it in before the end", async () => {
    const { pace, coming, state, pause, pass, busyPause } = start();
    await busyPause();
    await pause();
    await pass(20, 100);
    assert.equal(pace.hasUnread, true);
    await pass(30);
    await pass(49);
    assert.deepEqual([state.waits, coming.held], [true, true]);
    await pass(1);
    assert.deepEqual([state.waits, coming.held, pace.hasUnread], [true, false, true]);
    await pass(2);
    assert.deepEqual([state.waits, pace.hasUnread], [false, false]);
  });

  test("is the longer the longer changes have come in a row, up to its limit, and short again after a rest", async () => {
    const { busyPause, pause, pass } = start();
    const waits = [];
    for (let i = 0; i < 5; i++) waits.push(await busyPause());
    assert.deepEqual(waits, [52, 102, 202, 402, 402]);
    await pause();
    await pass(50);
    assert.equal(await busyPause(), 52);
    const short = start({ longest: 50 });
    assert.deepEqual([await short.busyPause(), await short.busyPause()], [52, 52]);
  });

  test("has no pause after a read of many changes, or of none, or where there is to be none", async () => {
    const { state, pause, coming } = start();
    for (const changes of [64, 0]) {
      await pause(changes);
      assert.deepEqual([state.waits, coming.held], [false, false], `${changes} changes`);
    }
    const hasty = start({ quiet: 0 });
    await hasty.pause();
    assert.equal(hasty.state.waits, false);
  });

  test("ends with who waits", async () => {
    const { pace, coming, state, pause, pass } = start();
    await pause();
    await pass(20, 10);
    state.ended = true;
    await pass(30);
    assert.deepEqual([state.waits, coming.held, pace.hasUnread], [false, false, false]);
  });

  test("knows of unread changes of all who wait", async () => {
    const pace = new ReadingPace({ quiet: 50, longest: 400 });
    const never = () => new Promise<boolean>(() => {});
    for (const unread of [0, 7]) void pace.pause({ unread, hold: () => {} }, 1, never);
    assert.equal(pace.hasUnread, true);
  });
});
