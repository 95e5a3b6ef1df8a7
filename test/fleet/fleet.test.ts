import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import { windowBytes } from "../../src/deliver/testing/memory-call.ts";
import { Fleet, type FleetOptions } from "./fleet.ts";
import type { FleetClient } from "./fleet-client.ts";
import type { UnreadOutcome } from "./unread.ts";

function start(t: TestContext, options?: FleetOptions): Fleet {
  const fleet = new Fleet(options);
  t.after(() => fleet.close());
  return fleet;
}

/** Runs a part of this folder where nothing follows each of its promises, as the test runner does: there are millions. */
function inWorker<T>(file: string): Promise<T> {
  const worker = new Worker(new URL(file, import.meta.url));
  return new Promise((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
  });
}

/** Everybody has what it is to have, and never had anything older after something newer. */
function assertCaughtUp(fleet: Fleet, clients: readonly FleetClient[] = fleet.clients): void {
  for (const client of clients) {
    assert.equal(client.has, fleet.numberFor(client), `client ${client.index}`);
    assert.deepEqual(
      client.got,
      [...client.got].sort((a, b) => a - b),
      `client ${client.index}`,
    );
  }
  assert.equal(fleet.counts.failed, 0);
}

describe("a fleet of a thousand clients", { timeout: 240_000 }, () => {
  test("is pushed to where something changed, and nowhere else", async (t) => {
    const fleet = start(t);
    await fleet.join(1000);
    const before = fleet.counts.sent;
    fleet.change(3);
    await fleet.pass(100);
    assert.deepEqual([fleet.counts.sent - before, fleet.counts.converged], [50, 50]);
    fleet.change(4);
    fleet.change(4);
    fleet.change(5);
    await fleet.pass(100);
    assert.equal(fleet.counts.sent - before, 150, "what came together is one push");
    assertCaughtUp(fleet);
  });

  test("that reconnects at once is served at the rate that was set, is sent nothing that it has, and misses nothing", async (t) => {
    const fleet = start(t, { streamsPerSecond: 200 });
    // As many as fit into a second and the second that they may wait.
    for (let i = 0; i < 5; i++) {
      await fleet.join(200);
      await fleet.pass(1000);
    }
    assertCaughtUp(fleet);
    const { sent } = fleet.counts;
    for (const client of fleet.clients) client.disconnect();
    await fleet.rest();
    assert.equal(fleet.ads.connections().length, 0);
    fleet.change(7);
    await fleet.pass(100);
    let [rounds, refusals] = [0, 0];
    for (let out = fleet.clients; out.length > 0; rounds++) {
      for (const client of out) client.connect();
      const connected = fleet.ads.connections().length;
      await fleet.pass(1000);
      assert.ok(fleet.ads.connections().length - connected <= 201, "no more than the rate in a second");
      out = fleet.clients.filter(({ ended }) => ended === 8);
      refusals += out.length;
      if (rounds === 1) fleet.change(9);
    }
    await fleet.pass(1000);
    assert.ok(rounds > 2 && rounds < 8 && refusals > 1000, `${rounds} rounds, ${refusals} refusals`);
    assert.equal(fleet.ads.connections().length, 1000);
    assertCaughtUp(fleet);
    assert.equal(fleet.counts.sent - sent, 100, "two groups have something new");
  });

  test("that grows while it is pushed to has no member that stays behind or goes back", async (t) => {
    const fleet = start(t, { throttle: 3 });
    await fleet.join(300);
    for (let round = 0; round < 35; round++) {
      fleet.change(round % 20);
      fleet.clock.advance(100);
      // The push is under way, a few clients at a time, when more come and some go.
      void fleet.join(10);
      fleet.change((round * 7) % 20);
      void fleet.join(10);
      fleet.clients[round * 5]?.disconnect();
      if (round % 3 === 0) await fleet.rest();
    }
    await fleet.pass(10_000);
    assert.equal(fleet.ads.connections().length, 1000 - 35);
    const there = fleet.clients.filter(({ ended }) => ended === undefined);
    assert.equal(there.length, 1000 - 35);
    assertCaughtUp(fleet, there);
  });

  test("of which a hundred never read is served as if they were not there, and they hold a window each at the most", async () => {
    const { most, waiting, kept, ...others } = await inWorker<UnreadOutcome>("unread.ts");
    assert.deepEqual(others, {
      behind: 0,
      inOrder: 900,
      // When the window was full they had their time to read.
      cutOff: 100,
      connected: 900,
      failed: 0,
    });
    assert.ok(most > 0 && most <= windowBytes, `${most} bytes`);
    assert.deepEqual(
      [waiting, kept],
      [1, 1],
      "no more than one response waits for room, and its bytes are everybody's",
    );
  });

  test("has a member that refuses everything for a day: it is asked once for each change, and keeps what it had", async (t) => {
    const fleet = start(t, { groups: 1 });
    const [bad, good] = await fleet.join(2);
    assert.ok(bad && good);
    bad.refuses = true;
    const hours = 24;
    for (let hour = 0; hour < hours; hour++) {
      fleet.change(0);
      for (let i = 0; i < 6; i++) await fleet.pass(600_000);
    }
    assert.deepEqual(bad.got, [0, ...Array.from({ length: hours }, () => -1)]);
    assert.deepEqual([bad.has, good.has, fleet.counts.refused], [0, hours, hours]);
    const { sent } = fleet.counts;
    await fleet.pass(86_400_000);
    assert.equal(fleet.counts.sent, sent, "nothing is sent again, however long it takes");
    bad.refuses = false;
    fleet.change(0);
    await fleet.pass(100);
    assert.deepEqual([bad.has, good.has], [hours + 1, hours + 1]);
  });
});
