import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { builtInCatalog, type GroupKind, type Resource, type ResourceKey } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { createMemoryStore, type VersionedStore } from "../store/index.ts";
import { ReplicaLease, replicaSigns } from "./replica-lease.ts";

const kinds = builtInCatalog();

suite("the Lease of a replica", () => {
  let store: VersionedStore;
  let clock: ManualClock;
  let away: boolean;
  beforeEach(() => {
    store = createMemoryStore({ kinds: () => kinds });
    clock = new ManualClock();
    away = false;
  });
  afterEach(() => store.close());

  const reach = <T>(act: () => Promise<T>): Promise<T> =>
    away ? Promise.reject(new FairwayError("Unavailable", "away")) : act();
  const client = {
    get: (key: ResourceKey) => reach(() => store.get(key)),
    create: (lease: Resource) => reach(() => store.create(lease)),
    update: (lease: Resource) => reach(() => store.update(lease)),
    delete: async (key: ResourceKey) => void (await reach(() => store.delete(key))),
    page: (type: GroupKind, namespace: string) =>
      reach(async () => ({ ...(await store.list(type, namespace)), continue: "" })),
  };
  const failures: string[] = [];
  const lease = (replica: string) =>
    new ReplicaLease({
      client,
      namespace: "d",
      replica,
      duration: 40_000,
      clock,
      failed: ({ message }) => void failures.push(message),
    });
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  };
  const signs = () => replicaSigns(client, "d").signs();

  test("is there once it is asked for, is renewed, and goes with the replica", async () => {
    const a = lease("host_bcdf2456");
    assert.equal((await signs()).size, 0);
    await Promise.all([a.hold(), a.hold()]);
    assert.deepEqual([...(await signs())], [["host_bcdf2456", "2026-01-01T00:00:00.000000Z"]]);
    await pass(10_000);
    assert.deepEqual([...(await signs())], [["host_bcdf2456", "2026-01-01T00:00:10.000000Z"]]);
    const [{ metadata, spec } = assert.fail()] = (
      await store.list({ group: "coordination.k8s.io", kind: "Lease" }, "d")
    ).items;
    assert.equal(metadata.name, "fairway-replica-host-bcdf2456");
    assert.equal((spec as { leaseDurationSeconds: number }).leaseDurationSeconds, 40);
    await a.close();
    assert.equal((await signs()).size, 0);
    await pass(40_000);
    assert.equal((await signs()).size, 0);
  });

  test("is tried again when it could not be written, and made anew when somebody took it away", async () => {
    const a = lease("host_bcdf2456");
    away = true;
    await assert.rejects(a.hold(), /away/);
    away = false;
    await a.hold();
    away = true;
    await pass(10_000);
    assert.deepEqual(failures, ["away"]);
    away = false;
    await replicaSigns(client, "d").forget("host_bcdf2456");
    await replicaSigns(client, "d").forget("host_bcdf2456");
    assert.equal((await signs()).size, 0);
    await pass(10_000);
    assert.equal((await signs()).size, 1);
    await a.close();
  });
});
