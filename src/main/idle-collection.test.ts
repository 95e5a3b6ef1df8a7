import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { suite, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { collectWhenIdle } from "./idle-collection.ts";

/** A process of which everything is made up: it has 100 MB, and again after each collection. */
function madeUpProcess() {
  const clock = new ManualClock();
  const state = { busyMs: 0, resident: 100e6, objects: 50e6, collections: 0 };
  const stop = collectWhenIdle({
    clock,
    busyMs: () => state.busyMs,
    resident: () => state.resident,
    objects: () => state.objects,
    collect: () => {
      state.collections += 1;
      state.resident = 100e6;
    },
  });
  /** Lets seconds pass, of each of which it is busy for some milliseconds. */
  const pass = (seconds: number, busyMs: number) => {
    for (let i = 0; i < seconds; i++) {
      state.busyMs += busyMs;
      clock.advance(1000);
    }
    return state.collections;
  };
  return { state, pass, stop };
}

suite("an idle process", () => {
  test("collects once when it has come to rest and has grown", () => {
    const { state, pass } = madeUpProcess();
    state.resident = 200e6;
    assert.equal(pass(10, 500), 0, "while it is busy");
    assert.equal(pass(2, 10), 0, "before it has come to rest");
    assert.equal(pass(1, 10), 1);
    assert.equal(pass(60, 10), 1, "not again while it stays as it is");
    state.resident = 120e6;
    assert.equal(pass(60, 10), 1, "not for little");
    state.resident = 130e6;
    assert.equal(pass(1, 10), 2);
  });

  test("does not try again what has not helped", () => {
    const { state, pass } = madeUpProcess();
    state.resident = 200e6;
    pass(3, 0);
    state.resident = 200e6;
    assert.equal(pass(60, 0), 1);
    state.resident = 260e6;
    assert.equal(pass(60, 0), 2);
  });

  test("leaves it where it would take too long, and when it is told to", () => {
    const large = madeUpProcess();
    Object.assign(large.state, { resident: 2e9, objects: 1e9 });
    assert.equal(large.pass(60, 0), 0);
    const stopped = madeUpProcess();
    stopped.state.resident = 200e6;
    stopped.stop();
    assert.equal(stopped.pass(60, 0), 0);
  });

  test("gives memory back for real", () => {
    const program = `
      import { collectOwnGarbageWhenIdle } from ${JSON.stringify(new URL("idle-collection.ts", import.meta.url).href)};
      collectOwnGarbageWhenIdle();
      const kept = [];
      for (let i = 0; i < 2e6; i++) kept[i % 1_000_000] = { i, text: "text " + i };
      kept.length = 0;
      const before = process.memoryUsage.rss();
      setTimeout(() => console.log(process.memoryUsage.rss() / before), 5500);
    `;
    const args = ["--expose-gc", "--input-type=module", "-e", program];
    const left = Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
    assert.ok(left < 0.75, `${left} of it are left`);
  });
});
