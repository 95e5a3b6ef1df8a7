import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import {
  namespace,
  node,
  pod,
  podEndpoint,
  service,
  serviceEntry,
  slice,
  workloadEntry,
} from "../registry/testing/objects.ts";
import { createMemoryStore } from "../store/index.ts";
import { Environment } from "./environment.ts";
import type { EnvironmentChange } from "./environment-change.ts";
import { config } from "./testing/configs.ts";

const web = "app/web.app.svc.cluster.local";
const routes = (timeout: string) =>
  config("VirtualService", "app/web", {
    hosts: ["web"],
    http: [{ timeout, route: [{ destination: { host: "web" } }] }],
  });
const webSlice = (...pods: readonly string[]) =>
  slice(
    "web-1",
    "web",
    pods.map((name, i) => podEndpoint(name, `10.0.0.${i + 1}`)),
  );
const runs = (name: string, address: string, account = "web") => pod(name, address, { serviceAccountName: account });

const portLevel = { port: { number: 80 }, loadBalancer: { simple: "PASSTHROUGH" } };

async function open(t: TestContext, ...objects: readonly Resource[]) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of objects) {
    await store.create(object);
    if (object["status"]) await store.updateStatus(object);
  }
  const passed: ResourceKey[] = [];
  const changes: EnvironmentChange[] = [];
  const environment = await Environment.open({ store, passedOver: (key) => void passed.push(key) });
  environment.onChange((change) => void changes.push(change));
  t.after(async () => {
    await environment.close();
    await store.close();
  });
  const plain = ({ reasons, full, keys, removedServices }: EnvironmentChange) => ({
    said: [...reasons].map(([reason, count]) => `${reason} ${count}`).join(),
    full,
    keys: [...keys].sort(),
    removedServices,
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** What a write was told as. */
  const told = async (write: () => Promise<unknown>) => {
    changes.length = 0;
    await write();
    await until(() => changes.length > 0);
    return changes.map(plain);
  };
  /** What some writes were told as that should not be told of: what is told after them says that they were looked at. */
  const untold = async (...writes: readonly (() => Promise<unknown>)[]) => {
    changes.length = 0;
    for (const write of writes) await write();
    await store.create(config("Sidecar", `marker/m${++markers}`, {}));
    await until(() => changes.some(({ keys }) => [...keys].some((key) => key.endsWith(`/m${markers}`))));
    return changes.map(plain).map(({ said }) => said);
  };
  let markers = 0;
  return { store, environment, told, untold, passed };
}

describe("a change of the environment", { timeout: 20_000 }, () => {
  test("of an object has its key, and of its bookkeeping is none", async (t) => {
    const { store, told, untold, passed } = await open(t, routes("1s"));
    const key = "networking.istio.io/VirtualService/app/web";
    const changed = await told(() => store.update(routes("2s")));
    assert.deepEqual(changed, [{ said: "config 1", full: true, keys: [key], removedServices: 0 }]);
    const withStatus = { ...routes("2s"), status: { conditions: [{ type: "Reconciled", status: "True" }] } };
    const noted = { ...routes("2s"), metadata: { ...routes("2s").metadata, annotations: { "example.com/note": "x" } } };
    const none = await untold(
      () => store.updateStatus(withStatus),
      () => store.update(noted),
    );
    assert.deepEqual(none, ["config 1"], "the marker's");
    assert.equal(passed.length, 2);
    const gone = await told(() => store.delete(keyOf(routes(""))));
    assert.deepEqual(gone, [{ said: "config 1", full: true, keys: [key], removedServices: 0 }]);
  });

  test("of an annotation that is read counts", async (t) => {
    const policy = config("AuthorizationPolicy", "app/deny", { action: "DENY", rules: [{}] });
    const { store, told } = await open(t, policy);
    const tried = { ...policy, metadata: { ...policy.metadata, annotations: { "istio.io/dry-run": "true" } } };
    assert.equal((await told(() => store.update(tried))).length, 1);
  });

  test("of services has their keys, and tells how many are gone", async (t) => {
    const { store, told } = await open(t, service("web"), service("old"));
    const [change, ...more] = await told(() => store.update(service("web", { ports: [{ name: "http", port: 81 }] })));
    assert.deepEqual(more, []);
    assert.deepEqual(change, { said: "service 1", full: true, keys: [web], removedServices: 0 });
    const [gone] = await told(() => store.delete(keyOf(service("old"))));
    assert.deepEqual([gone?.said, gone?.removedServices], ["service 1", 1]);
  });

  test("of endpoints is of nothing else, unless other accounts are behind the service", async (t) => {
    const objects = [service("web"), runs("p1", "10.0.0.1"), runs("p2", "10.0.0.2"), runs("p3", "10.0.0.3", "other")];
    const { store, told } = await open(t, ...objects, webSlice("p1"));
    const [more] = await told(() => store.update(webSlice("p1", "p2")));
    assert.deepEqual(more, { said: "endpoint 1", full: false, keys: [web], removedServices: 0 });
    const [other] = await told(() => store.update(webSlice("p1", "p2", "p3")));
    assert.deepEqual([other?.said, other?.full], ["endpoint 1", true]);
    const [none] = await told(() => store.delete(keyOf(webSlice())));
    assert.equal(none?.full, true, "the last account is gone too");
  });

  test("of endpoints is of everything where clusters carry them or have to do for all of them", async (t) => {
    const named = serviceEntry("vm", { resolution: "DNS", workloadSelector: { labels: { app: "vm" } } });
    const vm = (address: string) => workloadEntry("vm", { address, labels: { app: "vm" }, serviceAccount: "vm" });
    const { store, told } = await open(t, named, vm("one.example.com"));
    assert.deepEqual(
      (await told(() => store.update(vm("two.example.com")))).map(({ full }) => full),
      [true],
    );
    const objects = [service("web"), runs("p1", "10.0.0.1"), runs("p2", "10.0.0.2"), webSlice("p1")];
    const passing = { host: "web", trafficPolicy: { portLevelSettings: [portLevel] } };
    const other = await open(t, ...objects, config("DestinationRule", "app/web", passing));
    assert.equal(other.environment.snapshot.destinationRules.byNamespace.size, 1);
    const [more] = await other.told(() => other.store.update(webSlice("p1", "p2")));
    assert.deepEqual([more?.said, more?.full], ["endpoint 1", true]);
  });

  test("of endpoints is of everything where they are called themselves", async (t) => {
    const headless = service("web", { clusterIP: "None" });
    const { store, told } = await open(t, headless, runs("p1", "10.0.0.1"), runs("p2", "10.0.0.2"), webSlice("p1"));
    const [more] = await told(() => store.update(webSlice("p1", "p2")));
    assert.deepEqual([more?.said, more?.full], ["headlessendpoint 1", true]);
  });

  test("of workloads is for the proxies beside them only, also by labels of their node or namespace", async (t) => {
    const place = (region: string) => node("node-a", { "topology.kubernetes.io/region": region });
    const { store, told, untold } = await open(t, runs("p1", "10.0.0.1"), place("r1"), namespace("app"));
    const key = "Pod/app/p1";
    const moved = { said: "proxy 1", full: false, keys: [key], removedServices: 0 };
    const labelled = runs("p1", "10.0.0.1");
    const relabelled = { ...labelled, metadata: { ...labelled.metadata, labels: { app: "other" } } };
    assert.deepEqual(await told(() => store.update(relabelled)), [moved]);
    assert.deepEqual(await told(() => store.update(place("r2"))), [moved]);
    assert.deepEqual(await told(() => store.update(namespace("app", { "topology.istio.io/network": "n1" }))), [moved]);
    const noted = { ...place("r2"), metadata: { ...place("r2").metadata, annotations: { "example.com/note": "x" } } };
    assert.deepEqual(await untold(() => store.update(noted)), ["config 1"], "the marker's");
  });

  test("of a workload entry's status counts only if it says something else of its health", async (t) => {
    const vm = (name: string, address: string, status?: object) =>
      workloadEntry(
        name,
        { address, labels: { app: "vm" }, serviceAccount: "vm" },
        status ? { annotations } : {},
        status,
      );
    const annotations = { "proxy.istio.io/health-checks-enabled": "true" };
    const entry = (status: string, lastProbeTime: string) =>
      vm("vm", "10.0.0.9", { conditions: [{ type: "Healthy", status, lastProbeTime }] });
    const selecting = serviceEntry("vm", { resolution: "STATIC", workloadSelector: { labels: { app: "vm" } } });
    const healthy = entry("True", "2026-01-01T00:00:00Z");
    const { store, told, untold } = await open(t, selecting, healthy, vm("other", "10.0.0.8"));
    const beat = () => store.updateStatus(entry("True", "2026-01-01T00:00:10Z"));
    assert.deepEqual(await untold(beat), ["config 1"], "the marker's");
    const [sick] = await told(() => store.updateStatus(entry("False", "2026-01-01T00:00:20Z")));
    assert.deepEqual([sick?.said, sick?.full], ["endpoint 1,proxy 1", false]);
  });

  test("of the mesh's settings or its networks may be of anything", async (t) => {
    const map = (mesh: string, meshNetworks: string): Resource => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: "istio-system", name: "istio" },
      data: { mesh, meshNetworks },
    });
    const { store, environment, told } = await open(t, map("trustDomain: one", "{}"));
    const domains = () => environment.snapshot.settings.trustDomain;
    assert.equal(domains(), "one");
    const isGlobal = { said: "global 1", full: true, keys: [], removedServices: 0 };
    assert.deepEqual(await told(() => store.update(map("trustDomain: two", "{}"))), [isGlobal]);
    assert.equal(domains(), "two");
    const networks = "networks: {n1: {gateways: [{address: 192.0.2.1, port: 15443}]}}";
    assert.deepEqual(await told(() => store.update(map("trustDomain: two", networks))), [isGlobal]);
  });
});
