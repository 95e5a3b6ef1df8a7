import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { parse } from "yaml";
import type { Resource } from "../../src/api/index.ts";
import type { NodeReach } from "../../src/main/grid/node-reach.ts";
import { TopologyIndex } from "../../src/topology/index.ts";
import { KubeClient, type KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const node = (name: string, zone1: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels: { zone1 } },
});

suite("a ServiceGrid on a running control plane", () => {
  const { dir, remove } = scratch();
  let server: RunningFairway;
  let kube: KubeClient;
  before(async () => {
    server = await startFairway(dir);
    const config = parse(readFileSync(join(dir, "kubeconfig"), "utf8"));
    kube = new KubeClient({
      url: config.clusters[0].cluster.server,
      token: config.users[0].user.token,
      authority: Buffer.from(config.clusters[0].cluster["certificate-authority-data"], "base64").toString("utf8"),
    });
  });
  after(async () => {
    kube.close();
    await server.stop();
    remove();
  });

  test("becomes a Service by whose rule node0 sees only itself, and the others only those two", async () => {
    for (const object of [node("node0", "nodeunit1"), node("node1", "nodeunit2"), node("node2", "nodeunit2")]) {
      await kube.create(object);
    }
    await kube.create({
      apiVersion: "superedge.io/v1",
      kind: "ServiceGrid",
      metadata: { name: "echo", namespace: "default" },
      spec: { gridUniqKey: "zone1", template: { ports: [{ port: 80 }], selector: { app: "echo" } } },
    });
    await kube.create({
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "echo-x", namespace: "default", labels: { "kubernetes.io/service-name": "echo-svc" } },
      addressType: "IPv4",
      endpoints: [0, 1, 2].map((i) => ({ addresses: [`10.1.0.${i + 1}`], nodeName: `node${i}` })),
      ports: [{ name: "", port: 8080, protocol: "TCP" }],
    });
    const service = await eventually(async () => {
      const found = (await kube.list("v1", "Service")).find(({ metadata }) => metadata.name === "echo-svc");
      return found ?? false;
    });
    const lists = await Promise.all([
      kube.list("v1", "Node"),
      kube.list("discovery.k8s.io/v1", "EndpointSlice"),
      Promise.resolve([service]),
    ]);
    const seen = ["node0", "node1", "node2"].map((own) => {
      const index = new TopologyIndex(own);
      for (const object of lists.flat()) index.apply("ADDED", object as unknown as Resource);
      const slice = [...index.objects()].find(({ metadata }) => metadata.name === "echo-x");
      const { endpoints = [] } = slice as { endpoints?: { nodeName: string }[] } & typeof slice;
      return endpoints.map(({ nodeName }) => nodeName);
    });
    assert.deepEqual(seen, [["node0"], ["node1", "node2"], ["node1", "node2"]]);
  });

  test("is shown by fairway grid, with what a node reaches of it and why", async () => {
    const access = ["--kubeconfig", join(dir, "kubeconfig")];
    const overview = await fairway(["grid", ...access]);
    assert.match(overview.out, /^zone1 +nodeunit2 +node1,node2$/m);
    assert.match(overview.out, /^ServiceGrid default\/echo +zone1 +Synced +echo-svc$/m);
    const { code, out } = await fairway(["grid", "node0", "-o", "json", ...access]);
    const reach = JSON.parse(out) as NodeReach;
    assert.deepEqual(
      [code, reach.labels, reach.services.flatMap(({ endpoints }) => endpoints.map(({ reason }) => reason))],
      [0, { zone1: "nodeunit1" }, ["same", "elsewhere", "elsewhere"]],
    );
  });
});
