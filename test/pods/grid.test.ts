import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { type PodMesh, podsNeed, startPods } from "./index.ts";

const address = "10.96.1.200";
const key = "zone1";
const labels = { app: "echo" };

const node = (name: string, unit?: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels: unit === undefined ? {} : { [key]: unit } },
});

const grid = (kind: string, name: string, template: object): KubeObject => ({
  apiVersion: "superedge.io/v1",
  kind,
  metadata: { name, namespace: "default" },
  spec: { gridUniqKey: key, template },
});

const workload = {
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "echo", image: "echo" }] } },
};

describe("grids with real traffic", { skip: podsNeed(), timeout: 180_000 }, () => {
  let mesh: PodMesh;

  before(async () => {
    mesh = await startPods({
      objects: [
        node("node0", "nodeunit1"),
        node("node1", "nodeunit2"),
        node("node2", "nodeunit2"),
        { apiVersion: "v1", kind: "Namespace", metadata: { name: "default" } },
        grid("DeploymentGrid", "echo", workload),
        grid("StatefulSetGrid", "store", { ...workload, serviceName: "store" }),
        grid("ServiceGrid", "echo", {
          clusterIP: address,
          selector: labels,
          ports: [{ name: "http", port: 80, targetPort: 9080 }],
        }),
      ],
      // Nobody here runs pods of Deployments: these are what a cluster would have made of them.
      pods: [
        ...[0, 1, 2].map((i) => ({ name: `echo${i}`, labels, node: `node${i}`, proxy: "none" as const })),
        { name: "client0", node: "node0" },
        { name: "client1", node: "node1" },
      ],
      flags: ["--endpoint-controller", "true"],
    });
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  /** Who answered calls from a pod to the grid's Service. */
  const answered = async (client: string) => {
    const answers = await mesh.pod(client).getMany(`http://${address}/`, 30, { host: "echo-svc" });
    return [...new Set(answers.map(({ echo, status }) => echo?.pod ?? String(status)))].sort();
  };
  const reach = (expected: { readonly [client: string]: readonly string[] }) =>
    eventually(async () => {
      const found = await Promise.all(Object.keys(expected).map(async (pod) => [pod, await answered(pod)] as const));
      assert.deepEqual(Object.fromEntries(found), expected);
    });

  test("make one workload for each unit, and one Service", async () => {
    const names = async (apiVersion: string, kind: string) =>
      (await mesh.controlPlane.api.list(apiVersion, kind)).map(({ metadata }) => metadata.name).sort();
    await eventually(async () => {
      assert.deepEqual(await names("apps/v1", "Deployment"), ["echo-nodeunit1", "echo-nodeunit2"]);
      assert.deepEqual(await names("apps/v1", "StatefulSet"), ["store-nodeunit1", "store-nodeunit2"]);
      assert.ok((await names("v1", "Service")).includes("echo-svc"));
    });
  });

  test("let node0 reach only node0, and the others only those two", () =>
    reach({ client0: ["echo0"], client1: ["echo1", "echo2"] }));

  test("follow a node that moves to another unit", async () => {
    await mesh.apply(node("node2", "nodeunit1"));
    await reach({ client0: ["echo0", "echo2"], client1: ["echo1"] });
  });

  test("leave clients nothing on a node that is in no unit, rather than turn elsewhere", async () => {
    await mesh.apply(node("node1"));
    await reach({ client0: ["echo0", "echo2"], client1: ["503"] });
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
