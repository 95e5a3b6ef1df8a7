import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { FairwayError } from "../../base/fault.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { isReplicaId, newReplicaId } from "./replica-id.ts";
import { ReplicaWatch } from "./replica-watch.ts";

suite("replicas", () => {
  test("have names that differ from one start to the next, and from an istiod's", () => {
    const ids = { uuid: () => "", secret: () => "", suffix: () => "bcdf2456" };
    assert.equal(newReplicaId("My_Host.local", ids), "my-host.local_bcdf2456");
    assert.ok(isReplicaId("fairway-5c9d-x2_bcdf2456"));
    assert.ok(!isReplicaId("istiod-5c9d-x2") && !isReplicaId(""));
  });

  test("are dead when they gave no sign for a time in which they could have been seen to", async () => {
    const clock = new ManualClock();
    const signs = new Map([["a", "1"]]);
    let reachable = true;
    const replicas = {
      signs: async () => {
        if (!reachable) throw new FairwayError("Unavailable", "away");
        return new Map(signs);
      },
      forget: async () => undefined,
    };
    const watch = new ReplicaWatch({ self: "me", replicas, silence: 40, clock });
    const dead = async () => [...(await watch.look(["me", "b"]))].sort();
    assert.deepEqual(await dead(), [], "who is seen for the first time may live");
    clock.advance(39);
    signs.set("a", "2");
    assert.deepEqual(await dead(), []);
    clock.advance(1);
    assert.deepEqual(await dead(), ["b"], "a has given another sign, and the one that looks lives");
    clock.advance(38);
    reachable = false;
    await assert.rejects(dead(), /away/);
    reachable = true;
    clock.advance(2);
    assert.deepEqual(await dead(), [], "what could not be looked at counts for nobody's silence");
    clock.advance(40);
    assert.deepEqual(await dead(), ["a", "b"]);
    assert.deepEqual([watch.isDead("a"), watch.isDead("b"), watch.isDead("me")], [true, true, false]);
    watch.saw("b");
    assert.deepEqual([await dead(), watch.isDead("b")], [[], false], "who does something lives");
  });
});
