import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtInCatalog, type Resource } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import { KubeClient, type NodeTransport, nodeTransport } from "../kube/index.ts";
import { FollowedState } from "./followed-state.ts";
import { OddServer } from "./testing/odd-server.ts";
import { node, service, slice } from "./testing/sample-objects.ts";

suite("what is followed at a server that says what is wrong", { timeout: 120_000 }, () => {
  let server: OddServer;
  let transport: NodeTransport;
  let directory: string;
  let lines: LogLine[];
  let followed: FollowedState;
  let odd: string[];
  const slices = { group: "discovery.k8s.io", kind: "EndpointSlice" };
  const kinds = builtInCatalog();
  const open = async (syncTimeout = 20_000) => {
    const url = await server.listen();
    const access = { server: url, insecure: true, namespace: "default", user: {} };
    transport = nodeTransport(access, { environment: {} });
    followed = await FollowedState.open({
      nodeName: "n1",
      localEndpoint: false,
      directory,
      offlineAfter: 100,
      syncTimeout,
      probeInterval: 5000,
      client: new KubeClient({ transport: transport.send, kinds: () => kinds, userAgent: "test" }),
      send: transport.send,
      clock: systemClock,
      log: new LogScopes((line) => lines.push(line), systemClock).scope("edge", ""),
      cacheFailed: () => {},
      odd: ({ kind }) => odd.push(kind),
    });
  };
  const seen = async () =>
    (await followed.published.list(slices, "")).items.map(({ metadata, endpoints }) =>
      [metadata.name, ...(endpoints as { nodeName: string }[]).map(({ nodeName }) => nodeName)].join(" "),
    );
  const eventually = async (check: () => Promise<void>) => {
    for (let left = 400; ; left--) {
      try {
        return await check();
      } catch (error) {
        if (left === 0) throw error;
        await sleep(25);
      }
    }
  };
  const stamped = (object: Resource, resourceVersion: string) => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion },
  });

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "fairway-test-"));
    server = new OddServer();
    server.objects.set("nodes", [node("n1", { zone: "x" }), node("n2", { zone: "y" })]);
    server.objects.set("services", [service("a", ["zone"])]);
    server.objects.set("endpointslices", [slice("a-1", "a", ["n1", "n2"])]);
    [lines, odd] = [[], []];
  });
  afterEach(async () => {
    await followed.close();
    transport.close();
    await server.close();
    rmSync(directory, { recursive: true });
  });

  test("objects that cannot be read are left out, and the rest is served", async () => {
    server.objects.set("endpointslices", [
      { ...slice("b-1", "a", []), endpoints: 7 },
      slice("a-1", "a", ["n1", "n2"]),
      { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } },
    ]);
    await open();
    await followed.ready();
    assert.deepEqual(await seen(), ["a-1 n1"]);
    assert.deepEqual(odd, ["EndpointSlice", "EndpointSlice"]);
  });

  test("an event that is cut in the middle, or is none, costs nothing but another watch", async () => {
    await open();
    await followed.ready();
    server.send("endpointslices", "ADDED", slice("a-0", "a", ["n1"]));
    await eventually(async () => assert.deepEqual(await seen(), ["a-0 n1", "a-1 n1"]));
    server.say("endpointslices", '{"type":"ADDED","object":{"apiVersion":"discovery.k8s.io/v1","kind":"Endp');
    server.cut("endpointslices");
    await eventually(async () => assert.equal(server.asked.at(-1), "endpointslices 11"));
    server.say("endpointslices", "<html>proxy error</html>\n");
    await eventually(async () => assert.equal(server.asked.filter((each) => each === "endpointslices 11").length, 2));
    server.send("endpointslices", "ADDED", slice("a-2", "a", ["n1"]));
    await eventually(async () => assert.deepEqual(await seen(), ["a-0 n1", "a-1 n1", "a-2 n1"]));
    await eventually(async () => assert.equal(followed.stale(), undefined));
  });

  test("versions that stay or go back hide no change, and those that are given out only grow", async () => {
    await open();
    await followed.ready();
    const before = followed.published.revision;
    server.send("endpointslices", "MODIFIED", stamped(slice("a-1", "a", []), "10"));
    await eventually(async () => assert.deepEqual(await seen(), ["a-1"]));
    server.objects.set("endpointslices", [slice("a-3", "a", ["n1"])]);
    server.version = 3;
    server.send("endpointslices", "MODIFIED", stamped(slice("a-1", "a", ["n1"]), "4"));
    await eventually(async () => assert.deepEqual(await seen(), ["a-3 n1"]));
    assert.ok(followed.published.revision > before);
  });

  test("refusals leave what is known, are told of, and end with themselves", async () => {
    await open();
    await followed.ready();
    server.refusal = {
      code: 403,
      body: '{"kind":"Status","apiVersion":"v1","reason":"Forbidden","message":"no nodes"}',
    };
    for (const plural of [...server.watches.keys()]) server.cut(plural);
    await eventually(async () => assert.ok((followed.stale() ?? -1) >= 0));
    await eventually(async () => assert.ok(lines.some(({ fields }) => String(fields.error).includes("no nodes"))));
    assert.deepEqual(await seen(), ["a-1 n1"]);
    server.refusal = undefined;
    await eventually(async () => assert.equal(followed.stale(), undefined));
    assert.deepEqual(await seen(), ["a-1 n1"]);
  });

  test("a server that never answers with anything usable is told of when the time is over", async () => {
    server.refusal = { code: 200, body: "<html>welcome</html>" };
    await open(500);
    await assert.rejects(followed.ready(), /^FairwayError: can't sync informers: /);
  });
});
