import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { goSkipReason } from "../peers/go-program.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { WorkloadClient, type WorkloadClientOptions } from "../tools/workload-client.ts";
import { authorityIn } from "./authority-secret.ts";
import { definitionOf, istioDefinitions, startTestCluster, type TestCluster } from "./test-cluster.ts";

const istio = "networking.istio.io/v1";
const definitions = [
  ...istioDefinitions,
  ...["WorkloadEntry", "WorkloadGroup"].map((kind) => definitionOf("networking.istio.io", kind)),
];
const metadata = { AUTO_REGISTER_GROUP: "vms", PROXY_CONFIG: { readinessProbe: { tcpSocket: { port: 80 } } } };

/** A grace and a silence that are short, but longer than a change of replicas takes. */
const flags = ["--workload-grace", "3s", "--replica-silence", "6s"];

suite("workloads that register at one of two replicas", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  const replicas = new Map<string, RunningFairway>();
  const clients: WorkloadClient[] = [];
  const start = async (name: string) => {
    const server = ["--kubeconfig", cluster.apiserver().kubeconfig];
    replicas.set(name, await startFairway(join(dir, name), [...server, ...flags]));
  };
  const connect = async (replica: string, options: WorkloadClientOptions = {}) => {
    const [secret = assert.fail()] = await list("Secret", "v1");
    const authority = authorityIn(secret);
    const running = replicas.get(replica) as RunningFairway;
    const client = await WorkloadClient.connect(running, { metadata, authority, ...options });
    clients.push(client);
    assert.ok(await client.taken());
    return client;
  };
  const list = (kind: string, version = istio) => cluster.apiserver().client.list(version, kind);
  const entries = async () => {
    const all = await list("WorkloadEntry");
    return all.map(({ metadata: { name, uid, annotations }, status }) => {
      const { "istio.io/workloadController": replica = "", ...marks } = annotations as { [name: string]: string };
      const connected = "istio.io/connectedAt" in marks;
      const [{ status: healthy = "" } = {}] = (status as { conditions?: { status: string }[] })?.conditions ?? [];
      return { name, uid, replica, connected, healthy };
    });
  };
  const only = async () => {
    const [entry, ...others] = await entries();
    assert.deepEqual(others, []);
    assert.ok(entry);
    return entry;
  };

  before(async () => {
    cluster = await startTestCluster(dir, {}, definitions);
    const { client } = cluster.apiserver();
    await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "app" } });
    await client.create({
      apiVersion: istio,
      kind: "WorkloadGroup",
      metadata: { name: "vms", namespace: "app" },
      spec: { template: { serviceAccount: "vm", labels: { app: "vm" } } },
    });
    for (const name of ["a", "b"]) await start(name);
  });
  after(async () => {
    for (const client of clients) await client.close();
    for (const replica of replicas.values()) await replica.stop();
    await cluster?.stop();
    remove();
  });

  test("have one entry that goes with them from one to the other, with its health", async () => {
    const first = await connect("a");
    first.report();
    const before = await eventually(async () => {
      const entry = await only();
      assert.deepEqual([entry.connected, entry.healthy], [true, "True"]);
      return entry;
    });
    const second = await connect("b");
    await first.close();
    await eventually(async () => {
      const { replica, connected } = await only();
      assert.ok(connected && replica !== before.replica);
    });
    second.report("no answer");
    await eventually(async () => assert.equal((await only()).healthy, "False"));
    assert.equal((await only()).uid, before.uid, "it was never deleted");
    const third = await connect("a");
    await second.close();
    await eventually(async () => assert.equal((await only()).replica, before.replica));
    await third.close();
    await eventually(async () => assert.deepEqual(await entries(), []));
  });

  test("keep their entry when their replica is killed and they go to the other, and lose it when they do not", async () => {
    const staying = await connect("a");
    const leaving = await connect("a", { address: "10.1.0.2" });
    await eventually(async () => assert.equal((await entries()).filter(({ connected }) => connected).length, 2));
    const { replica: dead, uid } = (await entries())[0] ?? {};
    await replicas.get("a")?.kill();
    replicas.delete("a");
    await Promise.all([staying.close(), leaving.close()]);
    await connect("b");
    await eventually(async () => {
      const entry = await only();
      assert.equal(entry.name, "vms-10.1.0.1");
      assert.ok(entry.connected && entry.replica !== dead);
      assert.equal(entry.uid, uid);
    }, 120_000);
    const leases = (await list("Lease", "coordination.k8s.io/v1")).map(({ metadata: { name } }) => name);
    assert.equal(leases.filter((name) => name.startsWith("fairway-replica-")).length, 1, "the dead one's is gone");
  });

  test("lose nothing to a replica that comes, and write nothing while they stay", async () => {
    await start("c");
    const before = await list("WorkloadEntry");
    assert.equal(before.length, 1);
    // A renewal of its Lease by the one replica, and a look at it by the other.
    const renewed = Date.now() + 1500;
    await eventually(async () => {
      const [lease = assert.fail()] = (await list("Lease", "coordination.k8s.io/v1")).filter(({ metadata: { name } }) =>
        name.startsWith("fairway-replica-"),
      );
      return new Date((lease["spec"] as { renewTime: string }).renewTime).getTime() > renewed;
    });
    assert.deepEqual(await list("WorkloadEntry"), before);
  });
});
