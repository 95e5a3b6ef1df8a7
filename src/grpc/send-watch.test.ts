import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { SendWatch } from "./send-watch.ts";

/** A client that takes what the test says it takes. */
function slowClient() {
  const progress = { writes: 0, bytes: 0, offered: true };
  const cut: string[] = [];
  const receiver = {
    get progress() {
      return { ...progress };
    },
    cancel: ({ message }: { readonly message: string }) => void cut.push(message),
  };
  return { receiver, progress, cut };
}

function start() {
  const clock = new ManualClock();
  const watch = new SendWatch(clock);
  const client = slowClient();
  const end = watch.watch(client.receiver, { timeout: 1000, late: () => void client.cut.push("late") });
  return { clock, watch, ...client, end };
}

describe("a message that has to be read", () => {
  test("cuts off a client that takes nothing, once", () => {
    const { clock, cut } = start();
    clock.advance(999);
    assert.deepEqual(cut, []);
    clock.advance(3000);
    assert.deepEqual(cut, ["late", "the client did not read in time"]);
  });

  test("waits for a client that goes on, and for one that has to wait for others", () => {
    const { clock, cut, progress, end } = start();
    for (let i = 0; i < 20; i++) {
      if (i % 2 === 0) progress.writes += 1;
      else progress.bytes += 1;
      clock.advance(900);
    }
    progress.offered = false;
    clock.advance(10_000);
    assert.deepEqual(cut, []);
    end();
    clock.advance(10_000);
    assert.deepEqual(cut, []);
  });

  test("leaves each client its time, whenever it began, and whoever else takes how long", () => {
    const { clock, watch, cut, progress } = start();
    const other = slowClient();
    const patient = slowClient();
    clock.advance(700);
    progress.bytes += 1;
    watch.watch(other.receiver, { timeout: 1000 });
    watch.watch(patient.receiver, { timeout: 5000 });
    clock.advance(999);
    assert.deepEqual([cut, other.cut], [[], []]);
    clock.advance(300);
    assert.deepEqual([cut.length, other.cut.length, patient.cut.length], [2, 1, 0]);
    clock.advance(5000);
    assert.equal(patient.cut.length, 1);
  });

  test("is looked at again after a time without any", () => {
    const { clock, watch, end } = start();
    end();
    clock.advance(10_000);
    const { receiver, cut } = slowClient();
    watch.watch(receiver, { timeout: 1000 });
    clock.advance(1250);
    assert.equal(cut.length, 1);
  });
});
