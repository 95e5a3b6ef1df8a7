import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { LogScopes } from "../../base/log.ts";
import { Metrics } from "../../base/metrics.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import type { RemoteCluster, SyncStatus } from "./remote-cluster.ts";
import { RemoteClusters } from "./remote-clusters.ts";
import { measureRemotes, registerRemoteMetrics } from "./remote-metrics.ts";

const secret = (kubeconfigs: { readonly [cluster: string]: string }): Resource => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { namespace: "istio-system", name: "remotes" },
  data: Object.fromEntries(
    Object.entries(kubeconfigs).map(([name, text]) => [name, Buffer.from(text).toString("base64")]),
  ),
});

/** Clusters that join when the test says so; each has the text of its kubeconfig. */
function setUp() {
  const log = new LogScopes(() => undefined, new ManualClock()).scope("remote", "");
  const begun = new Map<string, { status: SyncStatus; awayMs?: number; settle: () => void; join: () => void }>();
  const remotes = new RemoteClusters({
    ownCluster: "east",
    log,
    connect: async ({ kubeconfig }, { joined }) => {
      if (kubeconfig === "bad") throw new FairwayError("Settings", "is bad");
      const { promise, resolve } = Promise.withResolvers<void>();
      const made = {
        status: "syncing" as SyncStatus,
        settled: promise,
        settle: resolve,
        join: () => {
          made.status = "synced";
          resolve();
          joined();
        },
        close: async () => {
          made.status = "closed";
          resolve();
        },
      };
      begun.set(kubeconfig, made);
      return made as unknown as RemoteCluster;
    },
  });
  const status = (kubeconfig: string) => begun.get(kubeconfig)?.status;
  return { remotes, begun, status };
}

describe("remote clusters", () => {
  test("are begun and closed as Secrets name them", async () => {
    const { remotes, status } = setUp();
    await remotes.take([secret({ west: "w1", north: "n1" })]);
    assert.deepEqual([status("w1"), status("n1")], ["syncing", "syncing"]);
    await remotes.take([secret({ north: "n1" })]);
    assert.deepEqual([status("w1"), status("n1")], ["closed", "syncing"]);
    await remotes.close();
    assert.equal(status("n1"), "closed");
  });

  test("go on by the kubeconfig before until the next one has joined", async () => {
    const { remotes, begun, status } = setUp();
    await remotes.take([secret({ west: "w1" })]);
    begun.get("w1")?.join();
    await remotes.take([secret({ west: "w2" })]);
    assert.deepEqual([status("w1"), status("w2")], ["synced", "syncing"]);
    await remotes.take([secret({ west: "w3" })]);
    assert.deepEqual([status("w1"), status("w2"), status("w3")], ["synced", "closed", "syncing"]);
    begun.get("w3")?.join();
    assert.deepEqual([status("w1"), status("w3")], ["closed", "synced"]);
    await remotes.take([secret({ west: "bad" })]);
    assert.equal(status("w3"), "synced");
    assert.deepEqual(remotes.list()[1], {
      id: "west",
      secretName: "istio-system/remotes",
      syncStatus: "synced",
      problem: "is bad",
    });
    await remotes.close();
  });

  test("that were never read are given up for another kubeconfig at once", async () => {
    const { remotes, status } = setUp();
    await remotes.take([secret({ west: "w1" })]);
    await remotes.take([secret({ west: "w2" })]);
    assert.deepEqual([status("w1"), status("w2")], ["closed", "syncing"]);
    await remotes.close();
  });

  test("are waited for until each is read or was not in time, and not for those of no use", async () => {
    const { remotes, begun } = setUp();
    void remotes.take([secret({ west: "w1", north: "n1", south: "bad" })]);
    let settled = false;
    const waiting = remotes.settled().then(() => {
      settled = true;
    });
    await remotes.take([secret({ west: "w1", north: "n1", south: "bad" })]);
    begun.get("w1")?.join();
    await new Promise(setImmediate);
    assert.equal(settled, false);
    begun.get("n1")?.settle();
    await waiting;
    await remotes.close();
  });

  test("are told of in metrics, until they are gone", async () => {
    const { remotes, begun } = setUp();
    const metrics = new Metrics();
    const registered = registerRemoteMetrics(metrics);
    await remotes.take([secret({ west: "w1" })]);
    const west = begun.get("w1");
    assert.ok(west);
    west.join();
    west.awayMs = 7000;
    measureRemotes(registered, remotes.list());
    const { managed, status, away } = registered;
    assert.deepEqual([managed.get("local"), managed.get("remote"), away.get("west")], [1, 1, 7]);
    assert.deepEqual(
      ["synced", "timeout"].map((each) => status.get("west", "remote", each)),
      [1, 0],
    );
    await remotes.take([]);
    measureRemotes(registered, remotes.list());
    assert.deepEqual([managed.get("remote"), away.get("west"), status.get("west", "remote", "synced")], [0, 0, 0]);
    await remotes.close();
  });
});
