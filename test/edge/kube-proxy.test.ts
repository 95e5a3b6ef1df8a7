import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { podsNeed } from "../pods/machine.ts";
import { PodNetwork } from "../pods/pod-network.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { EdgeNode, podPort } from "./edge-node.ts";
import { node, slice, zoneService } from "./edge-objects.ts";
import { FairwayUpstream, KubernetesUpstream, type TestUpstream } from "./upstreams.ts";

const [first, second, third] = ["10.244.1.1", "10.244.1.2", "10.244.1.3"] as const;
const at = (...addresses: readonly string[]) => addresses.map((address) => `${address}:${podPort}`);
/** Where the pods run; nobody is on the third node. */
const everywhere = [
  ["n1", first],
  ["n2", second],
  ["n3", third],
] as const;

const grid: KubeObject = {
  apiVersion: "superedge.io/v1",
  kind: "ServiceGrid",
  metadata: { name: "echo", namespace: "default" },
  spec: { gridUniqKey: "zone1", template: { ports: [{ name: "web", port: 80, targetPort: podPort }] } },
};

const upstreams = [
  // The control plane makes the Service of the grid; before a bare API server stands what it would have made.
  { name: "Fairway's own API", make: (dir: string) => new FairwayUpstream(dir), objects: [grid] },
  {
    name: "a real kube-apiserver",
    make: (dir: string) => new KubernetesUpstream(dir),
    objects: [zoneService("echo-svc")],
  },
];

for (const { name, make, objects } of upstreams) {
  suite(`kube-proxy behind the wrapper, before ${name}`, { skip: goSkipReason || podsNeed(), timeout: 300_000 }, () => {
    const { dir, remove } = scratch();
    let network: PodNetwork;
    let upstream: TestUpstream;
    let nodes: readonly [EdgeNode, EdgeNode];
    let address = "";
    const rules = (one: readonly string[], two: readonly string[]) =>
      eventually(async () => assert.deepEqual([nodes[0].rules(), nodes[1].rules()], [at(...one), at(...two)]), 60_000);
    /** Makes a change, waits until the rules follow, and reports how long that took from the server's acknowledgement. */
    const follow = async (
      t: TestContext,
      what: string,
      change: () => Promise<unknown>,
      ...wanted: Parameters<typeof rules>
    ) => {
      // kube-proxy writes its rules once a second at the most: the change is to find it at rest.
      await setTimeout(1100);
      await change();
      const start = performance.now();
      await rules(...wanted);
      t.diagnostic(`${what}: in the rules of both nodes after ${Math.round(performance.now() - start)} ms`);
    };
    const answers = async (port = 80) => Promise.all(nodes.map((each) => each.answers(address, port)));

    before(async () => {
      network = new PodNetwork();
      upstream = make(join(dir, "server"));
      await upstream.start();
      const { kube, kubeconfig } = upstream;
      for (const each of [node("n1", "a", first), node("n2", "b", second), node("n3", "c", third)]) {
        await kube.create(each);
      }
      for (const object of objects) await kube.create(object);
      await kube.create(slice("echo-1", "echo-svc", everywhere, podPort));
      const service = await eventually(async () => {
        const found = (await kube.list("v1", "Service")).find(({ metadata }) => metadata.name === "echo-svc");
        return (found as { readonly spec?: { readonly clusterIP?: string } } | undefined)?.spec?.clusterIP ?? false;
      });
      address = String(service);
      const start = (nodeName: string, own: string, mode: "nftables" | "iptables") =>
        EdgeNode.start({ name: nodeName, address: own, mode, network, dir, kubeconfig });
      nodes = [await start("n1", first, "nftables"), await start("n2", second, "iptables")];
    });
    after(async () => {
      for (const each of nodes ?? []) await each.close();
      await upstream?.close();
      network?.close();
      remove();
    });

    test("has exactly the endpoints of its own zone, and real requests reach only those", async () => {
      await rules([first], [second]);
      assert.deepEqual(await answers(), [["n1"], ["n2"]]);
    });

    test("follows a node's move to another zone, and its return", async (t) => {
      const move = (zone: string) => () => upstream.kube.merge(node("n2", zone, second));
      await follow(t, "a node's move", move("a"), [first, second], [first, second]);
      assert.deepEqual(await answers(), [
        ["n1", "n2"],
        ["n1", "n2"],
      ]);
      await follow(t, "its return", move("b"), [first], [second]);
    });

    test("follows changes of the Service and of its endpoints", async (t) => {
      const shrink = () => upstream.kube.merge(slice("echo-1", "echo-svc", [["n1", first]], podPort));
      await follow(t, "an endpoint that goes", shrink, [first], []);
      assert.deepEqual(await answers(), [["n1"], ["ECONNREFUSED"]]);
      await upstream.kube.create(slice("more-1", "more", [["n2", third]], podPort));
      await follow(t, "a new Service", () => upstream.kube.create(zoneService("more", 81)), [first], [third]);
      await upstream.kube.remove(zoneService("more"));
      await upstream.kube.remove(slice("more-1", "more", []));
      await upstream.kube.merge(slice("echo-1", "echo-svc", everywhere, podPort));
      await rules([first], [second]);
    });

    test("keeps its rules when the API server dies, and finds them again when all of the node restarts", async () => {
      await upstream.stop();
      assert.deepEqual(await answers(), [["n1"], ["n2"]]);
      for (const each of nodes) {
        await each.stopProxy();
        await each.killEdge();
        each.forgetRules();
      }
      await Promise.all(nodes.map((each) => each.startEdge()));
      for (const each of nodes) each.startProxy();
      await rules([first], [second]);
      await eventually(async () => assert.deepEqual(await answers(), [["n1"], ["n2"]]));
    });

    test("goes on where it was when the API server is back", async () => {
      await upstream.start();
      await upstream.kube.merge(node("n1", "b", first));
      await rules([first, second], [first, second]);
      await upstream.kube.merge(node("n1", "a", first));
      await rules([first], [second]);
    });
  });
}
