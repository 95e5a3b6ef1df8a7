import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeClient, KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { service, startTestCluster, type TestCluster } from "./test-cluster.ts";

const slice = (address: string): KubeObject => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1", namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  ports: [{ name: "http", port: 8080, protocol: "TCP" }],
  endpoints: [{ addresses: [address], conditions: { ready: true } }],
});

suite("a replica whose cluster changes all the time", { skip: goSkipReason, timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  let replica: RunningFairway;
  let kube: KubeClient;

  before(async () => {
    cluster = await startTestCluster(dir);
    const { client, kubeconfig } = cluster.apiserver();
    kube = client;
    for (const object of [service("web"), slice("10.1.0.1")]) await kube.create(object);
    // Shorter than a pause between two reads may become, and long enough for writes that come late.
    replica = await startFairway(join(dir, "replica"), ["--kubeconfig", kubeconfig, "--debounce-after", "300ms"]);
  });
  after(async () => {
    await replica?.stop();
    await cluster?.stop();
    remove();
  });

  const get = async (path: string) => (await fetch(`${replica.addresses.get("http")}${path}`)).text();
  const changesRead = async () =>
    Number(/pilot_k8s_reg_events\{type="EndpointSlice",event="update"\} (\d+)/.exec(await get("/metrics"))?.[1] ?? 0);
  const pushes = () => replica.errors().split("Push debounce stable").length - 1;

  test("reads every change, many at a time, and takes no pause between two reads for their rest", async () => {
    const [changes, read, pushed] = [100, await changesRead(), pushes()];
    for (let i = 0; i < changes; i++) {
      await kube.merge(slice(`10.2.0.${i + 1}`));
      await sleep(40);
    }
    await eventually(async () => (await changesRead()) === read + changes);
    await eventually(async () => pushes() > pushed && (await get("/debug/endpointz")).includes(`10.2.0.${changes}`));
    // One when they have come to rest, and one more where writes came late. Each read would have been one.
    assert.ok(pushes() - pushed <= 3, `${pushes() - pushed} pushes`);
  });
});
