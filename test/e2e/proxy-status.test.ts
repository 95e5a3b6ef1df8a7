import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import type { MessageTypes } from "../../src/gen/message-types.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { goldenFolder, nodeIdentity, skipReason } from "../golden/istiod-xds.ts";
import { fairway, type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { fixedEntry } from "../tools/fixed-entry.ts";

const codec = loadEnvoyCodec();
const ads = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
const delta = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
const istioctl = {
  id: "sidecar~10.9.9.9~istioctl.default~default.svc.cluster.local",
  metadata: { GENERATOR: "event" },
};
const reviews = "outbound|9080||reviews.app.svc.cluster.local";
const fixed = "outbound|80||fixed.example.com";
const entry = fixedEntry();

function request(call: ClientCall, fields: object): void {
  call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", fields));
}

async function next<N extends keyof MessageTypes>(call: ClientCall, type: N): Promise<MessageTypes[N]> {
  const bytes = await call.next();
  assert.ok(bytes);
  return codec.decode(type, bytes);
}

const response = (call: ClientCall) => next(call, "envoy.service.discovery.v3.DeltaDiscoveryResponse");

interface Status {
  readonly proxy: string;
  readonly type: string;
  readonly connectedSince: string;
  readonly types: { readonly [type: string]: { state: string; sent: string; acked: string; error: string } };
}

describe("looking into a running control plane", { skip: skipReason, timeout: 60_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  let server: RunningFairway;
  let client: GrpcClient;
  let proxy: ClientCall;
  const address = () => server.addresses.get("http") ?? "";
  const page = async (path: string) => (await fetch(`${address()}/debug/${path}`)).json() as Promise<unknown>;
  const run = (...args: readonly string[]) => fairway([...args, "--http-address", address()]);
  const metrics = async () => (await fetch(`${address()}/metrics`)).text();
  const node = nodeIdentity("000-base", "client");
  const workload = node.id.split("~")[2] ?? "";

  before(async () => {
    mkdirSync(config);
    copyFileSync(join(goldenFolder, "world.yaml"), join(config, "world.yaml"));
    writeFileSync(join(config, "entry.yaml"), JSON.stringify(entry));
    server = await startFairway(join(dir, "data"), ["--config-dir", config]);
    client = new GrpcClient(`http://${server.addresses.get("xds")}`);
    proxy = client.call(delta);
    request(proxy, { node, typeUrl: xdsTypes.cluster });
    const clusters = await response(proxy);
    request(proxy, { typeUrl: xdsTypes.cluster, responseNonce: clusters.nonce });
    request(proxy, { typeUrl: xdsTypes.endpoint, resourceNamesSubscribe: [fixed] });
    await response(proxy);
  });
  after(async () => {
    await client?.close();
    await server?.stop();
    remove();
  });

  /** What a question on a stream of its own is answered. */
  async function query(t: TestContext, typeUrl: string, resourceNames: readonly string[] = []) {
    const asker = new GrpcClient(`http://${server.addresses.get("xds")}`);
    t.after(() => asker.close());
    const call = asker.call(ads);
    call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { node: istioctl, typeUrl, resourceNames }));
    const answer = await next(call, "envoy.service.discovery.v3.DiscoveryResponse");
    assert.equal(answer.typeUrl, typeUrl);
    assert.ok(answer.nonce && answer.versionInfo);
    const acknowledge = { typeUrl, responseNonce: answer.nonce, versionInfo: answer.versionInfo };
    call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", acknowledge));
    return answer;
  }

  test("proxy-status tells what a proxy has taken and what it has not answered", async () => {
    const { code, out } = await run("proxy-status", "-o", "json");
    assert.equal(code, 0);
    const [status, ...others] = JSON.parse(out) as Status[];
    assert.deepEqual(others, []);
    assert.equal(status?.proxy, node.id);
    assert.equal(status.type, "sidecar");
    assert.ok(Date.parse(status.connectedSince) > 0);
    const states = Object.entries(status.types).map(([type, { state }]) => `${type} ${state}`);
    assert.deepEqual(states, ["CDS SYNCED", "EDS STALE", "LDS NOT_SENT", "RDS NOT_SENT"]);
    assert.equal(status.types["CDS"]?.sent, status.types["CDS"]?.acked);
    const table = await run("proxy-status");
    assert.match(
      table.out,
      /^PROXY +TYPE +CLUSTER +VERSION +CDS +LDS +EDS +RDS +OTHERS +CONNECTED\n\S+ +sidecar .*SYNCED +NOT_SENT +STALE +NOT_SENT/,
    );
  });

  test("proxy-config shows what a proxy is to have", async () => {
    const name = node.id.split("~")[2] ?? "";
    const { code, out } = await run("proxy-config", "all", name, "-o", "json");
    assert.equal(code, 0);
    const lists = JSON.parse(out) as { [list: string]: readonly { readonly [field: string]: unknown }[] };
    assert.deepEqual(Object.keys(lists), ["clusters", "listeners", "routes", "endpoints", "secrets", "extensions"]);
    assert.ok(lists["clusters"]?.some((cluster) => cluster["name"] === reviews));
    assert.deepEqual(
      lists["endpoints"]?.map(({ clusterName }) => clusterName),
      [fixed],
    );
    const clusters = await run("proxy-config", "cluster", node.id);
    assert.match(clusters.out, /^SERVICE FQDN .*\n(.*\n)*reviews\.app\.svc\.cluster\.local +9080 +- +outbound +EDS/);
    const endpoints = await run("proxy-config", "endpoint", name);
    assert.match(endpoints.out, /^ENDPOINT .*\n192\.0\.2\.1:8080 +HEALTHY +0 +outbound\|80\|\|fixed\.example\.com\n$/);
    assert.equal((await run("proxy-config", "route", name)).out, "no routes\n");
    const unknown = await run("proxy-config", "cluster", "nobody.nowhere");
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /^error: no proxy 'nobody\.nowhere' is connected here \(NotFound\)/);
  });

  test("the debug pages have istiod's form", async () => {
    const [sync] = (await page("syncz")) as [{ [field: string]: unknown }];
    assert.equal(sync["proxy"], workload);
    assert.equal(sync["proxy_type"], "sidecar");
    assert.equal(sync["cluster_sent"], sync["cluster_acked"]);
    assert.ok(sync["endpoint_sent"] && !("endpoint_acked" in sync));
    assert.deepEqual(Object.keys(sync["resources"] as object), [xdsTypes.cluster, xdsTypes.endpoint]);
    const { totalClients, clients } = (await page("adsz")) as { totalClients: number; clients: { watches: object }[] };
    assert.equal(totalClients, 1);
    assert.deepEqual(clients[0]?.watches, { [xdsTypes.cluster]: ["*"], [xdsTypes.endpoint]: [fixed] });
    const dump = (await page(`config_dump?proxyID=${encodeURIComponent(node.id)}`)) as {
      configs: { "@type": string }[];
    };
    assert.deepEqual(
      dump.configs.map((each) => each["@type"].split(".").at(-1)),
      ["ClustersConfigDump", "ListenersConfigDump", "RoutesConfigDump", "SecretsConfigDump", "EcdsConfigDump"],
    );
    const index = await (await fetch(`${address()}/debug`)).text();
    for (const line of index
      .trim()
      .split("\n")
      .filter((each) => !each.includes("?proxyID=NODE"))) {
      const path = line.split(" ")[0] ?? "";
      const answer = await fetch(`${address()}${path}`);
      assert.equal(answer.status, 200, path);
      assert.ok(await answer.json(), path);
    }
    assert.equal((await fetch(`${address()}/debug/edsz`)).status, 400);
  });

  test("istioctl's questions are answered over xDS, and it is no proxy", async (t) => {
    const sync = await query(t, "istio.io/debug/syncz");
    const { Component, ID } = JSON.parse(sync.controlPlane?.identifier ?? "");
    assert.deepEqual([Component, ID], ["fairway", hostname()]);
    const [config, ...others] = (sync.resources ??
      []) as unknown as MessageTypes["envoy.service.status.v3.ClientConfig"][];
    assert.deepEqual(others, []);
    assert.equal(config?.node?.id, workload);
    assert.deepEqual(
      config.genericXdsConfigs?.map(({ configStatus }) => configStatus),
      ["SYNCED", "STALE", "NOT_SENT", "NOT_SENT"],
    );
    const dump = await query(t, "istio.io/debug/config_dump", [node.id.split("~")[2] ?? ""]);
    assert.match(JSON.stringify(dump.resources?.[0]), /ClustersConfigDump.*outbound\|9080\|\|reviews/);
    const debug = await query(t, "istio.io/debug", ["connections"]);
    const [{ value, ...any }] = (debug.resources ?? []) as unknown as [{ value: string }];
    assert.deepEqual(any, { "@type": "istio.io/debug" });
    assert.ok(JSON.parse(Buffer.from(value, "base64").toString()).totalClients > 1);
    assert.equal(((await page("proxy_status")) as Status[]).length, 1);
  });

  test("CSDS tells each resource of each client, and health is told", async () => {
    const csds = client.call("/envoy.service.status.v3.ClientStatusDiscoveryService/FetchClientStatus");
    csds.send(
      codec.encode("envoy.service.status.v3.ClientStatusRequest", {
        nodeMatchers: [{ nodeId: { prefix: "sidecar~" } }],
      }),
    );
    csds.stream.end();
    const { config = [] } = await next(csds, "envoy.service.status.v3.ClientStatusResponse");
    assert.equal((await csds.ended).code, 0);
    const found = config[0]?.genericXdsConfigs?.find(
      ({ name, typeUrl }) => name === reviews && typeUrl === xdsTypes.cluster,
    );
    assert.equal(found?.clientStatus, "ACKED");
    assert.equal(found.xdsConfig?.["name"], reviews);
    const health = client.call("/grpc.health.v1.Health/Check");
    health.send(Buffer.alloc(0));
    health.stream.end();
    assert.deepEqual([...((await health.next()) ?? [])], [8, 1]);
  });

  test("a refusal is counted, and logged with the object it came from", async () => {
    const rule = {
      apiVersion: "networking.istio.io/v1",
      kind: "DestinationRule",
      metadata: { name: "reviews", namespace: "app" },
      spec: { host: "reviews", trafficPolicy: { connectionPool: { tcp: { maxConnections: 3 } } } },
    };
    writeFileSync(join(config, "rule.yaml"), JSON.stringify(rule));
    const clusters = await response(proxy);
    assert.equal(clusters.typeUrl, xdsTypes.cluster);
    const message = `Error adding/updating cluster(s) ${reviews}: it cannot be`;
    request(proxy, { typeUrl: xdsTypes.cluster, responseNonce: clusters.nonce, errorDetail: { code: 13, message } });
    const refused = async () => ((await page("proxy_status")) as Status[])[0]?.types["CDS"];
    while ((await refused())?.state !== "NACKED") await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal((await refused())?.error, message);
    const line = server
      .errors()
      .split("\n")
      .find((each) => each.includes("Client refused a response"));
    const { resources, objects, type } = JSON.parse(line ?? "{}");
    assert.deepEqual([type, resources], ["CDS", [reviews]]);
    assert.ok(
      objects.some((each: string) => /DestinationRule.*app.*reviews/.test(each)),
      line,
    );
    const table = await run("proxy-status");
    assert.match(table.out, /\nREFUSED BY +TYPE +REASON\n\S+ +CDS +Error adding/);
    const text = await metrics();
    assert.match(text, /^pilot_total_xds_rejects\{type="cds"\} 1$/m);
    assert.match(text, /^pilot_xds_pushes\{type="cds"\} 2$/m);
    assert.match(text, /^pilot_push_triggers\{type="config"\} [1-9]/m);
    assert.doesNotMatch(text, /^pilot_proxy_convergence_time_count [1-9]/m, "who refuses stays behind");
    assert.match(text, /^pilot_services [1-9]/m);
    assert.match(text, /^xds_cache_size [1-9]/m);
  });
});
