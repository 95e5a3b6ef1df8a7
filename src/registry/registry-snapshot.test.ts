import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../api/index.ts";
import { parseProxy } from "../core/index.ts";
import { Registry } from "./registry.ts";
import { defaultRegistrySettings, type RegistrySettings } from "./registry-settings.ts";
import { added, node, pod, podEndpoint, service, serviceEntry, slice, workloadEntry } from "./testing/objects.ts";

function snapshotOf(objects: readonly Resource[], settings: Partial<RegistrySettings> = {}) {
  const registry = new Registry({ settings: { ...defaultRegistrySettings, ...settings } });
  registry.apply(added(...objects));
  return registry.snapshot;
}

const host = (name: string) => `${name}.app.svc.cluster.local`;
const sidecar = (name: string, ip: string, metadata: object = {}) =>
  parseProxy({ id: `sidecar~${ip}~${name}.app~app.svc.cluster.local`, metadata });
const router = (name: string, ip: string, metadata: object = {}) =>
  parseProxy({ id: `router~${ip}~${name}.app~app.svc.cluster.local`, metadata });

describe("services by name", () => {
  test("are found with and without their namespace, the oldest first", () => {
    const entry = (namespace: string, day: number) =>
      serviceEntry("se", {}, { namespace, creationTimestamp: `2026-01-0${day}T00:00:00Z` });
    const snapshot = snapshotOf([entry("a", 2), entry("b", 1)]);
    assert.equal(snapshot.service("se.example.com")?.namespace, "b");
    assert.equal(snapshot.service("se.example.com", "a")?.namespace, "a");
    assert.equal(snapshot.service("se.example.com", "c"), undefined);
    assert.deepEqual(
      snapshot.servicesOfHost("se.example.com").map((s) => s.namespace),
      ["b", "a"],
    );
  });
});

describe("endpoints of a port", () => {
  const version = (v: string) => ({ labels: { app: "web", version: v } });
  const snapshot = snapshotOf([
    service("web", {
      ports: [
        { name: "http", port: 80 },
        { name: "tcp", port: 90 },
      ],
    }),
    pod("p1", "10.0.0.1", { serviceAccountName: "one" }, version("v1")),
    pod("p2", "10.0.0.2", { serviceAccountName: "two" }, version("v2")),
    slice("web-1", "web", [podEndpoint("p1", "10.0.0.1"), podEndpoint("p2", "10.0.0.2")]),
    slice("web-2", "web", [podEndpoint("p2", "10.0.0.2")], { ports: [{ name: "tcp", port: 9000 }] }),
  ]);
  const web = snapshot.service(host("web"))!;

  test("have one of the label sets", () => {
    const found = (port: number, ...sets: { [key: string]: string }[]) =>
      snapshot.endpointsOfPort(web, port, sets).flatMap((e) => e.addresses);
    assert.deepEqual(found(80), ["10.0.0.1", "10.0.0.2"]);
    assert.deepEqual(found(80, { version: "v1" }), ["10.0.0.1"]);
    assert.deepEqual(found(80, { version: "v1" }, { version: "v2" }), ["10.0.0.1", "10.0.0.2"]);
    assert.deepEqual(found(80, { version: "v3" }), []);
    assert.deepEqual(found(90), ["10.0.0.2"]);
    assert.deepEqual(found(91), []);
  });

  test("tell the accounts of the service", () => {
    const id = (account: string) => `spiffe://cluster.local/ns/app/sa/${account}`;
    assert.deepEqual(snapshot.serviceAccounts(web), [id("one"), id("two")]);
    assert.deepEqual(snapshot.serviceAccounts(web, [90]), [id("two")]);
  });
});

