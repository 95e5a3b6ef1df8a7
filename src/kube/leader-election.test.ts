import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { builtInCatalog, type Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { createMemoryStore, type VersionedStore } from "../store/index.ts";
import { LeaderElection } from "./leader-election.ts";

const kinds = builtInCatalog();
const key = { group: "coordination.k8s.io", kind: "Lease", namespace: "d", name: "l" };

suite("a leader's election", () => {
  let store: VersionedStore;
  let clock: ManualClock;
  let reachable: boolean;
  let elections: LeaderElection[];
  let reads: number;
  const leaders: Set<string> = new Set();

  beforeEach(() => {
    store = createMemoryStore({ kinds: () => kinds });
    clock = new ManualClock();
    reachable = true;
    elections = [];
    reads = 0;
    leaders.clear();
  });
  afterEach(async () => {
    for (const election of elections) await election.close();
    await store.close();
  });

  /** A candidate; `cut` tells whether its way to the store is broken, `own` is its clock if it has one of its own. */
  function candidate(identity: string, cut: () => boolean = () => false, own: Clock = clock): LeaderElection {
    const guarded =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (cut()) throw new FairwayError("Unavailable", "cut off");
        return call(...args);
      };
    const election = new LeaderElection({
      store: {
        get: guarded((at) => {
          reads += 1;
          return store.get(at);
        }),
        create: guarded((lease: Resource) => store.create(lease)),
        update: guarded((lease: Resource) => store.update(lease)),
      },
      namespace: "d",
      name: "l",
      identity,
      clock: own,
      lead: (signal) => {
        leaders.add(identity);
        assert.equal(leaders.size, 1, "never two at once");
        signal.addEventListener("abort", () => leaders.delete(identity));
      },
      failed: () => {},
    });
    elections.push(election);
    election.start();
    return election;
  }

  /** Lets time pass in steps, with room for what each step starts. */
  async function pass(seconds: number): Promise<void> {
    for (let i = 0; i < seconds * 2; i++) {
      clock.advance(500);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
    }
  }
  const spec = async () => (await store.get(key))?.spec as { [name: string]: unknown };

  test("has one winner, who renews", async () => {
    candidate("a");
    candidate("b");
    await pass(3);
    const [winner = ""] = leaders;
    const { renewTime } = await spec();
    await pass(60);
    assert.deepEqual([...leaders], [winner]);
    const now = await spec();
    assert.equal(now.holderIdentity, winner);
    assert.notEqual(now.renewTime, renewTime);
    assert.equal(now.leaseDurationSeconds, 15);
    assert.equal(now.leaseTransitions, 0);
  });

  test("a leader renews what it wrote without reading it, until somebody else has written it", async () => {
    candidate("a");
    await pass(20);
    assert.deepEqual([[...leaders], reads], [["a"], 1]);
    const note = (text: string) => (lease: Resource) => ({
      ...lease,
      metadata: { ...lease.metadata, annotations: { note: text } },
    });
    await store.patch((await store.get(key)) as Resource, note("kept"));
    await pass(3);
    const renewed = (await store.get(key)) as Resource;
    assert.deepEqual([[...leaders], reads, renewed.metadata.annotations], [["a"], 2, { note: "kept" }]);
    const taken = { ...(renewed.spec as object), holderIdentity: "b", leaseDurationSeconds: 60 };
    await store.update({ ...renewed, spec: taken });
    await pass(3);
    assert.deepEqual([[...leaders], (await spec()).holderIdentity], [[], "b"]);
  });

  test("a leader that is cut off ceases before another begins", async () => {
    candidate("a", () => !reachable);
    await pass(1);
    candidate("b");
    await pass(5);
    assert.deepEqual([...leaders], ["a"]);
    reachable = false;
    await pass(10);
    assert.deepEqual([...leaders], []);
    await pass(10);
    assert.deepEqual([...leaders], ["b"]);
    reachable = true;
    await pass(20);
    assert.deepEqual([...leaders], ["b"]);
    assert.equal((await spec()).leaseTransitions, 1);
  });

  test("a leader that stood still knows that the lease is no longer its own before it is told", async () => {
    let away = 0;
    const { now, after } = clock;
    const own = { now: now.bind(clock), after: after.bind(clock), monotonic: () => clock.monotonic() + away };
    const a = candidate("a", undefined, own);
    assert.equal(a.holds, false);
    await pass(1);
    assert.equal(a.holds, true);
    away = 15_000;
    assert.equal(a.holds, false);
    assert.deepEqual([...leaders], ["a"]);
  });

  test("a leader that closes gives the lease back at once", async () => {
    const a = candidate("a");
    await pass(1);
    candidate("b");
    await pass(1);
    await a.close();
    assert.equal(a.holds, false);
    assert.equal((await spec()).holderIdentity, "");
    await pass(3);
    assert.deepEqual([...leaders], ["b"]);
  });

  test("times that others wrote are not believed", async () => {
    await store.create({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { namespace: "d", name: "l" },
      spec: { holderIdentity: "x", leaseDurationSeconds: 15, renewTime: "1999-01-01T00:00:00.000000Z" },
    });
    candidate("a");
    await pass(14);
    assert.deepEqual([...leaders], []);
    await pass(4);
    assert.deepEqual([...leaders], ["a"]);
  });

  test("must give up sooner than its lease ends", () => {
    const options = { store, namespace: "", name: "", identity: "", clock, lead: () => {}, failed: () => {} };
    assert.throws(() => new LeaderElection({ ...options, duration: 10, renewDeadline: 10 }), /must be shorter/);
  });
});
