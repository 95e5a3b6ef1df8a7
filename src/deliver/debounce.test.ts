import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { Debounce, type DebounceOptions, type Stable } from "./debounce.ts";
import type { PushRequest } from "./push-request.ts";

const change = (name: string, full = true): PushRequest => ({
  full,
  changed: new Set([name]),
  reasons: new Map([[full ? "config" : "endpoint", 1]]),
  start: 0,
});

function start(options: Partial<DebounceOptions> = {}) {
  const clock = new ManualClock();
  const pushes: string[] = [];
  const stable: Stable[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const push = (request: PushRequest) => {
    pushes.push([...request.changed].join());
    const done = Promise.withResolvers<void>();
    running.push(done);
    return done.promise;
  };
  const debounce = new Debounce({ push, clock, stable: (facts) => stable.push(facts), ...options });
  const finish = async () => {
    running.shift()?.resolve();
    await settle();
  };
  return { clock, debounce, pushes, stable, finish };
}

describe("debouncing", () => {
  test("pushes what came once there was quiet, as one", async () => {
    const { clock, debounce, pushes, stable, finish } = start();
    debounce.update(change("a"));
    clock.advance(60);
    debounce.update(change("b"));
    clock.advance(99);
    assert.deepEqual(pushes, []);
    clock.advance(1);
    assert.deepEqual(pushes, ["a,b"]);
    assert.deepEqual(stable, [{ count: 1, events: 2, quiet: 100, delay: 160, full: true }]);
    assert.deepEqual([debounce.received, debounce.committed], [2, 0]);
    await finish();
    assert.deepEqual([debounce.received, debounce.committed], [2, 2]);
  });

  test("waits no longer than the limit if there is no quiet", () => {
    const { clock, debounce, pushes } = start({ max: 500 });
    for (let i = 0; i < 9; i++) {
      debounce.update(change(String(i)));
      clock.advance(60);
    }
    assert.deepEqual(pushes, ["0,1,2,3,4,5,6,7,8"]);
  });

  test("takes no pause for quiet in which more is about to come, within the limit", async () => {
    const state = { coming: true };
    const { clock, debounce, pushes, stable, finish } = start({ max: 500, coming: () => state.coming });
    debounce.update(change("a"));
    clock.advance(200);
    assert.deepEqual(pushes, []);
    state.coming = false;
    debounce.update(change("b"));
    clock.advance(99);
    assert.deepEqual(pushes, []);
    clock.advance(1);
    assert.deepEqual(pushes, ["a,b"]);
    assert.deepEqual([stable[0]?.quiet, stable[0]?.delay], [100, 300]);
    await finish();
    state.coming = true;
    debounce.update(change("c"));
    clock.advance(499);
    assert.deepEqual(pushes, ["a,b"]);
    clock.advance(1);
    assert.deepEqual(pushes, ["a,b", "c"]);
  });

  test("has one push under way, and looks again as soon as it is done", async () => {
    const { clock, debounce, pushes, finish } = start();
    debounce.update(change("a"));
    clock.advance(100);
    debounce.update(change("b"));
    clock.advance(300);
    assert.deepEqual(pushes, ["a"]);
    await finish();
    assert.deepEqual(pushes, ["a", "b"]);
    await finish();
    assert.equal(debounce.committed, 2);
  });

  test("pushes endpoints at once and alone if they are not to wait", async () => {
    const { clock, debounce, pushes, finish } = start({ endpoints: false });
    debounce.update(change("config"));
    debounce.update(change("e1", false));
    debounce.update(change("e2", false));
    assert.deepEqual(pushes, ["e1", "e2"]);
    await finish();
    await finish();
    assert.deepEqual([debounce.received, debounce.committed], [3, 2]);
    clock.advance(100);
    assert.deepEqual(pushes, ["e1", "e2", "config"]);
  });

  test("pushes nothing after it was closed", () => {
    const { clock, debounce, pushes } = start();
    debounce.update(change("a"));
    debounce.close();
    debounce.update(change("b"));
    clock.advance(10_000);
    assert.deepEqual(pushes, []);
  });

  test("gives an unknown reason to what comes without one", async () => {
    const reasons: unknown[] = [];
    const { clock, debounce } = start({ push: async (request) => void reasons.push([...request.reasons]) });
    debounce.update({ ...change("a"), reasons: new Map() });
    debounce.update(change("b"));
    clock.advance(100);
    await settle();
    assert.deepEqual(reasons, [
      [
        ["unknown", 1],
        ["config", 1],
      ],
    ]);
  });

  test("goes on after a push that failed", async () => {
    const { clock, debounce, pushes } = start({
      push: async (request) => {
        pushes.push([...request.changed].join());
        throw new Error("no");
      },
    });
    debounce.update(change("a"));
    clock.advance(100);
    await settle();
    debounce.update(change("b"));
    clock.advance(100);
    await settle();
    assert.deepEqual(pushes, ["a", "b"]);
    assert.equal(debounce.committed, 2);
  });
});
