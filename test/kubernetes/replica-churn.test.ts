import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { admitStored, builtInCatalog, type Resource } from "../../src/api/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import { Random } from "../../src/base/testing/random.ts";
import { servedKinds } from "../../src/main/kubernetes/access-rules.ts";
import { KubernetesStore } from "../../src/store/index.ts";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { FullGeneration } from "../push/full-generation.ts";
import { type Node, nodes } from "../push/nodes.ts";
import type { ProxyClient } from "../push/proxy-client.ts";
import { RandomChanges, type Write } from "../push/random-change.ts";
import { type Balancer, startBalancer } from "../tools/balancer.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { networkOf } from "./api-servers.ts";
import { ProxyFleet } from "./proxy-fleet.ts";
import { ReplicaSet } from "./replica-set.ts";
import { definitionOf, startTestCluster, type TestCluster } from "./test-cluster.ts";

const seed = 9;
const kinds = builtInCatalog();
/** Writes of a round, and rounds with so many replicas. */
const writesPerRound = 20;
const rounds = [
  { replicas: 2, count: 4 },
  { replicas: 3, count: 4 },
];

/** 150 proxies of all sorts, each of which is there in both forms. Those that ask for nothing of their own accord are left out. */
const proxies: readonly Node[] = Array.from({ length: 150 }, (_, i) => {
  const asking = nodes.filter(({ watches }) => Object.keys(watches).length > 0);
  const node = asking[i % asking.length] as Node;
  const id = node.node.id.replace(/~(p\d+)\./, `~$1-${i}.`);
  return { ...node, name: `${node.name}-${i}`, node: { ...node.node, id } };
});

suite("replicas that come and go under 300 proxies", { skip: goSkipReason, timeout: 300_000 }, () => {
  const { dir, remove } = scratch();
  const random = new Random(seed);
  const changes = new RandomChanges(seed);
  /** Apart from what happens to replicas, so that this is the same in every run. */
  const others = new Random(seed + 1);
  const below = (end: number) => others.below(end);
  let cluster: TestCluster;
  let balancer: Balancer;
  let replicas: ReplicaSet;
  let fleet: ProxyFleet;
  const tally = { writes: 0, refused: 0 };

  const write = async (writes: readonly Write[]) => {
    const { client } = cluster.apiserver();
    for (const each of writes) {
      // Of what cannot be used replicas keep the last good version, if they saw one: they may differ in it.
      if ("put" in each && !isUsable(each.put)) continue;
      tally.writes += 1;
      const object = "remove" in each ? referenceTo(each.remove) : (each.put as KubeObject);
      // An API server has rules that the changes do not know, such as what of a Pod may not change.
      await ("remove" in each ? client.remove(object) : client.apply(object)).catch(() => {
        tally.refused += 1;
      });
    }
  };

  /** What a control plane says that starts now, by itself. */
  const generate = async (failures: string[]) => {
    const network = await networkOf(cluster.apiserver().kubeconfig);
    const store = await KubernetesStore.open({
      transport: network.send,
      kinds: () => kinds,
      follow: servedKinds(kinds),
      manager: "fairway-test",
      clock: systemClock,
      report: () => undefined,
      notice: () => undefined,
    });
    try {
      return await FullGeneration.of(store, systemClock, fleet.codec, failures);
    } finally {
      await store.close();
      network.close();
    }
  };

  const connections = () =>
    replicas.running.map(({ addresses }) => balancer.connections.get(addresses.get("xds") ?? "") ?? 0);

  /** The replica that most proxies have to leave when it ends: one that has just begun has none. */
  const busiest = () => {
    const counts = connections();
    return counts.indexOf(Math.max(...counts));
  };

  /** Everybody connects, holds what a fresh generation says, and was sent nothing that it had said it has. */
  const assertExact = async (round: string) => {
    const failures: string[] = [];
    const full = await generate(failures);
    const met = new Set<ProxyClient>();
    await eventually(async () => assert.equal(fleet.difference(full, met), undefined, round), 60_000);
    assert.deepEqual(failures, [], round);
    assert.deepEqual(fleet.needless, [], round);
  };

  before(async () => {
    const definitions = servedKinds(kinds).filter(({ group }) => group.endsWith("istio.io"));
    cluster = await startTestCluster(
      dir,
      {},
      definitions.map(({ group, kind }) => definitionOf(group, kind)),
    );
    balancer = await startBalancer(below);
    // Connections grow old within a few rounds, so that replicas which came later have their part of them.
    const flags = ["--kubeconfig", cluster.apiserver().kubeconfig, "--xds-max-connection-age", "10s"];
    replicas = new ReplicaSet(dir, flags, balancer.spreadOver);
    fleet = new ProxyFleet(balancer.address, proxies, below);
    await write(changes.beginning(60));
    await replicas.start();
    await replicas.start();
    fleet.connect();
    await assertExact("at the beginning");
  });
  after(async () => {
    fleet?.close();
    await replicas?.close();
    await balancer?.close();
    await cluster?.stop();
    remove();
  });

  for (const { replicas: number, count } of rounds) {
    test(`${number} of them leave every proxy with exactly what a fresh generation says, and send none what it has`, async (t) => {
      while (replicas.running.length < number) await replicas.start();
      const { streams, bytes } = fleet.counts;
      for (let round = 0; round < count; round++) {
        const victims = 1 + random.below(number - 1);
        const writes = Array.from({ length: writesPerRound }, () => changes.next()).flat();
        const happens = Array.from({ length: victims }, () => (random.chance(0.5) ? "kill" : "stop"));
        const back = random.chance(0.5);
        const disturb = async () => {
          for (const how of happens) await replicas.end(busiest(), how);
          if (back) await replicas.start();
        };
        await Promise.all([write(writes), disturb()]);
        await assertExact(
          `seed ${seed}, round ${round} with ${number} replicas: ${happens}, ${back ? "back" : "away"}`,
        );
        while (replicas.running.length < number) await replicas.start();
      }
      const begun = fleet.counts.streams - streams;
      t.diagnostic(`${begun} streams begun again, ${fleet.counts.bytes - bytes} bytes sent meanwhile`);
      assert.ok(begun > 300, `${begun} streams`);
      assert.ok(tally.refused < tally.writes / 2, `${tally.refused} of ${tally.writes} writes were refused`);
    });
  }

  test("has its proxies spread over all of them again after a restart of one after the other", async () => {
    const before = fleet.counts.streams;
    for (let i = 0; i < 3; i++) {
      await replicas.start();
      await replicas.end(0, "stop");
    }
    await assertExact("after the restart of all");
    // The last to come has none at first; those who went before it had all.
    await eventually(async () => {
      const counts = connections();
      for (const count of counts) assert.ok(count > 60, `${counts}`);
    }, 60_000);
    assert.ok(fleet.counts.streams > before + 300);
    await assertExact("when all are spread");
  });
});

function isUsable(object: Resource): boolean {
  const found = kinds.findFor(object);
  return found !== undefined && admitStored(found.kind, object, found.version).problems.length === 0;
}

function referenceTo(key: Extract<Write, { remove: unknown }>["remove"]): KubeObject {
  const { group, kind, namespace, name } = key;
  const { versions } = kinds.get({ group, kind });
  const version = versions.at(0)?.name ?? "v1";
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return { apiVersion, kind, metadata: { name, ...(namespace !== "" && { namespace }) } };
}
