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

describe("several registries together", () => {
  test("have one service for a host, with each cluster's addresses and endpoints", () => {
    const [east, west] = [cluster("east", "10.96.0.1", "10.0.0.1"), cluster("west", "10.97.0.1", "10.1.0.1")];
    const all = new AggregateRegistry();
    all.set("east", east.snapshot);
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
    const all = new AggregateRegistry();
    all.set("east", east.snapshot);
    all.set("west", west.snapshot);
    const change = west.apply(added(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }])));
    const told = all.set("west", west.snapshot, change);
    assert.deepEqual([[...told.services], [...told.endpoints]], [[], [`app/${host}`]]);
    const fresh = new AggregateRegistry();
    fresh.set("east", east.snapshot);
    fresh.set("west", west.snapshot);
    assert.deepEqual(plainSnapshot(all.snapshot), plainSnapshot(fresh.snapshot));
  });

  test("are what is left when one goes, also the first", () => {
    for (const gone of ["east", "west"]) {
      const members = {
        east: cluster("east", "10.96.0.1", "10.0.0.1"),
        west: cluster("west", "10.97.0.1", "10.1.0.1"),
      };
      const all = new AggregateRegistry();
      for (const [name, member] of Object.entries(members)) all.set(name, member.snapshot);
      all.remove(gone);
      const left = gone === "east" ? members.west : members.east;
      assert.deepEqual(plainSnapshot(all.snapshot), plainSnapshot(left.snapshot));
    }
  });

  test("tell pods of the same name apart by the proxy's cluster", () => {
    const all = new AggregateRegistry();
    all.set("east", cluster("east", "10.96.0.1", "10.0.0.1").snapshot);
    all.set("west", cluster("west", "10.97.0.1", "10.1.0.1").snapshot);
    for (const [name, address] of [
      ["east", "10.0.0.1"],
      ["west", "10.1.0.1"],
    ] as const) {
      const proxy = parseProxy({ id: `sidecar~${address}~p1.app~app.svc`, metadata: { CLUSTER_ID: name } });
      assert.deepEqual(all.snapshot.workloadOf(proxy)?.addresses, [address]);
    }
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
