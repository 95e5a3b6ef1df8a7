import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { endpointNodes, paths, type SeenEvent } from "./edge-client.ts";
import { endpoints, node, slice, zoneService } from "./edge-objects.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const on = (...nodes: readonly string[]) => nodes.map((name, i) => [name, `10.1.0.${i + 1}`] as const);
const of = (type: string, name: string) => (event: SeenEvent) =>
  event.type === type && event.object.metadata.name === name;

suite("fairway edge before Fairway's own API", { timeout: 120_000 }, () => {
  let world: EdgeOnFairway;
  before(async () => {
    world = await EdgeOnFairway.start("n1");
    for (const object of [node("n1", "a"), node("n2", "b"), node("n3", "a")]) await world.kube.create(object);
    await world.kube.create(zoneService("echo"));
    await world.kube.create(slice("echo-1", "echo", on("n1", "n2", "n3")));
    await world.kube.create(endpoints("echo", on("n1", "n2")));
    await world.startEdge();
  });
  after(() => world?.close());

  test("serves what kube-proxy asks for, pruned to the node's place", async () => {
    const { client } = world;
    const own = await client.list(paths.nodes("n1"));
    assert.deepEqual([own.kind, own.items.map(({ metadata }) => metadata.name)], ["NodeList", ["n1"]]);
    assert.equal((await client.json<{ metadata: { name: string } }>("/api/v1/nodes/n2")).metadata.name, "n2");
    const services = await client.list(paths.services);
    assert.ok(services.items.some(({ metadata }) => metadata.name === "echo"));
    assert.deepEqual(await client.nodesOf("echo-1"), ["n1", "n3"]);
    const { items } = await client.list(paths.endpoints);
    const echo = items.find(({ metadata }) => metadata.name === "echo") as { subsets?: { addresses: object[] }[] };
    assert.deepEqual(echo.subsets?.[0]?.addresses, [{ ip: "10.1.0.1", nodeName: "n1" }]);
    const alone = await client.json<{ endpoints: object[] }>(
      "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/echo-1",
    );
    assert.equal(alone.endpoints.length, 2);
  });

  test("leaves out what other proxies serve, and what none does; asked for by name the server has it", async () => {
    const { client, kube } = world;
    const labelled = (object: KubeObject, label: string) => {
      const labels = { ...(object.metadata.labels as object), [`service.kubernetes.io/${label}`]: "" };
      return { ...object, metadata: { ...object.metadata, labels } };
    };
    await kube.create(labelled(zoneService("theirs", 82), "service-proxy-name"));
    await kube.create(labelled(slice("nobodys-1", "nobodys", on("n1")), "headless"));
    // What comes after them was followed when they would have been.
    await kube.create(zoneService("ours", 83));
    await kube.create(slice("ours-1", "ours", on("n1")));
    const names = async (path: string) => (await client.list(path)).items.map(({ metadata }) => metadata.name);
    const slices = "/apis/discovery.k8s.io/v1/endpointslices";
    await eventually(async () => {
      assert.ok((await names("/api/v1/services")).includes("ours"));
      assert.ok((await names(slices)).includes("ours-1"));
    });
    assert.ok(!(await names("/api/v1/services")).includes("theirs"));
    assert.ok(!(await names(slices)).includes("nobodys-1"));
    assert.equal((await client.ask("/api/v1/namespaces/default/services/theirs")).status, 200);
  });

  test("answers in protobuf where that is wanted", async () => {
    const list = await world.client.ask(paths.slices, { headers: { accept: `${protobuf}, */*` } });
    assert.equal(list.headers.get("content-type"), protobuf);
    assert.equal(
      Buffer.from(await list.arrayBuffer())
        .subarray(0, 4)
        .toString("latin1"),
      "k8s\0",
    );
    const watch = await world.client.ask(`${paths.slices}&watch=true&timeoutSeconds=1`, {
      headers: { accept: `${protobuf}, */*` },
    });
    assert.equal(watch.headers.get("content-type"), `${protobuf};stream=watch`);
    const frames = Buffer.from(await watch.arrayBuffer());
    assert.equal(frames.subarray(4 + 2, 4 + 7).toString(), "ADDED");
  });

  test("tells changes at once: of labels, of a Service and of endpoints, with versions that grow", async () => {
    const watch = await world.client.watch(paths.slices);
    const initial = await watch.initial();
    const first = initial.find(of("ADDED", "echo-1"));
    assert.deepEqual(endpointNodes(first?.object), ["n1", "n3"]);
    const versions = [Number(initial.at(-1)?.object.metadata.resourceVersion)];
    const told = async (nodes: readonly string[]) => {
      const event = (await watch.until(of("MODIFIED", "echo-1"))).at(-1);
      assert.deepEqual(endpointNodes(event?.object), nodes);
      versions.push(Number(event?.object.metadata.resourceVersion));
    };
    await world.kube.merge(node("n1", "b"));
    await told(["n1", "n2"]);
    await world.kube.merge(node("n2", "a"));
    await told(["n1"]);
    const open = { ...zoneService("echo"), metadata: { name: "echo", namespace: "default", annotations: null } };
    await world.kube.merge(open);
    await told(["n1", "n2", "n3"]);
    await world.kube.merge(slice("echo-1", "echo", on("n2")));
    await told(["n2"]);
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    );
    const late = await world.client.watch(paths.slices, { initial: false, from: String(versions[0]) });
    const replayed = await late.until(({ object }) => Number(object.metadata.resourceVersion) === versions.at(-1));
    assert.deepEqual(
      replayed.map(({ object }) => Number(object.metadata.resourceVersion)),
      versions.slice(1),
    );
    watch.close();
    late.close();
    await world.kube.merge(node("n1", "a"));
    await world.kube.merge(node("n2", "b"));
    await world.kube.merge(zoneService("echo"));
    await world.kube.merge(slice("echo-1", "echo", on("n1", "n2", "n3")));
    await eventually(async () => assert.deepEqual(await world.client.nodesOf("echo-1"), ["n1", "n3"]));
  });

  test("hands on events and all else, and the server's refusals as they are", async () => {
    const { client } = world;
    const event = {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "started.1", namespace: "default" },
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "kube-proxy",
      reportingInstance: "n1",
      action: "Start",
      reason: "Starting",
      regarding: { kind: "Node", name: "n1" },
      type: "Normal",
    };
    const headers = { "content-type": "application/json", authorization: "Bearer nobody" };
    const path = "/apis/events.k8s.io/v1/namespaces/default/events";
    const posted = await client.ask(path, { method: "POST", headers, body: JSON.stringify(event) });
    assert.equal(posted.status, 201);
    const patched = await client.ask(`${path}/started.1`, {
      method: "PATCH",
      headers: { "content-type": "application/strategic-merge-patch+json" },
      body: JSON.stringify({ series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" } }),
    });
    assert.equal(((await patched.json()) as { series?: { count: number } }).series?.count, 2);
    assert.equal((await client.json<{ major: string }>("/version")).major, "1");
    assert.equal((await client.list("/api/v1/namespaces/default/configmaps")).kind, "ConfigMapList");
    const twice = await client.ask(path, { method: "POST", headers, body: JSON.stringify(event) });
    assert.deepEqual([twice.status, ((await twice.json()) as { reason: string }).reason], [409, "AlreadyExists"]);
    const missing = await client.ask("/api/v1/namespaces/default/services/nobody");
    assert.equal(missing.status, 404);
  });

  test("says what is wrong with a request in a Status", async () => {
    const { client } = world;
    const told = async (path: string, headers = {}) => {
      const answer = await client.ask(path, { headers });
      const status = (await answer.json()) as { kind: string; reason: string };
      assert.equal(status.kind, "Status");
      return `${answer.status} ${status.reason}`;
    };
    assert.equal(await told("/api/v1/services", { accept: "text/html" }), "400 BadRequest");
    assert.equal(await told("/api/v1/services?labelSelector=%28"), "400 BadRequest");
    assert.equal(await told("/api/v1/services?fieldSelector=spec.nothing%3D1"), "400 BadRequest");
    assert.equal(await told("/api/v1/services?watch=true&timeoutSeconds=soon"), "400 BadRequest");
    assert.equal(await told("/api/v1/services?watch=true&resourceVersion=x"), "400 BadRequest");
    assert.equal(await told("/api/v1/services?watch=true&resourceVersion=1"), "410 Expired");
    assert.equal(await told("/api/v1/services?watch=true&resourceVersion=999999999999999"), "504 Timeout");
    assert.equal(await told("/api/v1/services?limit=few"), "400 BadRequest");
    assert.equal(await told("/api/v1/services?watch=true&sendInitialEvents=true"), "422 Invalid");
    assert.equal(await told("/debug/pprof/"), "404 NotFound");
  });

  test("clients that go leave nothing behind, whether they say so or not", async () => {
    const watches = await Promise.all(Array.from({ length: 40 }, () => world.client.watch(paths.slices)));
    const open = async () =>
      /^fairway_edge_watches (\d+)$/m.exec(await (await world.pages.ask("/metrics")).text())?.[1];
    assert.equal(await open(), "40");
    for (const watch of watches) watch.close();
    await eventually(async () => assert.equal(await open(), "0"));
  });

  test("tells operators how it is, and why an endpoint is not reached", async () => {
    const { pages } = world;
    assert.equal((await pages.ask("/ready")).status, 200);
    const state = await pages.json<{ node: string; fresh: boolean }>("/debug/edgez");
    assert.deepEqual([state.node, state.fresh], ["n1", true]);
    const reasons = await pages.json<{ name: string; endpoints: { reason: string }[] }[]>(
      "/debug/topologyz?service=default/echo",
    );
    assert.deepEqual(
      reasons.find(({ name }) => name === "echo-1")?.endpoints.map(({ reason }) => reason),
      ["same", "elsewhere", "same"],
    );
    const metrics = await (await pages.ask("/metrics")).text();
    assert.match(metrics, /^fairway_edge_stale_seconds 0$/m);
    assert.match(metrics, /^fairway_edge_requests_total\{way="passed",method="PATCH",code="200"\} 1$/m);
    assert.match(world.edge.errors(), /"url":"\/api\/v1\/nodes\/n2"/);
  });
});
