import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../api/index.ts";
import { keyOf } from "../api/index.ts";
import { Metrics } from "../base/metrics.ts";
import { buildSnapshot, meshSettings } from "../mesh/index.ts";
import { Registry } from "../registry/index.ts";
import { meshMetricsRefresher, registerMeshMetrics } from "./mesh-metrics.ts";

const object = (apiVersion: string, kind: string, name: string, spec: object): Resource => ({
  apiVersion,
  kind,
  metadata: { namespace: "app", name, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec,
});

test("what is configured, and what is wrong with it, is counted as it is now", () => {
  const route = { hosts: ["web"], http: [{ route: [{ destination: { host: "web" } }] }] };
  const all = [
    object("v1", "Service", "web", { clusterIP: "10.0.0.1", ports: [{ name: "http", port: 80 }] }),
    object("networking.istio.io/v1", "VirtualService", "one", route),
    object("networking.istio.io/v1", "VirtualService", "two", route),
  ];
  const metrics = new Metrics();
  const refreshMesh = meshMetricsRefresher(registerMeshMetrics(metrics));
  const refresh = (resources: readonly Resource[], status = {}) => {
    const registry = new Registry();
    registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
    const settings = meshSettings({});
    refreshMesh(buildSnapshot({ settings, registry: registry.snapshot, resources, now: 0 }), status);
    return metrics
      .text()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
  };
  const twice = { FW1212: { "proxy-1": ["same", "other"], "proxy-2": ["same"] } };
  assert.deepEqual(refresh(all, twice), [
    "pilot_virt_services 2",
    "pilot_eds_no_instances 1",
    "pilot_vservice_dup_domain 1",
    "pilot_destrule_subsets 0",
    "pilot_conflict_outbound_listener_tcp_over_current_tcp 2",
    'fairway_config_problems_current{code="FW1104"} 1',
    'fairway_config_problems_current{code="FW1212"} 2',
  ]);
  assert.deepEqual(refresh(all.slice(0, 2)), [
    "pilot_virt_services 1",
    "pilot_eds_no_instances 1",
    "pilot_vservice_dup_domain 0",
    "pilot_destrule_subsets 0",
    "pilot_conflict_outbound_listener_tcp_over_current_tcp 0",
  ]);
});
