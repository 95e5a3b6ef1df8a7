import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { type Relay, startRelay } from "../tools/relay.ts";
import { type EdgeWatch, endpointNodes, paths } from "./edge-client.ts";
import { node, slice, zoneService } from "./edge-objects.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

const on = (...nodes: readonly string[]) => nodes.map((name, i) => [name, `10.1.0.${i + 1}`] as const);

suite("fairway edge on a network that loses everything and says nothing", { timeout: 180_000 }, () => {
  let world: EdgeOnFairway;
  let relay: Relay;
  let watch: EdgeWatch;
  const stale = async () => Number((await world.client.ask(paths.slices)).headers.get("fairway-edge-stale-seconds"));
  const metric = async (name: string) => {
    const text = await (await world.pages.ask("/metrics")).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  /** What clients were told, in order, since they last were asked. */
  const told = async (name: string) => {
    const events = await watch.until(({ object }) => object.metadata.name === name);
    return events
      .filter(({ type }) => type !== "BOOKMARK")
      .map(({ type, object }) => [type, object.metadata.name, ...endpointNodes(object)].join(" "));
  };

  before(async () => {
    world = await EdgeOnFairway.start("n1");
    for (const object of [node("n1", "a"), node("n2", "b"), node("n3", "a")]) await world.kube.create(object);
    await world.kube.create(zoneService("echo"));
    await world.kube.create(slice("echo-1", "echo", on("n1", "n2", "n3")));
    relay = await startRelay(world.upstream.port);
    const kubeconfig = world.kubeconfigAt(`https://${relay.address}`);
    await world.startEdge("--kubeconfig", kubeconfig, "--probe-interval", "1s");
    watch = await world.client.watch(paths.slices);
    await watch.initial();
    await eventually(async () => (await stale()) === 0);
  });
  after(async () => {
    await world?.close();
    await relay?.close();
  });

  test("is noticed: answers say how old they are, writes fail, and watches stay open and quiet", async () => {
    relay.fallSilent();
    await world.kube.merge(node("n3", "b"));
    await eventually(async () => (await stale()) > 0);
    assert.equal(await metric("fairway_edge_upstream_reachable"), 0);
    assert.ok((await metric("fairway_edge_stale_seconds")) > 0);
    assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1", "n3"]);
    const write = await world.client.ask("/api/v1/namespaces/default/services", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(zoneService("more")),
    });
    const { kind, reason } = (await write.json()) as { kind: string; reason: string };
    assert.deepEqual([write.status, kind, reason], [504, "Status", "Timeout"]);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
  });

  test("what changed meanwhile is told once when the network is back, and nothing else", async () => {
    relay.recover();
    assert.deepEqual(await told("echo-1"), ["MODIFIED echo-1 n1"]);
    await eventually(async () => (await stale()) === 0);
    assert.equal(await metric("fairway_edge_upstream_reachable"), 1);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
  });

  test("nor is anything lost or told twice where connections outlive the silence", async () => {
    relay.fallSilent();
    await eventually(async () => (await stale()) > 0);
    await world.kube.create(slice("echo-2", "echo", on("n1")));
    relay.resume();
    assert.deepEqual(await told("echo-2"), ["ADDED echo-2 n1"]);
    await eventually(async () => (await stale()) === 0);
    await world.kube.create(slice("echo-3", "echo", on("n1")));
    assert.deepEqual(await told("echo-3"), ["ADDED echo-3 n1"]);
  });
});
