import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSnapshot, meshSettings } from "../mesh/index.ts";
import { ClusterRegistries, defaultRegistrySettings } from "../registry/index.ts";
import { added, service, slice } from "../registry/testing/objects.ts";
import { endpointShardz } from "./debug-registry.ts";

interface Shards {
  readonly [host: string]: {
    readonly [namespace: string]: { readonly shards: { readonly [cluster: string]: readonly unknown[] } };
  };
}

test("endpoints are shown by host, namespace and the cluster that told of them, each cluster's news by themselves", () => {
  const all = new ClusterRegistries({ settings: { ...defaultRegistrySettings, clusterId: "east" } });
  const objects = (i: number) =>
    added(service("web"), slice("web-1", "web", [{ addresses: [`10.${i}.0.1`] }]), service("empty"));
  all.apply(objects(0));
  const west = all.remote("west");
  all.applyRemote("west", west, objects(1));
  all.join("west", west);
  const shown = () => {
    const settings = meshSettings({});
    return endpointShardz(buildSnapshot({ settings, registry: all.snapshot, resources: [], now: 0 })) as Shards;
  };
  const before = shown();
  const { shards } = before["web.app.svc.cluster.local"]?.["app"] ?? assert.fail();
  assert.deepEqual(
    Object.entries(shards).map(([cluster, { length }]) => [cluster, length]),
    [
      ["east", 1],
      ["west", 1],
    ],
  );
  all.applyRemote("west", west, added(slice("web-2", "web", [{ addresses: ["10.1.0.2"] }])));
  const after = shown()["web.app.svc.cluster.local"]?.["app"]?.shards;
  assert.equal(after?.["east"], shards["east"], "what the other cluster told is the very same");
  assert.equal(after?.["west"]?.length, 2);
});
