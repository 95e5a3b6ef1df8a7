import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { collectGarbage } from "../base/testing/collect-garbage.ts";
import { parseProxy } from "../core/index.ts";
import { xdsTypes } from "../deliver/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, updateSnapshot } from "../mesh/index.ts";
import { config } from "../mesh/testing/configs.ts";
import { Registry } from "../registry/index.ts";
import { type BuildFailure, type EnvoyCodec, loadEnvoyCodec } from "../translate/index.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";

const service = (name: string, port: number): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { namespace: "app", name },
  spec: { clusterIP: `10.0.0.${port}`, ports: [{ name: "http", port }] },
});

const routes = (regex: string, timeout = "5s") =>
  config("VirtualService", "app/reviews", {
    hosts: ["reviews"],
    http: [
      { match: [{ uri: { regex } }], route: [{ destination: { host: "reviews" } }] },
      { route: [{ destination: { host: "reviews" } }], timeout },
    ],
  });

function snapshotOf(...resources: readonly Resource[]): MeshSnapshot {
  const registry = new Registry();
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  return buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources, now: 0 });
}

const changed = (before: MeshSnapshot, after: Resource) =>
  updateSnapshot(before, { resources: [{ key: keyOf(after), after }], now: 0 });

const proxy = (name: string, namespace = "app") =>
  parseProxy({ id: `sidecar~10.1.0.1~${name}.${namespace}~${namespace}.svc.cluster.local` });

const codec = loadEnvoyCodec();
const wantedRoutes = new Set(["80", "90"]);

function start(snapshot: MeshSnapshot, cache = true) {
  const failures: BuildFailure[] = [];
  /** Names of route tables that cannot be encoded. */
  const broken = new Set<string>();
  const breaking: EnvoyCodec = {
    ...codec,
    encode: (type, message) => {
      const { name = "" } = message as { readonly name?: string };
      if (broken.has(name)) throw new Error("a bug");
      return codec.encode(type, message);
    },
  };
  const source = new MeshConfigSource({ codec: breaking, failed: (failure) => failures.push(failure), cache });
  source.publish(snapshot);
  const sets = (name: string, namespace?: string) => {
    const client = source.current?.client(proxy(name, namespace));
    assert.ok(client);
    return {
      clusters: client.resources(xdsTypes.cluster, "all"),
      routes: client.resources(xdsTypes.route, wantedRoutes),
    };
  };
  return { source, sets, failures, broken };
}

