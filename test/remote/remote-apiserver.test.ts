import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type { ClusterInfo } from "../../src/main/remote/remote-clusters.ts";
import { startTestCluster, type TestCluster } from "../kubernetes/test-cluster.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import {
  clusterOf,
  createPods,
  kubeconfigOf,
  namespace,
  pod,
  readerRole,
  remoteSecret,
  slice,
} from "./cluster-objects.ts";
import { HeldEndpoints } from "./held-endpoints.ts";
import { type FairwayCluster, startCluster } from "./two-clusters.ts";

suite("a mesh with a real API server", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  const proxies: HeldEndpoints[] = [];
  let kube: TestCluster;
  let east: FairwayCluster;
  const web = clusterOf("web");

  const proxy = (running: RunningFairway, cluster: string): HeldEndpoints => {
    const made = new HeldEndpoints(running.addresses.get("xds") ?? "", { CLUSTER_ID: cluster }, [web]);
    proxies.push(made);
    return made;
  };
  const has = (held: HeldEndpoints, ...wanted: readonly string[]) =>
    eventually(async () => {
      assert.deepEqual(held.of(web), wanted);
    }, 90_000);

  before(async () => {
    mkdirSync(join(dir, "kube"));
    [kube, east] = await Promise.all([
      startTestCluster(join(dir, "kube"), { roles: true, tokens: { reading: "reader" } }, []),
      startCluster(dir, "east"),
    ]);
    const { client } = kube.apiserver();
    for (const object of readerRole({ kind: "User", name: "reader" })) await client.create(object);
    await client.create(namespace("app"));
    await createPods(client, "web", ["10.7.0.1"]);
    await createPods(east.client, "web", ["10.0.0.1"]);
  });
  after(async () => {
    await Promise.all(proxies.map((each) => each.close()));
    await east?.close();
    await kube?.stop();
    remove();
  });

  test("needs of it as a remote one what the rules say, and no more", async () => {
    const access = { ...kube.apiserver().access, token: "reading" };
    const file = join(dir, "reader.json");
    writeFileSync(file, kubeconfigOf(access));
    const { code, out } = await fairway(["check", "--remote", "--kubeconfig", file]);
    assert.equal(code, 0, out);
    await east.client.create(remoteSecret("kube", { kube: kubeconfigOf(access) }));
    const client = proxy(east.running(), "east");
    await has(client, "10.0.0.1:8080", "10.7.0.1:8080");
    assert.doesNotMatch(east.running().errors(), /[Ff]orbidden/);
  });

  test("keeps its endpoints while it is dead, and catches up when it is back", async () => {
    const client = proxy(east.running(), "east");
    await has(client, "10.0.0.1:8080", "10.7.0.1:8080");
    await kube.kill();
    const info = async () => {
      const answer = await fetch(`${east.running().addresses.get("http")}/debug/clusterz`);
      return ((await answer.json()) as readonly ClusterInfo[]).find(({ id }) => id === "kube");
    };
    await eventually(async () => ((await info())?.awaySeconds ?? -1) >= 0);
    await kube.restart();
    await kube.apiserver().client.apply(
      slice("web", [
        ["web-0", "10.7.0.1"],
        ["web-9", "10.7.0.9"],
      ]),
    );
    await kube.apiserver().client.create(pod("web-9", "10.7.0.9"));
    await has(client, "10.0.0.1:8080", "10.7.0.1:8080", "10.7.0.9:8080");
    assert.ok(client.history(web).every((addresses) => addresses.includes("10.7.0.1:8080")));
  });

  test("takes Secrets of remote clusters from it where it is the store", async () => {
    const { client, kubeconfig } = kube.apiserver();
    await client.create(remoteSecret("east", { east: kubeconfigOf(east.access) }));
    const running = await startFairway(join(dir, "on-kube"), ["--kubeconfig", kubeconfig, "--cluster-id", "kube"]);
    try {
      const held = proxy(running, "kube");
      await has(held, "10.0.0.1:8080", "10.7.0.1:8080", "10.7.0.9:8080");
      await client.remove(remoteSecret("east", {}));
      await has(held, "10.7.0.1:8080", "10.7.0.9:8080");
    } finally {
      assert.equal(await running.stop(), 0);
    }
  });
});
