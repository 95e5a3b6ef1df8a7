import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../api/index.ts";
import { keyOf } from "../api/index.ts";
import { Metrics } from "../base/metrics.ts";
import { parseProxy } from "../core/index.ts";
import { buildSnapshot, meshSettings } from "../mesh/index.ts";
import { Registry } from "../registry/index.ts";
import { pod, service, slice } from "../registry/testing/objects.ts";
import { type MeshFacts, meshMetricsRefresher, registerMeshMetrics } from "./mesh-metrics.ts";

const object = (apiVersion: string, kind: string, name: string, spec: object): Resource => ({
  apiVersion,
  kind,
  metadata: { namespace: "app", name, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec,
});

/** All samples of some objects, proxies that are connected, and what is wrong at these. */
function sampler() {
  const metrics = new Metrics();
  const refreshMesh = meshMetricsRefresher(registerMeshMetrics(metrics));
  return (resources: readonly Resource[], facts: Partial<MeshFacts> = {}) => {
    const registry = new Registry();
    registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
    const settings = meshSettings({});
    const snapshot = buildSnapshot({ settings, registry: registry.snapshot, resources, now: 0 });
    const { endpointsWithoutPod } = registry;
    refreshMesh({ snapshot, status: {}, proxies: [], endpointsWithoutPod, ...facts });
    return metrics
      .text()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#") && !line.endsWith(" 0"));
  };
}

test("what is configured, and what is wrong with it, is counted as it is now", () => {
  const route = { hosts: ["web"], http: [{ route: [{ destination: { host: "web" } }] }] };
  const all = [
    object("v1", "Service", "web", { clusterIP: "10.0.0.1", ports: [{ name: "http", port: 80 }] }),
    object("networking.istio.io/v1", "VirtualService", "one", route),
    object("networking.istio.io/v1", "VirtualService", "two", route),
  ];
  const samples = sampler();
  const status = { FW1212: { "proxy-1": ["same", "other"], "proxy-2": ["same"] } };
  assert.deepEqual(samples(all, { status }), [
    "pilot_virt_services 2",
    "pilot_eds_no_instances 1",
    "pilot_vservice_dup_domain 1",
    "pilot_conflict_outbound_listener_tcp_over_current_tcp 2",
    'fairway_config_problems_current{code="FW1104"} 1',
    'fairway_config_problems_current{code="FW1212"} 2',
  ]);
  assert.deepEqual(samples(all.slice(0, 2)), ["pilot_virt_services 1", "pilot_eds_no_instances 1"]);
});

test("endpoints are counted, services without any, and what stands alone", () => {
  const entry = (name: string, endpoints: readonly object[]) =>
    object("networking.istio.io/v1", "ServiceEntry", name, {
      hosts: [`${name}.example.com`],
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      resolution: "DNS",
      location: "MESH_EXTERNAL",
      workloadSelector: endpoints.length > 0 ? undefined : { labels: { app: "nothing" } },
      endpoints,
    });
  const all = [
    service("web"),
    slice("web-1", "web", [
      { addresses: ["10.0.0.1"] },
      { addresses: ["10.0.0.2"], conditions: { ready: false, serving: false, terminating: false } },
      { addresses: ["10.0.0.3"], targetRef: { kind: "Pod", name: "unknown", namespace: "app" } },
    ]),
    entry("named", [{ address: "a.example.com" }]),
    entry("empty", []),
  ];
  const node = (type: string, app: string) =>
    parseProxy({ id: `${type}~10.1.0.1~${app}.app~app.svc.cluster.local`, metadata: { LABELS: { app } } });
  const proxies = [node("sidecar", "web"), node("sidecar", "alone"), node("router", "alone")];
  const samples = sampler();
  assert.deepEqual(samples(all, { proxies }), [
    "pilot_dns_cluster_without_endpoints 1",
    "fairway_endpoints 3",
    "pilot_endpoint_not_ready 1",
    "endpoint_no_pod 1",
    "pilot_no_ip 1",
  ]);
  assert.deepEqual(samples([service("web"), pod("unknown", "10.0.0.3")]), ["pilot_eds_no_instances 1"]);
  const twice = service("other", { selector: { app: "web" } });
  assert.deepEqual(samples([service("web"), twice], { proxies }), [
    "pilot_eds_no_instances 2",
    "pilot_no_ip 1",
    "pilot_conflict_inbound_listener 1",
  ]);
});