describe("what proxies are to be told", () => {
  const mesh = () => snapshotOf(service("reviews", 80), service("web", 90), routes("/a.*"));

  test("is one set for all proxies of a view, and the same one while nothing in it changes", () => {
    const before = mesh();
    const { source, sets } = start(before);
    const first = sets("a");
    assert.equal(sets("b").clusters, first.clusters);
    assert.equal(sets("b").routes, first.routes);
    source.publish(changed(before, routes("/a.*", "7s")));
    const second = sets("a");
    assert.equal(second.clusters, first.clusters);
    const names = second.routes
      .differenceFrom(first.routes)
      .parcels.flatMap(({ resources }) => resources.map(({ name }) => name));
    assert.deepEqual(names, ["80"]);
  });

  test("is encoded once for views that differ in other things", () => {
    const { sets } = start(mesh());
    const name = "outbound|80||reviews.app.svc.cluster.local";
    const [here, there] = [sets("a").clusters.get(name), sets("a", "other").clusters.get(name)];
    assert.ok(here);
    assert.equal(here, there);
  });

  test("is the same without a cache, and as it is now where a cache has what it was before", () => {
    const before = mesh();
    const [cached, plain] = [start(before), start(before, false)];
    const sides = [cached, plain] as const;
    const versions = () => sides.map(({ sets }) => Object.values(sets("a")).map(({ version }) => version));
    const [first, same] = versions();
    assert.deepEqual(first, same);
    for (const { source } of sides) source.publish(changed(before, routes("/b.*")));
    const [second, again] = versions();
    assert.deepEqual(second, again);
    assert.notDeepEqual(second, first);
    for (const { source } of sides) source.publish(before);
    assert.deepEqual(versions(), [first, first]);
    const sizes = sides.map(({ source }) =>
      Object.values(source.cacheStatistics).reduce((sum, { size }) => sum + size, 0),
    );
    assert.ok((sizes[0] ?? 0) > 0);
    assert.equal(sizes[1], 0);
  });

  test("is made anew after each change without a cache, and only what differs is sent", () => {
    const before = mesh();
    const { source, sets } = start(before, false);
    const first = sets("a");
    source.publish(changed(before, routes("/b.*")));
    const second = sets("a");
    const name = "outbound|90||web.app.svc.cluster.local";
    assert.notEqual(second.clusters.get(name), first.clusters.get(name));
    assert.deepEqual(second.clusters.get(name), first.clusters.get(name));
    const { parcels, removed } = second.clusters.differenceFrom(first.clusters);
    assert.deepEqual([parcels.flatMap(({ resources }) => resources), removed], [[], []]);
    const news = second.routes.differenceFrom(first.routes).parcels.flatMap(({ resources }) => resources);
    assert.deepEqual(
      news.map((each) => each.name),
      ["80"],
    );
  });

  test("is of one moment, also where a proxy asks for it after the next version is there", () => {
    const before = mesh();
    const { source, sets } = start(before);
    const early = source.current?.client(proxy("a"));
    const first = early?.resources(xdsTypes.cluster, "all");
    source.publish(snapshotOf(service("reviews", 80), routes("/b.*", "9s")));
    const now = sets("a");
    const late = early?.resources(xdsTypes.route, wantedRoutes);
    const then = start(before).sets("a");
    assert.deepEqual([first?.version, late?.version], [then.clusters.version, then.routes.version]);
    assert.notEqual(late?.version, now.routes.version);
    assert.notEqual(first?.version, now.clusters.version);
  });

  test("is taken away from who no longer sees it, as a Sidecar now says", () => {
    const before = mesh();
    const { source, sets } = start(before);
    const [first, elsewhere] = [sets("a"), sets("a", "other")];
    source.publish(
      changed(before, config("Sidecar", "app/few", { egress: [{ hosts: ["./web.app.svc.cluster.local"] }] })),
    );
    const second = sets("a");
    const { removed, parcels } = second.clusters.differenceFrom(first.clusters);
    assert.deepEqual([removed, parcels], [["outbound|80||reviews.app.svc.cluster.local"], []]);
    assert.equal(sets("a", "other").clusters, elsewhere.clusters);
  });

  test("stays in force where it cannot be made, with a cache and without", () => {
    for (const cache of [true, false]) {
      const before = mesh();
      const { source, sets, failures, broken } = start(before, cache);
      const first = sets("a").routes.get("80");
      assert.ok(first);
      broken.add("80");
      source.publish(changed(before, routes("/b.*")));
      assert.equal(sets("a").routes.get("80"), first);
      assert.deepEqual(
        failures.map(({ plan }) => plan.name),
        ["80"],
      );
      broken.clear();
      source.publish(changed(before, routes("/c.*")));
      assert.notEqual(sets("a").routes.get("80")?.version, first.version);
    }
  });

  test("is not lent to others where it cannot be made and stays what it was", () => {
    const byLabels = config("VirtualService", "app/web", {
      hosts: ["web"],
      http: [{ match: [{ sourceLabels: { app: "x" } }], route: [{ destination: { host: "reviews" } }] }],
    });
    const objects = [service("reviews", 80), service("web", 90), byLabels];
    const { source, broken } = start(snapshotOf(...objects));
    const one = proxy("a");
    const two = parseProxy({ id: "sidecar~10.1.0.2~b.app~app.svc.cluster.local", metadata: { LABELS: { app: "x" } } });
    const listeners = (of: typeof one) => {
      const set = source.current?.client(of).resources(xdsTypes.listener, "all");
      assert.ok(set);
      return set;
    };
    const name = "0.0.0.0_80";
    const old = listeners(one).get(name);
    assert.ok(old);
    broken.add(name);
    source.publish(snapshotOf(...objects, service("more", 80)));
    assert.equal(listeners(one).get(name), old);
    assert.equal(listeners(two).get(name), undefined);
  });

  test("keeps nothing of what it was once a proxy has what it is", async () => {
    const before = mesh();
    const { source } = start(before);
    const one = proxy("a");
    /** The proxy's table as it is now, which nobody here holds. */
    const table = () => {
      const resource = source.current?.client(one).resources(xdsTypes.route, wantedRoutes).get("80");
      assert.ok(resource);
      return new WeakRef(resource);
    };
    const old = table();
    source.publish(changed(before, routes("/b.*")));
    const now = table();
    await collectGarbage();
    assert.deepEqual([old.deref(), now.deref()?.name], [undefined, "80"]);
  });

  test("can be measured and forgotten, and stays as it is for those who have it", () => {
    const { source, sets } = start(mesh());
    const first = sets("a");
    const { objects, bytes } = source.measureCaches();
    assert.equal(objects, 3, "two Services and a VirtualService");
    assert.ok((bytes[xdsTypes.cluster] ?? 0) > 100 && (bytes[xdsTypes.route] ?? 0) > 100);
    source.clearCaches();
    assert.equal(source.measureCaches().objects, 0);
    assert.equal(sets("a").clusters, first.clusters);
  });

  test("names the endpoints that a cluster needs again when it changes", () => {
    const { sets } = start(mesh());
    const { follower } = sets("a").clusters.get("outbound|90||web.app.svc.cluster.local") ?? {};
    assert.deepEqual(follower, { type: xdsTypes.endpoint, name: "outbound|90||web.app.svc.cluster.local" });
  });

  test("tells problems by code and proxy, and keeps those of the version before", () => {
    const before = mesh();
    const { source, sets } = start(before);
    sets("a");
    assert.deepEqual(source.status, { current: {}, previous: {} });
    source.publish(changed(before, routes("(")));
    assert.deepEqual(source.status.current, {});
    sets("a");
    sets("b");
    const { current } = source.status;
    assert.deepEqual(Object.keys(current), ["FW1201"]);
    assert.deepEqual(Object.keys(current["FW1201"] ?? {}), [proxy("a").id, proxy("b").id]);
    source.publish(changed(before, routes("/a.*")));
    sets("a");
    assert.deepEqual(source.status, { current: {}, previous: current });
  });

  test("has a table of names for a proxy that answers its workload's DNS queries, and for no other", () => {
    const { source } = start(mesh());
    const { id } = proxy("a");
    const asking = parseProxy({ id, metadata: { DNS_CAPTURE: "true", NAMESPACE: "app" } });
    const [table, ...others] = source.current?.client(asking).resources(xdsTypes.nameTable, "all").values() ?? [];
    assert.deepEqual(others, []);
    assert.match(
      Buffer.from(table?.field ?? []).toString("latin1"),
      /reviews\.app\.svc\.cluster\.local.*10\.0\.0\.80/s,
    );
    assert.equal(source.current?.client(proxy("a")).resources(xdsTypes.nameTable, "all").size, 0);
  });

  test("changes by a patch for those of its namespace only, and for all if it is the root's", () => {
    const patch = { operation: "MERGE", value: { alt_stat_name: "patched" } };
    const match = { cluster: { service: "reviews.app.svc.cluster.local" } };
    const filter = (id: string) => config("EnvoyFilter", id, { configPatches: [{ applyTo: "CLUSTER", match, patch }] });
    const changedBy = (id: string) => {
      const before = mesh();
      const { source, sets } = start(before);
      const first = { app: sets("a").clusters, other: sets("a", "other").clusters };
      source.publish(changed(before, filter(id)));
      const names = (now: typeof first.app, then: typeof first.app) =>
        now === then
          ? "the same"
          : now.differenceFrom(then).parcels.flatMap(({ resources }) => resources.map(({ name }) => name));
      return [names(sets("a").clusters, first.app), names(sets("a", "other").clusters, first.other)];
    };
    const reviews = ["outbound|80||reviews.app.svc.cluster.local"];
    assert.deepEqual(changedBy("app/filter"), [reviews, "the same"]);
    assert.deepEqual(changedBy("istio-system/filter"), [reviews, reviews]);
    assert.deepEqual(changedBy("third/filter"), ["the same", "the same"]);
  });

  test("shares what no patch is for, and makes what a patch is for once for all who have the patch", () => {
    const patch = { operation: "MERGE", value: { alt_stat_name: "patched" } };
    const match = { cluster: { service: "reviews.app.svc.cluster.local" } };
    const filter = config("EnvoyFilter", "app/filter", { configPatches: [{ applyTo: "CLUSTER", match, patch }] });
    const { sets, source } = start(snapshotOf(service("reviews", 80), service("web", 90), filter));
    const [here, beside, there] = [sets("a"), sets("b"), sets("a", "other")].map(({ clusters }) => clusters);
    const [patched, plain] = ["outbound|80||reviews", "outbound|90||web"].map(
      (name) => `${name}.app.svc.cluster.local`,
    );
    assert.equal(here?.get(plain ?? ""), there?.get(plain ?? ""));
    assert.notEqual(here?.get(patched ?? "")?.version, there?.get(patched ?? "")?.version);
    assert.equal(here?.get(patched ?? ""), beside?.get(patched ?? ""));
    const resource = here?.get(patched ?? "");
    assert.ok(resource);
    assert.deepEqual(
      source.sourcesOf(resource).map(({ kind }) => kind),
      ["Service", "EnvoyFilter"],
    );
  });

  test("has configurations of filters for those who ask for them by name", () => {
    const plugin = config("WasmPlugin", "app/plug", { url: "file:///plug.wasm" });
    const { source } = start(snapshotOf(service("reviews", 80), plugin));
    const name = "extensions.istio.io/trafficextension/app.plug~istio-translated-wasmplugin";
    const named = (namespace: string, wanted: "all" | ReadonlySet<string>) =>
      [...(source.current?.client(proxy("a", namespace)).resources(xdsTypes.extension, wanted).values() ?? [])].map(
        (each) => each.name,
      );
    assert.deepEqual(named("app", new Set([name, "other"])), [name]);
    assert.deepEqual(named("other", new Set([name])), []);
    assert.deepEqual(named("app", "all"), []);
  });

  test("tells of patches that cannot be read", () => {
    const patch = { operation: "MERGE", value: { connect_timeout: 7 } };
    const filter = config("EnvoyFilter", "app/filter", { configPatches: [{ applyTo: "CLUSTER", patch }] });
    const { sets, source } = start(snapshotOf(service("reviews", 80), filter));
    sets("a");
    assert.deepEqual(Object.keys(source.status.current), ["FW1241"]);
  });

  test("is nothing for a type that nobody makes", () => {
    const { source } = start(mesh());
    const set = source.current?.client(proxy("a")).resources("type.googleapis.com/some.Other", "all");
    assert.equal(set?.size, 0);
  });
});
