import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { fairway } from "../tools/fairway.ts";
import { type EdgeWatch, paths } from "./edge-client.ts";
import { node, slice, zoneService } from "./edge-objects.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

const on = (...nodes: readonly string[]) => nodes.map((name, i) => [name, `10.1.0.${i + 1}`] as const);

suite("fairway edge while the API server is away", { timeout: 180_000 }, () => {
  let world: EdgeOnFairway;
  let watch: EdgeWatch;
  let version = 0;
  const listed = async () => {
    const { items, metadata } = await world.client.list(paths.slices);
    assert.ok(Number(metadata.resourceVersion) >= version, `${metadata.resourceVersion} after ${version}`);
    version = Number(metadata.resourceVersion);
    return items.map((item) => item.metadata.name);
  };
  const stale = async () => Number((await world.client.ask(paths.slices)).headers.get("fairway-edge-stale-seconds"));

  before(async () => {
    world = await EdgeOnFairway.start("n1");
    for (const object of [node("n1", "a"), node("n2", "b")]) await world.kube.create(object);
    await world.kube.create(zoneService("echo"));
    await world.kube.create(slice("echo-1", "echo", on("n1", "n2")));
    await world.startEdge();
    watch = await world.client.watch(paths.slices);
    await watch.initial();
  });
  after(() => world?.close());

  test("watches stay open and quiet, lists are served and say how old they are, and writes are refused", async () => {
    assert.equal(await stale(), 0);
    await listed();
    await world.upstream.stop();
    await eventually(async () => (await stale()) > 0);
    assert.deepEqual(await listed(), ["echo-1"]);
    const metrics = await (await world.pages.ask("/metrics")).text();
    assert.ok(Number(/^fairway_edge_stale_seconds (\S+)$/m.exec(metrics)?.[1]) > 0, metrics);
    const body = JSON.stringify(zoneService("more"));
    const headers = { "content-type": "application/json" };
    const path = "/api/v1/namespaces/default/services";
    const refused = await world.client.ask(path, { method: "POST", headers, body });
    const status = (await refused.json()) as { kind: string; reason: string };
    assert.deepEqual([refused.status, status.kind, status.reason], [503, "Status", "ServiceUnavailable"]);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
  });

  test("a wrapper that starts now serves what it had, with versions that go on growing", async () => {
    await world.stopEdge();
    await world.startEdge();
    assert.deepEqual(await listed(), ["echo-1"]);
    assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1"]);
    assert.ok((await stale()) > 0);
    watch = await world.client.watch(paths.slices);
    await watch.initial();
    await world.edge.kill();
    await world.startEdge();
    assert.deepEqual(await listed(), ["echo-1"]);
    watch = await world.client.watch(paths.slices);
    await watch.initial();
  });

  test("when the server is back nothing is told that is as before, and what changed meanwhile is", async () => {
    await world.upstream.start();
    await eventually(async () => (await stale()) === 0);
    assert.deepEqual([watch.ended, watch.changes], [false, []]);
    await world.kube.create(slice("echo-2", "echo", on("n1")));
    const events = await watch.until(({ object }) => object.metadata.name === "echo-2");
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== "BOOKMARK"),
      ["ADDED"],
    );
    assert.deepEqual(await listed(), ["echo-1", "echo-2"]);
  });

  test("a damaged file is left out while the server is away, and made anew when it is back", async () => {
    const folder = join(world.dir, "edge", "objects");
    const kept = () =>
      readdirSync(folder)
        .map((file) => join(folder, file))
        .find((file) => readFileSync(file, "utf8").includes('"echo-2"')) ?? "";
    await world.upstream.stop();
    await world.stopEdge();
    const file = kept();
    writeFileSync(file, readFileSync(file, "utf8").replace("10.1.0.1", "10.9.9.9"));
    await world.startEdge();
    assert.deepEqual(await listed(), ["echo-1"]);
    assert.match(world.edge.errors(), /damaged/);
    await world.upstream.start();
    await eventually(async () => assert.deepEqual(await listed(), ["echo-1", "echo-2"]));
    await world.stopEdge();
    assert.equal(kept(), file);
    await world.startEdge();
  });

  test("without anything on disk a start fails after its time, and says why", async () => {
    await world.upstream.stop();
    const cache = ["--cache-dir", join(world.dir, "empty"), "--sync-timeout", "500ms"];
    const addresses = ["--bind-address", "127.0.0.1:0", "--http-address", "127.0.0.1:0"];
    const edge = ["edge", "--node-name", "n1", "--kubeconfig", world.upstream.kubeconfig];
    const { code, err } = await fairway([...edge, ...cache, ...addresses]);
    assert.equal(code, 1);
    assert.match(err, /error: can't sync informers: .*cannot be reached/);
  });
});
