import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseProxy } from "../core/index.ts";
import { AggregateRegistry } from "./aggregate-registry.ts";
import { MemoryRegistry } from "./memory-registry.ts";
import { Registry } from "./registry.ts";
import { defaultRegistrySettings } from "./registry-settings.ts";
import { added, pod, podEndpoint, removed, service, slice } from "./testing/objects.ts";
import { plainSnapshot } from "./testing/plain-snapshot.ts";

const host = "web.app.svc.cluster.local";

function cluster(clusterId: string, address: string, podAddress: string) {
  const registry = new Registry({ settings: { ...defaultRegistrySettings, clusterId } });
  registry.apply(
    added(
      service("web", { clusterIP: address }),
      pod("p1", podAddress),
      slice("web-1", "web", [podEndpoint("p1", podAddress)]),
    ),
  );
  return registry;
}

const nothing = new Set<string>();
const unchanged = {
  version: 0,
  services: nothing,
  endpoints: nothing,
  workloads: nothing,
  nodes: nothing,
  gateways: false,
};

/** East is the own cluster, west a remote one. */
function together(east: Registry, west: Registry): AggregateRegistry {
  const all = new AggregateRegistry();
  all.setOwn(east.snapshot, unchanged);
  all.set("west", west.snapshot);
  return all;
}

describe("several registries together", () => {
  test("are the own one as long as it is alone", () => {
    const east = cluster("east", "10.96.0.1", "10.0.0.1");
    const all = new AggregateRegistry();
    assert.equal(all.setOwn(east.snapshot, unchanged), unchanged);
    assert.equal(all.snapshot, east.snapshot);
  });

  test("have one service for a host, with each cluster's addresses and endpoints", () => {
    const [east, west] = [cluster("east", "10.96.0.1", "10.0.0.1"), cluster("west", "10.97.0.1", "10.1.0.1")];
    const all = new AggregateRegistry();
    all.setOwn(east.snapshot, unchanged);
    const change = all.set("west", west.snapshot);
    assert.deepEqual([...change.services], [`app/${host}`]);
    const found = all.snapshot.service(host);
    assert.ok(found);
    assert.deepEqual(found.addresses, ["10.96.0.1"]);
    assert.deepEqual(
      new Map(found.addressesByCluster),
      new Map([
        ["east", ["10.96.0.1"]],
        ["west", ["10.97.0.1"]],
      ]),
    );
    const shards = all.snapshot.endpoints(found);
    assert.deepEqual([...shards.keys()], ["east", "west"]);
    assert.equal(shards.get("east"), east.snapshot.endpoints(found).get("east"));
  });

  test("take over only what a member says has changed", () => {
    const [east, west] = [cluster("east", "10.96.0.1", "10.0.0.1"), cluster("west", "10.97.0.1", "10.1.0.1")];
    const all = together(east, west);
    const change = west.apply(added(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }])));
    const told = all.set("west", west.snapshot, change);
    assert.deepEqual([[...told.services], [...told.endpoints]], [[], [`app/${host}`]]);
    assert.deepEqual(plainSnapshot(all.snapshot), plainSnapshot(together(east, west).snapshot));
  });

  test("are what is left when one goes", () => {
    const east = cluster("east", "10.96.0.1", "10.0.0.1");
    const all = together(east, cluster("west", "10.97.0.1", "10.1.0.1"));
    all.remove("west");
    assert.deepEqual(plainSnapshot(all.snapshot), plainSnapshot(east.snapshot));
  });

  test("are the same in whichever order they came", () => {
    const [east, north, west] = (["east", "north", "west"] as const).map((name, i) =>
      cluster(name, `10.9${i}.0.1`, `10.${i}.0.1`),
    ) as [Registry, Registry, Registry];
    north.apply(added(service("late", { clusterIP: "10.91.0.2" })));
    west.apply(added(service("late", { clusterIP: "10.92.0.2", type: "NodePort" })));
    const one = together(east, west);
    one.set("north", north.snapshot);
    const other = new AggregateRegistry();
    other.setOwn(east.snapshot, unchanged);
    other.set("north", north.snapshot);
    other.set("west", west.snapshot);
    assert.deepEqual(one.snapshot.service("late.app.svc.cluster.local")?.addresses, ["10.91.0.2"]);
    other.remove("west");
    other.set("west", west.snapshot);
    const plain = plainSnapshot(other.snapshot);
    assert.deepEqual(plainSnapshot(one.snapshot), plain);
  });

  test("tell pods of the same name apart by the proxy's cluster", () => {
    const all = together(cluster("east", "10.96.0.1", "10.0.0.1"), cluster("west", "10.97.0.1", "10.1.0.1"));
    for (const [name, address] of [
      ["east", "10.0.0.1"],
      ["west", "10.1.0.1"],
    ] as const) {
      const proxy = parseProxy({ id: `sidecar~${address}~p1.app~app.svc`, metadata: { CLUSTER_ID: name } });
      assert.deepEqual(all.snapshot.workloadOf(proxy)?.addresses, [address]);
    }
    const unread = parseProxy({ id: "sidecar~10.2.0.1~p1.app~app.svc", metadata: { CLUSTER_ID: "north" } });
    assert.equal(all.snapshot.workloadOf(unread), undefined);
  });
});

describe("a registry in memory", () => {
  test("has the services it is given", () => {
    const source = cluster("east", "10.96.0.1", "10.0.0.1").snapshot;
    const found = source.service(host)!;
    const endpoints = source.endpointsOfPort(found, 80);
    const memory = new MemoryRegistry("east");
    assert.deepEqual([...memory.set([{ service: found, endpoints }]).services], [`app/${host}`]);
    assert.equal(memory.snapshot.service(host), found);
    assert.equal(memory.set([{ service: { ...found }, endpoints }]).services.size, 0);
    const key = `app/${host}`;
    assert.deepEqual([...memory.setEndpoints(key, []).endpoints], [key]);
    assert.equal(memory.setEndpoints("app/none", endpoints).endpoints.size, 0);
    memory.remove([key]);
    assert.equal(memory.snapshot.serviceCount, 0);
  });
});

test("a service whose object goes is gone everywhere", () => {
  const registry = cluster("east", "10.96.0.1", "10.0.0.1");
  const change = registry.apply(removed(service("web")));
  assert.deepEqual([[...change.services], [...change.endpoints]], [[`app/${host}`], [`app/${host}`]]);
  assert.equal(registry.snapshot.service(host), undefined);
});
