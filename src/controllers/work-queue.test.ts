import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { WorkQueue } from "./work-queue.ts";

suite("a queue of work", () => {
  function make(reconcile: (key: string) => Promise<void>) {
    const clock = new ManualClock();
    const failed: string[] = [];
    const queue = new WorkQueue({ reconcile, failed: (key) => failed.push(key), clock, random: () => 0 });
    return { clock, queue, failed };
  }

  test("does a key once however often it comes before its turn, and again if it comes after", async () => {
    const done: string[] = [];
    const { queue } = make(async (key) => void done.push(key));
    for (const key of ["a", "b", "a"]) queue.add(key);
    await queue.idle();
    assert.deepEqual(done, ["a", "b"]);
    queue.add("a");
    await queue.idle();
    assert.deepEqual(done, ["a", "b", "a"]);
  });

  test("tries what failed again, later each time, without holding up others", async () => {
    let broken = true;
    const done: string[] = [];
    const { clock, queue, failed } = make(async (key) => {
      if (key === "bad" && broken) throw new Error("no");
      done.push(key);
    });
    queue.add("bad");
    queue.add("good");
    await queue.idle();
    assert.deepEqual([done, failed], [["good"], ["bad"]]);
    clock.advance(500);
    await queue.idle();
    clock.advance(999);
    await queue.idle();
    assert.deepEqual(failed, ["bad", "bad"]);
    broken = false;
    clock.advance(1);
    await queue.idle();
    assert.deepEqual(done, ["good", "bad"]);
  });

  test("does nothing any more once it is closed", async () => {
    const { clock, queue, failed } = make(async () => Promise.reject(new Error("no")));
    queue.add("a");
    await queue.idle();
    await queue.close();
    queue.add("b");
    clock.advance(100_000);
    await queue.idle();
    assert.deepEqual(failed, ["a"]);
  });
});
