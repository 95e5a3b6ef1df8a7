import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { type AuditedWrite, readAudit, writesPolicy } from "./audit-log.ts";
import { startTestCluster, type TestCluster, writeKubeconfig } from "./test-cluster.ts";

const users = ["replica-a", "replica-b"];
const tokens = { "token-a": "replica-a", "token-b": "replica-b" };

/** Grids that are there, and how often the ports of all of them are changed at once. */
const gridCount = 12;

function grid(index: number, port: number): KubeObject {
  const name = `grid-${index}`;
  const template = { selector: { app: name }, ports: [{ name: "http", port }] };
  return {
    apiVersion: "superedge.io/v1",
    kind: "ServiceGrid",
    metadata: { name, namespace: "default" },
    spec: { gridUniqKey: "zone", template },
  };
}

suite("two replicas that take the Lease from each other", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  const replicas = new Map<string, RunningFairway>();
  let port = 1000;

  const start = async (user: string) => {
    const [token = ""] = Object.entries(tokens).find(([, of]) => of === user) ?? [];
    const { access } = cluster.apiserver();
    const file = writeKubeconfig(join(dir, `${user}.json`), access.url, token, join(dir, "ca.crt"));
    replicas.set(user, await startFairway(join(dir, user), ["--kubeconfig", file]));
  };
  const replica = (user: string) => replicas.get(user) as RunningFairway;
  const terms = (user: string) => replica(user).errors().split("This replica runs the controllers").length - 1;

  /** Changes all grids, without waiting for what comes of it. */
  const change = () => {
    port += 1;
    const { client } = cluster.apiserver();
    return Promise.all(Array.from({ length: gridCount }, (_, i) => client.merge(grid(i, port))));
  };
  /** Waits until what grids make is as the grids are. */
  const settled = () =>
    eventually(async () => {
      const services = await cluster.apiserver().client.list("v1", "Service");
      const made = services.filter(({ metadata }) => /^grid-\d+-svc$/.test(metadata.name));
      assert.equal(made.length, gridCount);
      for (const { spec } of made) {
        const { ports } = spec as { readonly ports: readonly { readonly port: number }[] };
        assert.deepEqual(
          ports.map((each) => each.port),
          [port],
        );
      }
    }, 60_000);

  before(async () => {
    cluster = await startTestCluster(dir, { tokens, audit: writesPolicy });
    await start("replica-a");
    await eventually(async () => terms("replica-a") === 1);
    await start("replica-b");
    await eventually(async () => cluster.apiserver().client.knows(grid(0, 1)));
    for (let i = 0; i < gridCount; i++) await cluster.apiserver().client.create(grid(i, port));
    await settled();
  });
  after(async () => {
    for (const { process, kill } of replicas.values()) {
      process.kill("SIGCONT");
      await kill();
    }
    await cluster?.stop();
    remove();
  });

  test("have a successor of one that stands still in the middle of its work, and that writes no more when it goes on", async () => {
    await change();
    replica("replica-a").process.kill("SIGSTOP");
    await change();
    await eventually(async () => terms("replica-b") === 1, 60_000);
    await settled();
    await change();
    replica("replica-a").process.kill("SIGCONT");
    await eventually(async () => /no longer runs the controllers/.test(replica("replica-a").errors()));
    await change();
    await settled();
    assert.equal(terms("replica-a"), 1);
  });

  test("have a successor of one that is killed in the middle of its work", async () => {
    void change();
    await replica("replica-b").kill();
    await eventually(async () => terms("replica-a") === 2, 60_000);
    await settled();
  });

  test("have a successor at once of one that stops in the middle of its work", async () => {
    await start("replica-b");
    await change();
    assert.equal(await replica("replica-a").stop(), 0);
    await change();
    await settled();
    assert.equal(terms("replica-b"), 1);
  });

  test("never both acted: whoever wrote had the Lease by then, and nobody else", () => {
    const writes = readAudit(dir, users);
    const acts = writes.filter(isAct);
    assert.deepEqual(new Set(acts.map(({ user }) => user)), new Set(users));
    assert.deepEqual(holdersOf(writes), ["replica-a", "replica-b", "replica-a", "replica-b"]);
    assert.deepEqual(actsOfOthers(writes), []);
  });
});

/** Whether it is what a leader does. Leases are how it is found, and the authority's Secret is whoever's comes first. */
function isAct({ resource }: AuditedWrite): boolean {
  return resource !== "leases" && resource !== "secrets";
}

/** Whoever took the Lease, one after the other. */
function holdersOf(writes: readonly AuditedWrite[]): readonly string[] {
  const taken = writes.filter(({ holder, code }) => code < 300 && holder !== undefined && holder !== "");
  return taken.map(({ user }) => user).filter((user, i, all) => user !== all[i - 1]);
}

/**
 * Writes that reached the server before their user had the Lease or after another took it, whether they succeeded or not. The
 * Lease is a user's from the answer to its own write to the answer to another's.
 */
function actsOfOthers(writes: readonly AuditedWrite[]): readonly AuditedWrite[] {
  const taken = writes.filter(({ holder, code }) => code < 300 && holder !== undefined && holder !== "");
  return writes.filter(isAct).filter(({ user, received }) => {
    return taken.findLast(({ answered }) => answered < received)?.user !== user;
  });
}
