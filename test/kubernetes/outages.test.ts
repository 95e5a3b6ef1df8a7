import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { KubeClient, type KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { fixedEntry } from "../tools/fixed-entry.ts";
import { type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { HeldConfig } from "./held-config.ts";
import {
  clusterOf,
  definitionOf,
  service,
  startTestCluster,
  type TestCluster,
  writeKubeconfig,
} from "./test-cluster.ts";

const node = { id: "sidecar~10.9.9.9~client.default~default.svc.cluster.local" };
const { cluster: clusters } = xdsTypes;
const sidecars = definitionOf("networking.istio.io", "Sidecar");
const telemetries = definitionOf("telemetry.istio.io", "Telemetry");

function rule(name: string, spec: unknown): KubeObject {
  const metadata = { name, namespace: "default" };
  return { apiVersion: "networking.istio.io/v1", kind: "DestinationRule", metadata, spec };
}

suite("a control plane on a cluster", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  let proxy: ApiProxy;
  let fairway: RunningFairway;
  let client: HeldConfig;
  const http = (path: string) => fetch(`${fairway.addresses.get("http")}${path}`);
  const holds = (name: string) => eventually(async () => client.names(clusters).includes(clusterOf(name)));
  const add = async (name: string) => {
    await cluster.apiserver().client.create(service(name));
    await holds(name);
  };
  /** How often each kind was listed since the proxy forgot, in pages or streamed. */
  const lists = () => {
    const counts = new Map<string, number>();
    for (const { path, query, done, agent } of proxy.seen) {
      // Controllers read for themselves, whenever this replica begins to lead.
      if (agent !== "fairway") continue;
      const list = (query.has("limit") || query.has("sendInitialEvents")) && !query.has("fieldSelector");
      if (list && done) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    return counts;
  };

  const atMostOneListEach = () => {
    for (const [path, count] of lists()) assert.ok(count <= 1, `${path}: ${count}`);
  };

  before(async () => {
    cluster = await startTestCluster(dir);
    proxy = await startApiProxy(cluster.apiserver().access);
    await cluster.apiserver().client.create(service("first"));
    const kubeconfig = writeKubeconfig(join(dir, "proxied.json"), proxy.url);
    fairway = await startFairway(join(dir, "data"), ["--kubeconfig", kubeconfig]);
    client = new HeldConfig(fairway.addresses.get("xds") ?? "", node, [clusters]);
    await holds("first");
  });
  after(async () => {
    await client?.close();
    await fairway?.stop();
    await proxy?.close();
    await cluster?.stop();
    remove();
  });

  test("serves what the API server has, and opens no API of its own", async () => {
    assert.deepEqual([...fairway.addresses.keys()], ["xds", "xds-tls", "http", "ctrlz"]);
    assert.equal((await http("/ready")).status, 200);
    await add("second");
    assert.ok(lists().has("/api/v1/services"));
    atMostOneListEach();
  });

  test("reads no Secrets but those that configuration refers to, or that have the label", async () => {
    const asked = () => proxy.seen.filter(({ path }) => path === "/api/v1/secrets").map(({ query }) => query);
    const { client: kube } = cluster.apiserver();
    const tls = { mode: "SIMPLE", credentialName: "shop-cert" };
    const servers = [{ port: { number: 443, name: "https", protocol: "HTTPS" }, hosts: ["shop.example"], tls }];
    const metadata = { name: "edge", namespace: "default" };
    await kube.create({ apiVersion: "networking.istio.io/v1", kind: "Gateway", metadata, spec: { servers } });
    const isAsked = (query: URLSearchParams) => query.get("fieldSelector") === "metadata.name=shop-cert";
    await eventually(async () => asked().some(isAsked));
    for (const query of asked()) {
      assert.ok(query.has("fieldSelector") || query.get("labelSelector") === "fairway.dev/serve=true", String(query));
    }
  });

  test("follows a kind whose definition comes, goes and comes again", async () => {
    const { client: kube } = cluster.apiserver();
    await kube.create(telemetries);
    await eventually(async () => /Kind was installed and is followed/.test(fairway.errors()));
    const narrow = {
      apiVersion: "networking.istio.io/v1",
      kind: "Sidecar",
      metadata: { name: "default", namespace: "default" },
      spec: { egress: [{ hosts: ["./first.default.svc.cluster.local"] }] },
    };
    await kube.create(narrow);
    await eventually(async () => !client.names(clusters).includes(clusterOf("second")));
    // The definition takes its objects with it.
    await kube.remove(sidecars);
    await holds("second");
    await eventually(async () => kube.create(sidecars));
    await eventually(async () => kube.create(narrow));
    await eventually(async () => !client.names(clusters).includes(clusterOf("second")));
    await kube.remove(narrow);
    await holds("second");
    client.removed.length = 0;
  });

  test("goes on with the last state while the API server is dead, and catches up with at most one list per kind", async () => {
    proxy.forget();
    await cluster.kill();
    const late = new HeldConfig(fairway.addresses.get("xds") ?? "", node, [clusters]);
    await eventually(async () => late.names(clusters).includes(clusterOf("second")));
    await late.close();
    assert.equal((await http("/ready")).status, 200);
    await eventually(async () => /cannot be followed/.test(fairway.errors()));
    await cluster.restart();
    await add("after-death");
    atMostOneListEach();
    assert.deepEqual(client.removed, []);
  });

  test("goes on while the API server stands still", async () => {
    process.kill(cluster.apiserver().pid, "SIGSTOP");
    const late = new HeldConfig(fairway.addresses.get("xds") ?? "", node, [clusters]);
    await eventually(async () => late.names(clusters).includes(clusterOf("after-death")));
    await late.close();
    proxy.forget();
    process.kill(cluster.apiserver().pid, "SIGCONT");
    await add("after-pause");
    assert.equal(lists().get("/api/v1/services"), undefined);
    assert.deepEqual(client.removed, []);
  });

  test("resumes watches that were cut within an event", async () => {
    proxy.forget();
    proxy.cutInTheMiddle();
    await cluster.apiserver().client.create(service("cut"));
    await holds("cut");
    await add("after-cut");
    assert.equal(lists().get("/api/v1/services"), undefined);
    assert.deepEqual(client.removed, []);
  });

  test("waits where the server asks for it, and comes back", async () => {
    proxy.intercept(({ path, query }) => (query.has("watch") ? (path.length % 2 === 0 ? 429 : 500) : undefined));
    proxy.cutInTheMiddle();
    await cluster.apiserver().client.create(service("refused"));
    await eventually(async () => proxy.seen.some(({ path }) => path === "/api/v1/services"));
    proxy.relent();
    await holds("refused");
    assert.deepEqual(client.removed, []);
  });

  test("lists anew, once, when etcd was compacted meanwhile, and tells exactly what changed", async () => {
    proxy.intercept(() => 503);
    proxy.cutInTheMiddle();
    const { client: kube } = cluster.apiserver();
    await kube.create(service("unseen"));
    await kube.remove(service("cut"));
    await compact(cluster.etcd.url);
    // Its own cache of events goes with it.
    await cluster.kill();
    await cluster.restart();
    proxy.forget();
    proxy.relent();
    await holds("unseen");
    await eventually(async () => client.removed.includes(clusterOf("cut")));
    assert.deepEqual(client.removed, [clusterOf("cut")]);
    atMostOneListEach();
    client.removed.length = 0;
  });

  test("goes on beside a definition that was written in halves, and follows it when it is mended", async () => {
    const { client: kube } = cluster.apiserver();
    const whole = definitionOf("networking.istio.io", "ServiceEntry");
    const { spec, ...rest } = whole as KubeObject & { readonly spec: { readonly versions: readonly object[] } };
    const [first = {}] = spec.versions;
    await kube.remove(whole);
    // One that serves nothing which is known, and then one whose objects are in no namespace.
    const unknown = { ...rest, spec: { ...spec, versions: [{ ...first, name: "v9", served: true, storage: true }] } };
    await eventually(async () => kube.create(unknown));
    await add("beside-unknown");
    await kube.remove(unknown);
    await eventually(async () => kube.create({ ...rest, spec: { ...spec, scope: "Cluster" } }));
    const { metadata, ...outside } = fixedEntry();
    // One that has not seen the kind yet: where its objects are is remembered.
    const newcomer = new KubeClient(cluster.apiserver().access);
    await eventually(async () => newcomer.create({ ...outside, metadata: { name: metadata.name } }));
    newcomer.close();
    await eventually(async () => /must be set: its kind is in namespaces/.test(fairway.errors()));
    await add("beside-unscoped");
    await kube.remove(whole);
    await eventually(async () => kube.create(whole));
    await eventually(async () => kube.create({ ...outside, metadata: { ...metadata, namespace: "default" } }));
    await eventually(async () => client.names(clusters).includes("outbound|80||fixed.example.com"));
    await kube.remove({ ...outside, metadata: { ...metadata, namespace: "default" } });
    await eventually(async () => client.removed.includes("outbound|80||fixed.example.com"));
    assert.deepEqual(client.removed, ["outbound|80||fixed.example.com"]);
    client.removed.length = 0;
  });

  test("tells of an object that the server let through malformed, keeps its last good version, and goes on", async () => {
    const { client: kube } = cluster.apiserver();
    const plain = client.held.get(clusters)?.get(clusterOf("first"));
    await kube.apply(rule("pool", { host: "first", trafficPolicy: { loadBalancer: { simple: "RANDOM" } } }));
    const withRule = await versionAfter(client, clusterOf("first"), plain);
    await allowAnything(kube, "destinationrules.networking.istio.io");
    const bad = rule("pool", { host: 7, trafficPolicy: "fast" });
    await eventually(async () => kube.apply(bad));
    await kube.apply(rule("worse", { host: "second", trafficPolicy: [1] }));
    await eventually(async () => /last good version stays in force/.test(fairway.errors()));
    await eventually(async () => /it is left out/.test(fairway.errors()));
    await add("after-malformed");
    assert.equal(client.held.get(clusters)?.get(clusterOf("first")), withRule);
    await kube.apply(rule("pool", { host: "first" }));
    await versionAfter(client, clusterOf("first"), withRule);
  });
});

/** Waits until a resource is held in another version than `before`, and returns that. */
function versionAfter(client: HeldConfig, name: string, before: string | undefined): Promise<string> {
  return eventually(async () => {
    const version = client.held.get(clusters)?.get(name);
    assert.ok(version !== undefined && version !== before);
    return version;
  });
}

/** Takes the rules out of a definition, as an old one may have none. */
async function allowAnything(kube: { merge(object: KubeObject): Promise<void> }, name: string): Promise<void> {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const { spec, ...rest } = definitionOf("networking.istio.io", "DestinationRule");
  const versions = (spec as { readonly versions: readonly object[] }).versions.map((each) => ({ ...each, schema }));
  await kube.merge({ ...rest, metadata: { name }, spec: { versions } } as KubeObject);
}

async function compact(etcd: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${etcd}/v3/kv/${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as { readonly header: { readonly revision: string } };
  };
  const { header } = await ask("range", { key: Buffer.from("/").toString("base64") });
  await ask("compaction", { revision: header.revision });
}