describe("what a proxy serves", () => {
  const objects = [
    service("web", {
      ports: [
        { name: "http", port: 80, targetPort: "web" },
        { name: "grpc", port: 81, targetPort: 9090 },
        { name: "dns", port: 53, protocol: "UDP" },
        { name: "lost", port: 82, targetPort: "nowhere" },
      ],
    }),
    service("second", { selector: { app: "web" } }, { creationTimestamp: "2026-01-01T00:00:00Z" }),
    service("manual", { selector: undefined }),
    slice("manual-1", "manual", [{ addresses: ["10.0.0.1"] }], { ports: [{ name: "http", port: 7000 }] }),
    serviceEntry("se", { resolution: "STATIC", endpoints: [{ address: "10.0.0.1", ports: { http: 7001 } }] }),
    serviceEntry("sel", { resolution: "STATIC", workloadSelector: { labels: { app: "web" } } }),
  ];
  const served = (snapshot: ReturnType<typeof snapshotOf>, proxy: ReturnType<typeof sidecar>) =>
    snapshot.serviceTargets(proxy).map((t) => `${t.service.name}:${t.port.number}>${t.targetPort}`);
  const expected = [
    "sel.example.com:80>80",
    "web:80>8080",
    "web:81>9090",
    "second:80>8080",
    "manual:80>7000",
    "se.example.com:80>7001",
  ];

  test("are the ports of services that select it or name its address, also while it is not ready", () => {
    const unready = pod("p1", "10.0.0.1", {}, {}, { conditions: [] });
    assert.deepEqual(served(snapshotOf([...objects, unready]), sidecar("p1", "10.0.0.1")), expected);
  });

  test("is found by what a sidecar says of itself while its pod is not known", () => {
    const metadata = {
      NAMESPACE: "app",
      LABELS: { app: "web" },
      POD_PORTS: JSON.stringify([{ name: "web", containerPort: 8080 }]),
    };
    assert.deepEqual(served(snapshotOf(objects), sidecar("p1", "10.0.0.1", metadata)), expected);
    const broken = sidecar("p1", "10.9.9.9", { LABELS: { app: "web" }, POD_PORTS: "[" });
    assert.deepEqual(served(snapshotOf(objects), broken), ["sel.example.com:80>80", "web:81>9090", "second:80>8080"]);
  });

  test("is nothing for a router that stands alone", () => {
    assert.deepEqual(served(snapshotOf(objects), router("gw", "10.9.9.9", { LABELS: { app: "web" } })), []);
    const known = snapshotOf([...objects, pod("gw", "10.9.9.9")]);
    assert.equal(served(known, router("gw", "10.9.9.9")).length, 4);
  });

  test("is found by a workload entry's address and labels", () => {
    const entry = workloadEntry("vm", { address: "192.0.2.1", labels: { app: "web" }, ports: { grpc: 9999 } });
    const snapshot = snapshotOf([...objects, entry]);
    const vm = sidecar("vm-host", "192.0.2.1");
    assert.deepEqual(served(snapshot, vm), ["sel.example.com:80>80", "web:81>9999", "second:80>8080"]);
    assert.deepEqual(snapshot.workloadLabels(vm), { app: "web" });
  });

  test("and where it runs is what the registry knows, else what it says", () => {
    const snapshot = snapshotOf([pod("p1", "10.0.0.1"), node("node-a", { "topology.kubernetes.io/region": "r1" })]);
    const told = (id: string) => parseProxy({ id, locality: { region: "r2" } });
    assert.equal(snapshot.localityOf(told("sidecar~10.0.0.1~p1.app~app.svc")).region, "r1");
    assert.equal(snapshot.localityOf(told("sidecar~10.0.0.9~p9.app~app.svc")).region, "r2");
    assert.equal(snapshot.localityOf(sidecar("p9", "10.0.0.9")).region, "");
  });

  test("and so is the network of its workload", () => {
    const networks = { networks: { n1: { endpoints: [{ fromCidr: "10.0.0.0/24" }] } } };
    const snapshot = snapshotOf([pod("p1", "10.0.0.1")], { networks });
    const told = (id: string) => parseProxy({ id, metadata: { NETWORK: "n2" } });
    assert.equal(snapshot.workloadNetwork(told("sidecar~10.0.0.1~p1.app~app.svc")), "n1");
    assert.equal(snapshot.workloadNetwork(told("sidecar~10.9.0.9~p9.app~app.svc")), "n2");
  });
});

describe("network gateways", () => {
  const label = { "topology.istio.io/network": "n1" };
  const balancer = { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, { hostname: "lb.example.com" }] } };
  const ports = [{ name: "tls", port: 15443, nodePort: 30443 }];
  const found = (objects: readonly Resource[], networks: RegistrySettings["networks"] = {}) =>
    [...snapshotOf(objects, { networks }).networkGateways()].map(([network, gateways]) => [
      network,
      gateways.map(({ address, port, cluster }) => `${cluster} ${address}:${port}`),
    ]);

  test("are Services with the network's label that are reached from outside", () => {
    const gateway = service("gw", { type: "LoadBalancer", ports }, { labels: label }, balancer);
    assert.deepEqual(found([gateway]), [["n1", ["Kubernetes 192.0.2.1:15443", "Kubernetes lb.example.com:15443"]]]);
    assert.deepEqual(found([service("gw", {}, { labels: label })]), []);
    const other = { ...label, "networking.istio.io/gatewayPort": "15008" };
    const external = service("gw", { externalIPs: ["192.0.2.9"] }, { labels: other });
    assert.deepEqual(found([external]), [["n1", ["Kubernetes 192.0.2.9:15008"]]]);
  });

  test("by node port are reached at the nodes that the annotation selects", () => {
    const annotations = { "traffic.istio.io/nodeSelector": '{"edge":"yes"}' };
    const gateway = service("gw", { type: "NodePort", ports }, { labels: label, annotations });
    const nodes = [
      node("a", { edge: "yes" }, [
        { type: "ExternalIP", address: "203.0.113.1" },
        { type: "InternalIP", address: "10.1.1.1" },
      ]),
      node("b", { edge: "no" }, [{ type: "ExternalIP", address: "203.0.113.2" }]),
    ];
    assert.deepEqual(found([gateway, ...nodes]), [["n1", ["Kubernetes 203.0.113.1:30443"]]]);
  });

  test("are configured by address or by service", () => {
    const networks = {
      networks: {
        n2: { gateways: [{ address: "gw.example.com", port: 443 }] },
        n3: { gateways: [{ registryServiceName: host("gw"), port: 15443 }] },
      },
    };
    const gateway = service("gw", { type: "LoadBalancer", ports }, {}, balancer);
    assert.deepEqual(found([gateway], networks), [
      ["n2", [" gw.example.com:443"]],
      ["n3", ["Kubernetes 192.0.2.1:15443", "Kubernetes lb.example.com:15443"]],
    ]);
  });
});
