import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseProxy } from "../core/index.ts";
import { ClusterRegistries } from "./cluster-registries.ts";
import { isEmptyChange } from "./registry-change.ts";
import { defaultRegistrySettings } from "./registry-settings.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";
import { added, namespace, pod, podEndpoint, removed, service, serviceEntry, slice } from "./testing/objects.ts";
import { plainSnapshot } from "./testing/plain-snapshot.ts";

const host = "web.app.svc.cluster.local";
const key = `app/${host}`;
const settings = { ...defaultRegistrySettings, clusterId: "east" };

const objectsOf = (clusterIP: string, address: string) =>
  added(service("web", { clusterIP }), pod("p1", address), slice("web-1", "web", [podEndpoint("p1", address)]));

function addressesOf(snapshot: RegistrySnapshot, hostname = host): object {
  const found = snapshot.service(hostname);
  assert.ok(found);
  const shards = [...snapshot.endpoints(found)];
  return Object.fromEntries(shards.map(([name, all]) => [name, all.flatMap(({ addresses }) => addresses)]));
}

/** East is the own cluster; west joined. */
function joined() {
  const registries = new ClusterRegistries({ settings });
  registries.apply(objectsOf("10.96.0.1", "10.0.0.1"));
  const west = registries.remote("west");
  registries.applyRemote("west", west, objectsOf("10.97.0.1", "10.1.0.1"));
  return { registries, west };
}

describe("registries of several clusters", () => {
  test("see a remote one in one step, when it joins", () => {
    const { registries, west } = joined();
    assert.deepEqual(addressesOf(registries.snapshot), { east: ["10.0.0.1"] });
    const change = registries.join("west", west);
    assert.deepEqual([[...change.services], [...change.endpoints]], [[key], [key]]);
    assert.deepEqual(addressesOf(registries.snapshot), { east: ["10.0.0.1"], west: ["10.1.0.1"] });
    assert.deepEqual([...registries.leave("west", west).endpoints], [key]);
    assert.deepEqual(addressesOf(registries.snapshot), { east: ["10.0.0.1"] });
  });

  test("tell only what differs when another one takes a remote one's place, and no more of that", () => {
    const { registries, west } = joined();
    registries.join("west", west);
    const next = registries.remote("west");
    registries.applyRemote("west", next, objectsOf("10.97.0.1", "10.1.0.1"));
    registries.applyRemote("west", next, added(service("new", { clusterIP: "10.97.0.2" })));
    const change = registries.join("west", next);
    assert.deepEqual([[...change.services], [...change.endpoints]], [["app/new.app.svc.cluster.local"], []]);
    assert.ok(isEmptyChange(registries.applyRemote("west", west, removed(service("web")))));
    assert.ok(isEmptyChange(registries.leave("west", west)));
    assert.deepEqual(addressesOf(registries.snapshot), { east: ["10.0.0.1"], west: ["10.1.0.1"] });
  });

  test("have each cluster's network, by the label of its own root namespace", () => {
    const { registries, west } = joined();
    registries.applyRemote("west", west, added(namespace("istio-system", { "topology.istio.io/network": "n-west" })));
    registries.apply(added(namespace("istio-system", { "topology.istio.io/network": "n-east" })));
    registries.join("west", west);
    const web = registries.snapshot.service(host);
    assert.ok(web);
    const networks = [...registries.snapshot.endpoints(web).values()].flat().map(({ network }) => network);
    assert.deepEqual(networks, ["n-east", "n-west"]);
  });

  test("tell what a proxy serves by its own cluster, where another has the same addresses", () => {
    const { registries, west } = joined();
    const bare = service("bare", { selector: undefined });
    registries.apply(added(bare, slice("bare-1", "bare", [{ addresses: ["10.1.0.1"] }])));
    registries.join("west", west);
    const proxy = parseProxy({ id: "sidecar~10.1.0.1~p1.app~app.svc", metadata: { CLUSTER_ID: "west" } });
    const served = registries.snapshot.serviceTargets(proxy).map(({ service: { hostname } }) => hostname);
    assert.deepEqual(served, [host]);
  });

  test("follow the settings of the mesh, also those that changed before a remote one joined", () => {
    const { registries, west } = joined();
    registries.applySettings({ ...settings, trustDomain: "one" });
    registries.join("west", west);
    const accounts = () => registries.snapshot.serviceAccounts({ ...registries.snapshot.service(host)! });
    assert.deepEqual(accounts(), ["spiffe://one/ns/app/sa/default"]);
    const change = registries.applySettings({ ...settings, trustDomain: "two" });
    assert.deepEqual(accounts(), ["spiffe://two/ns/app/sa/default"]);
    assert.ok(change.endpoints.has(key));
  });

  test("select workloads of all clusters by entries of the own one, and of nobody else", () => {
    const { registries, west } = joined();
    registries.join("west", west);
    const entry = serviceEntry("all", { resolution: "STATIC", workloadSelector: { labels: { app: "web" } } });
    const own = serviceEntry("fixed", { resolution: "STATIC", endpoints: [{ address: "10.5.0.1" }] });
    registries.apply(added(entry, own));
    const both = { east: ["10.0.0.1"], west: ["10.1.0.1"] };
    assert.deepEqual(addressesOf(registries.snapshot, "all.example.com"), both);
    assert.deepEqual(addressesOf(registries.snapshot, "fixed.example.com"), { east: ["10.5.0.1"] });
    const late = registries.remote("north");
    registries.applyRemote("north", late, added(pod("p9", "10.9.0.1")));
    registries.join("north", late);
    assert.deepEqual(addressesOf(registries.snapshot, "all.example.com"), { ...both, north: ["10.9.0.1"] });
    registries.apply(removed(entry));
    assert.equal(registries.snapshot.service("all.example.com"), undefined);
  });

  test("are told of an object that cannot be used together with its cluster", () => {
    const told: unknown[] = [];
    const registries = new ClusterRegistries({
      settings,
      report: ({ key: { name }, cluster }) => told.push([name, cluster]),
    });
    const bad = { ...service("bad"), metadata: { name: "bad", namespace: "app", labels: 7 } } as never;
    registries.apply(added(bad));
    registries.applyRemote("west", registries.remote("west"), added(bad));
    assert.deepEqual(told, [
      ["bad", undefined],
      ["bad", "west"],
    ]);
  });

  test("are the same after any order of changes as if all had come at once", () => {
    const { registries, west } = joined();
    registries.join("west", west);
    registries.applyRemote("west", west, added(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }])));
    registries.apply(added(service("only-east", { clusterIP: "10.96.0.9" })));
    registries.applyRemote("west", west, removed(pod("p1", "10.1.0.1")));
    const fresh = new ClusterRegistries({ settings });
    fresh.apply([...objectsOf("10.96.0.1", "10.0.0.1"), ...added(service("only-east", { clusterIP: "10.96.0.9" }))]);
    const again = fresh.remote("west");
    fresh.applyRemote("west", again, objectsOf("10.97.0.1", "10.1.0.1"));
    fresh.applyRemote("west", again, added(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }])));
    fresh.applyRemote("west", again, removed(pod("p1", "10.1.0.1")));
    fresh.join("west", again);
    assert.deepEqual(plainSnapshot(registries.snapshot), plainSnapshot(fresh.snapshot));
  });
});
