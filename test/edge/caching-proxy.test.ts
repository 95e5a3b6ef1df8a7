import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { CachingProxy } from "./caching-proxy.ts";
import { type EdgeWatch, endpointNodes, paths, type SeenEvent } from "./edge-client.ts";
import { node, slice, zoneService } from "./edge-objects.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

const slices = "/apis/discovery.k8s.io/v1/endpointslices";
const on = (...nodes: readonly string[]) => nodes.map((name, i) => [name, `10.1.0.${i + 1}`] as const);
const of = (type: string, name: string) => (event: SeenEvent) =>
  event.type === type && event.object.metadata.name === name;

suite("fairway edge behind a caching proxy", { timeout: 240_000 }, () => {
  let world: EdgeOnFairway;
  let proxy: CachingProxy;
  let watch: EdgeWatch;
  let flags: readonly string[];
  const stale = async () => Number((await world.client.ask(paths.slices)).headers.get("fairway-edge-stale-seconds"));

  before(async () => {
    world = await EdgeOnFairway.start("n1");
    for (const object of [node("n1", "a"), node("n2", "b"), node("n3", "a")]) await world.kube.create(object);
    await world.kube.create(zoneService("echo"));
    await world.kube.create(slice("echo-1", "echo", on("n1", "n2", "n3")));
    proxy = new CachingProxy(world.upstream.port);
    flags = ["--kubeconfig", world.kubeconfigAt(await proxy.start()), "--probe-interval", "1s"];
  });
  after(async () => {
    await world?.close();
    await proxy?.close();
  });

  test("that takes streaming lists for watches and tells no bookmarks: all is served and followed", async () => {
    proxy.streamingLists = "ignored";
    await world.startEdge(...flags, "--cache-dir", join(world.dir, "other"));
    assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1", "n3"]);
    await world.kube.merge(node("n3", "b"));
    await eventually(async () => assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1"]));
    await world.kube.merge(node("n3", "a"));
    await eventually(async () => assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1", "n3"]));
    await world.stopEdge();
  });

  test("that refuses streaming lists: changes are told at once, and staleness is none", async () => {
    proxy.streamingLists = "refused";
    await world.startEdge(...flags);
    watch = await world.client.watch(paths.slices);
    await watch.initial();
    await eventually(async () => (await stale()) === 0);
    // From here on what the proxy remembers is older than what was told.
    await world.kube.merge(slice("echo-1", "echo", on("n1", "n2")));
    const events = await watch.until(of("MODIFIED", "echo-1"));
    assert.deepEqual(endpointNodes(events.at(-1)?.object), ["n1"]);
  });

  test("that answers for a server which is away: staleness shows, and its older lists take nothing back", async () => {
    proxy.awayWatches = "expired";
    proxy.remembered.clear();
    await world.upstream.stop();
    await eventually(async () => (await stale()) > 0);
    await eventually(async () => (proxy.remembered.get(slices) ?? 0) > 1);
    assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1"]);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
  });

  test("a wrapper that starts then serves what it has, not what the proxy remembers", async () => {
    await world.stopEdge();
    proxy.awayWatches = "empty";
    proxy.remembered.clear();
    await world.startEdge(...flags);
    await eventually(async () => (proxy.remembered.get(slices) ?? 0) > 0);
    assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1"]);
    assert.ok((await stale()) > 0);
    watch = await world.client.watch(paths.slices);
    await watch.initial();
  });

  test("when the server is back only what differs is told", async () => {
    await world.upstream.start();
    await eventually(async () => (await stale()) === 0);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
    await world.kube.merge(slice("echo-1", "echo", on("n1", "n2", "n3")));
    const events = await watch.until(of("MODIFIED", "echo-1"));
    assert.deepEqual(endpointNodes(events.at(-1)?.object), ["n1", "n3"]);
    assert.equal(events.filter(({ type }) => type !== "BOOKMARK").length, 1);
  });
});
