import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { WorkQueue } from "./work-queue.ts";

suite("a queue of work", () => {
  function make(reconcile: (key: string) => Promise<void>, workers = 1) {
    const clock = new ManualClock();
    const failed: string[] = [];
    const queue = new WorkQueue({ reconcile, failed: (key) => failed.push(key), clock, workers, random: () => 0 });
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

  test("does some keys at the same time if it may, and never one twice at once", async () => {
    const log: string[] = [];
    const gates = new Map(["a", "b", "c"].map((key) => [key, Promise.withResolvers<void>()]));
    const { queue } = make(async (key) => {
      log.push(`+${key}`);
      await gates.get(key)?.promise;
      log.push(`-${key}`);
    }, 2);
    for (const key of ["a", "b", "c"]) queue.add(key);
    for (let turn = 0; turn < 10; turn++) await null;
    queue.add("a");
    assert.deepEqual(log, ["+a", "+b"]);
    gates.get("b")?.resolve();
    for (let turn = 0; turn < 10; turn++) await null;
    assert.deepEqual(log, ["+a", "+b", "-b", "+c"], "what comes again while it is done waits for that");
    gates.get("c")?.resolve();
    gates.get("a")?.resolve();
    await queue.idle();
    assert.deepEqual(log.slice(4), ["-c", "-a", "+a", "-a"]);
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
