import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../api/index.ts";
import type { Endpoint, Service } from "../core/index.ts";
import { Registry, type RegistryProblem } from "./registry.ts";
import { defaultRegistrySettings, type RegistrySettings } from "./registry-settings.ts";
import {
  added,
  namespace,
  node,
  object,
  pod,
  podEndpoint,
  removed,
  service,
  slice,
  workloadEntry,
} from "./testing/objects.ts";

const web = "web.app.svc.cluster.local";

function registryOf(objects: readonly Resource[], settings: Partial<RegistrySettings> = {}) {
  const problems: RegistryProblem[] = [];
  const registry = new Registry({
    settings: { ...defaultRegistrySettings, ...settings },
    report: (problem) => problems.push(problem),
  });
  registry.apply(added(...objects));
  return { registry, problems };
}

function serviceOf(objects: readonly Resource[], settings: Partial<RegistrySettings> = {}, host = web): Service {
  const found = registryOf(objects, settings).registry.snapshot.service(host);
  assert.ok(found);
  return found;
}

function endpointsOf(objects: readonly Resource[], settings: Partial<RegistrySettings> = {}, host = web): Endpoint[] {
  const { snapshot } = registryOf(objects, settings).registry;
  const found = snapshot.service(host);
  return found ? [...snapshot.endpoints(found).values()].flat() : [];
}

describe("a Kubernetes Service", () => {
  test("has its addresses, selector and ports", () => {
    const found = serviceOf([service("web", { clusterIPs: ["10.96.0.1", "fd00::1"] })]);
    assert.deepEqual(found.addresses, ["10.96.0.1", "fd00::1"]);
    assert.deepEqual([...found.addressesByCluster], [["Kubernetes", ["10.96.0.1", "fd00::1"]]]);
    assert.deepEqual(found.selector, { app: "web" });
    assert.deepEqual(found.ports, [{ number: 80, name: "http", protocol: "http", targetPort: 8080 }]);
  });

  test("without a cluster address leaves the destination to the client", () => {
    const { resolution, headless, addresses } = serviceOf([service("web", { clusterIP: "None" })]);
    assert.deepEqual([resolution, headless, addresses], ["passthrough", true, []]);
  });

  test("of type ExternalName is an alias", () => {
    const spec = { type: "ExternalName", externalName: "other.example.com", clusterIP: undefined };
    const { resolution, aliasOf, selector } = serviceOf([service("web", spec)]);
    assert.deepEqual([resolution, aliasOf, selector], ["alias", "other.example.com", undefined]);
  });

  test("is seen where its annotation says, else where the mesh says", () => {
    const seen = (exportTo?: string, settings = {}) => {
      const annotations = exportTo === undefined ? {} : { "networking.istio.io/exportTo": exportTo };
      return serviceOf([service("web", {}, { annotations })], settings).visibility;
    };
    assert.equal(seen(), "all");
    assert.deepEqual(seen(".,other"), new Set(["app", "other"]));
    assert.deepEqual(seen("~"), new Set());
    assert.deepEqual(seen(undefined, { defaultServiceExportTo: ["."] }), new Set(["app"]));
    assert.equal(seen("*", { defaultServiceExportTo: ["."] }), "all");
  });

  test("prefers endpoints by its field, else by its annotation", () => {
    const key = "networking.istio.io/traffic-distribution";
    const preferred = (field: string | undefined, annotation = "") =>
      serviceOf([service("web", { trafficDistribution: field }, { annotations: { [key]: annotation } })])
        .trafficDistribution;
    assert.equal(preferred("PreferClose"), "prefer-same-zone");
    assert.equal(preferred("PreferSameNode", "PreferClose"), "prefer-same-node");
    assert.equal(preferred(undefined, "PreferClose"), "prefer-same-zone");
    assert.equal(preferred(undefined), "any");
  });

  test("may keep its traffic on the client's node", () => {
    assert.equal(serviceOf([service("web", { internalTrafficPolicy: "Local" })]).nodeLocal, true);
    assert.equal(serviceOf([service("web", { internalTrafficPolicy: "Cluster" })]).nodeLocal, undefined);
  });

  test("names further identities in annotations", () => {
    const annotations = {
      "alpha.istio.io/kubernetes-serviceaccounts": "a, b",
      "alpha.istio.io/canonical-serviceaccounts": "spiffe://other/x",
    };
    assert.deepEqual(serviceOf([service("web", {}, { annotations })]).subjectAltNames, [
      "spiffe://cluster.local/ns/app/sa/a",
      "spiffe://cluster.local/ns/app/sa/b",
      "spiffe://other/x",
    ]);
  });
});

describe("endpoints of a Kubernetes Service", () => {
  test("of several slices count once for each address and port", () => {
    const objects = [
      service("web"),
      pod("p1", "10.0.0.1"),
      pod("p2", "10.0.0.2"),
      slice("web-1", "web", [podEndpoint("p1", "10.0.0.1")]),
      slice("web-2", "web", [podEndpoint("p1", "10.0.0.1"), podEndpoint("p2", "10.0.0.2")]),
    ];
    assert.deepEqual(
      endpointsOf(objects).flatMap((e) => e.addresses),
      ["10.0.0.1", "10.0.0.2"],
    );
  });

  test("that share an address are told apart by the number of the port", () => {
    const shared = "192.0.2.1";
    const at = (name: string, port: number) =>
      slice(name, "web", [podEndpoint(name, shared)], { ports: [{ name: "http", port, protocol: "TCP" }] });
    const pods = ["p1", "p2"].map((name) => pod(name, shared, { hostNetwork: true }));
    assert.deepEqual(
      endpointsOf([service("web"), ...pods, at("p1", 9000), at("p2", 9001)]).map((e) => [e.workload, e.port]),
      [
        ["p1", 9000],
        ["p2", 9001],
      ],
    );
  });

  test("have the health that the slice tells", () => {
    const cases = [
      [undefined, "healthy"],
      [{ ready: true }, "healthy"],
      [{ ready: true, terminating: true }, "healthy"],
      [{ ready: false }, "draining"],
      [{ ready: false, serving: true }, "draining"],
      [{ ready: false, serving: false }, "terminating"],
      [{ ready: false, serving: true, terminating: false }, "unready"],
      [{ ready: false, serving: true, terminating: true }, "draining"],
      [{ ready: false, serving: false, terminating: true }, "terminating"],
    ] as const;
    for (const [conditions, expected] of cases) {
      const objects = [service("web"), slice("web-1", "web", [{ addresses: ["10.0.0.1"], conditions }])];
      assert.equal(endpointsOf(objects)[0]?.health, expected, JSON.stringify(conditions));
    }
  });

  test("drain where the workload's label says so, unless they end already", () => {
    const draining = pod("p1", "10.0.0.1", {}, { labels: { "istio.io/draining": "yes" } });
    const health = (conditions?: object) =>
      endpointsOf([
        service("web"),
        draining,
        slice("web-1", "web", [{ ...podEndpoint("p1", "10.0.0.1"), conditions }]),
      ])[0]?.health;
    assert.equal(health(), "draining");
    assert.equal(health({ ready: false, serving: false, terminating: true }), "terminating");
  });

  test("wait for their pod, and go with it", () => {
    const { registry } = registryOf([service("web"), slice("web-1", "web", [podEndpoint("p1", "10.0.0.1")])]);
    const count = () => registry.snapshot.endpoints({ namespace: "app", hostname: web }).get("Kubernetes")?.length ?? 0;
    assert.equal(count(), 0);
    const change = registry.apply(added(pod("p1", "10.0.0.1")));
    assert.deepEqual([count(), change.endpoints], [1, new Set([`app/${web}`])]);
    assert.deepEqual(change.services, new Set());
    registry.apply(removed(pod("p1", "10.0.0.1")));
    assert.equal(count(), 0);
  });

  test("come from an Endpoints object only while there is no slice", () => {
    const subsets = [
      {
        addresses: [{ ip: "10.0.0.1" }],
        notReadyAddresses: [{ ip: "10.0.0.2" }],
        ports: [{ name: "http", port: 8080 }],
      },
    ];
    const old = object("v1", "Endpoints", "web", { namespace: "app" }, { subsets });
    const only = endpointsOf([service("web"), old]);
    assert.deepEqual(
      only.map((e) => [e.addresses[0], e.health]),
      [
        ["10.0.0.1", "healthy"],
        ["10.0.0.2", "unready"],
      ],
    );
    const both = endpointsOf([service("web"), old, slice("web-1", "web", [{ addresses: ["10.0.0.9"] }])]);
    assert.deepEqual(
      both.flatMap((e) => e.addresses),
      ["10.0.0.9"],
    );
  });

  test("leave out UDP ports, ports that the Service lacks, and host names", () => {
    const ports = [
      { name: "http", port: 8080 },
      { name: "dns", port: 53, protocol: "UDP" },
      { name: "other", port: 1 },
      { name: "open" },
    ];
    const declared = [
      { name: "http", port: 80 },
      { name: "dns", port: 53, protocol: "UDP" },
      { name: "open", port: 81 },
    ];
    const objects = [
      service("web", { ports: declared }),
      slice("web-1", "web", [{ addresses: ["10.0.0.1"] }], { ports }),
      slice("web-2", "web", [{ addresses: ["db.example.com"] }], { addressType: "FQDN" }),
    ];
    assert.deepEqual(
      endpointsOf(objects).map((e) => `${e.portName}:${e.port}`),
      ["http:8080"],
    );
  });

  test("have the place of their pod's node, or what the pod's label says", () => {
    const labels = {
      "topology.kubernetes.io/region": "r1",
      "failure-domain.beta.kubernetes.io/zone": "z1",
      "topology.istio.io/subzone": "s1",
    };
    const objects = [
      service("web"),
      node("node-a", labels),
      pod("p1", "10.0.0.1"),
      pod("p2", "10.0.0.2", {}, { labels: { app: "web", "istio-locality": "r2.z2" } }),
      slice("web-1", "web", [podEndpoint("p1", "10.0.0.1"), podEndpoint("p2", "10.0.0.2")]),
    ];
    const [first, second] = endpointsOf(objects);
    assert.deepEqual(first?.locality, { region: "r1", zone: "z1", subzone: "s1" });
    assert.deepEqual(second?.locality, { region: "r2", zone: "z2", subzone: "" });
    assert.equal(first?.labels["topology.kubernetes.io/zone"], "z1");
    assert.equal(first?.labels["topology.istio.io/cluster"], "Kubernetes");
  });

  test("follow their node's labels, and nothing else changes", () => {
    const { registry } = registryOf([
      service("web"),
      service("other"),
      node("node-a", { "topology.kubernetes.io/region": "r1" }),
      pod("p1", "10.0.0.1"),
      pod("p2", "10.0.0.2", { nodeName: "node-b" }),
      slice("web-1", "web", [podEndpoint("p1", "10.0.0.1"), podEndpoint("p2", "10.0.0.2")]),
      slice("other-1", "other", [podEndpoint("p2", "10.0.0.2")]),
    ]);
    const before = registry.snapshot;
    const change = registry.apply(added(node("node-a", { "topology.kubernetes.io/region": "r2" })));
    assert.deepEqual([...change.endpoints], [`app/${web}`]);
    assert.deepEqual([...change.workloads], ["Pod/app/p1"]);
    const shard = (snapshot: typeof before, hostname: string) =>
      snapshot.endpoints({ namespace: "app", hostname }).get("Kubernetes");
    assert.equal(shard(registry.snapshot, web)?.[1], shard(before, web)?.[1]);
    assert.equal(shard(registry.snapshot, web)?.[0]?.locality.region, "r2");
    const other = "other.app.svc.cluster.local";
    assert.equal(shard(registry.snapshot, other), shard(before, other));
  });

  test("are in the network of the pod, its namespace, the cluster, or their range", () => {
    const label = "topology.istio.io/network";
    const base = [service("web"), slice("web-1", "web", [podEndpoint("p1", "10.0.0.1")])];
    const networks = {
      networks: {
        wide: { endpoints: [{ fromCidr: "10.0.0.0/8" }] },
        narrow: { endpoints: [{ fromCidr: "10.0.0.0/24" }] },
        registry: { endpoints: [{ fromRegistry: "Kubernetes" }] },
      },
    };
    const networkOf = (objects: readonly Resource[]) => endpointsOf([...base, ...objects], { networks })[0]?.network;
    const plain = pod("p1", "10.0.0.1");
    const labelled = pod("p1", "10.0.0.1", {}, { labels: { app: "web", [label]: "own" } });
    const spaces = [namespace("istio-system", { [label]: "root" }), namespace("app", { [label]: "space" })];
    assert.equal(networkOf([labelled, ...spaces]), "own");
    assert.equal(networkOf([plain, ...spaces]), "space");
    assert.equal(networkOf([plain, ...spaces.slice(0, 1)]), "root");
    assert.equal(networkOf([plain]), "narrow");
    const outside = [service("web"), slice("web-1", "web", [{ addresses: ["192.0.2.1"] }])];
    assert.equal(endpointsOf(outside, { networks })[0]?.network, "registry");
  });

  test("include the workload entries that the Service selects, but for those found unhealthy", () => {
    const ports = [
      { name: "http", port: 80, targetPort: 8080 },
      { name: "admin", port: 81, targetPort: "admin-port" },
    ];
    const conditions = [{ type: "Healthy", status: "False" }];
    const entry = (name: string, spec: object, status?: object) =>
      workloadEntry(name, { labels: { app: "web" }, ...spec }, status ? { annotations } : {}, status);
    const annotations = { "proxy.istio.io/health-checks-enabled": "true" };
    const endpoints = endpointsOf([
      service("web", { ports }),
      entry("vm1", { address: "192.0.2.1", ports: { http: 9000, "admin-port": 9001 }, serviceAccount: "vm" }),
      entry("vm2", { address: "192.0.2.2", ports: { "admin-port": 9001 } }, { conditions }),
      entry("vm3", { address: "vm.example.com" }),
      workloadEntry("vm4", { address: "192.0.2.4", labels: { app: "other" } }),
    ]);
    assert.deepEqual(
      endpoints.map((e) => [e.addresses[0], e.portName, e.port, e.health, e.mutualTls]),
      [
        ["192.0.2.1", "http", 9000, "unknown", true],
        ["192.0.2.1", "admin", 9001, "unknown", true],
      ],
    );
  });

  test("do not heed the health of a workload entry for which nobody asked, or where that is switched off", () => {
    const sick = { conditions: [{ type: "Healthy", status: "False" }] };
    const entry = (value: string, status?: object) =>
      workloadEntry(
        "vm",
        { address: "192.0.2.1", labels: { app: "web" } },
        { annotations: { "proxy.istio.io/health-checks-enabled": value } },
        status,
      );
    const healths = (object: Resource, workloadHealth = true) =>
      endpointsOf([service("web"), object], { workloadHealth }).map(({ health }) => health);
    assert.deepEqual(healths(entry("false", sick)), ["unknown"]);
    assert.deepEqual(healths(entry("T", sick)), []);
    assert.deepEqual(healths(entry("true")), [], "until it was found healthy");
    assert.deepEqual(healths(entry("true", { conditions: [{ type: "Healthy", status: "True" }] })), ["healthy"]);
    assert.deepEqual(healths(entry("true", sick), false), ["unknown"]);
  });

  test("are all workload entries of one address that serve on ports of their own", () => {
    const entry = (name: string, http: number) =>
      workloadEntry(name, { address: "192.0.2.1", labels: { app: "web" }, ports: { http } });
    const endpoints = endpointsOf([service("web"), entry("vm1", 9000), entry("vm2", 9001), entry("vm3", 9001)]);
    assert.deepEqual(
      endpoints.map(({ workload, port }) => [workload, port]),
      [
        ["vm1", 9000],
        ["vm2", 9001],
      ],
    );
  });

  test("have a name of their own in a headless service", () => {
    const objects = [
      service("db", { clusterIP: "None" }),
      pod("db-0", "10.0.0.1", { hostname: "db-0", subdomain: "db" }),
      slice("db-1", "db", [podEndpoint("db-0", "10.0.0.1"), { addresses: ["10.0.0.2"], hostname: "given" }]),
    ];
    const hosts = endpointsOf(objects, {}, "db.app.svc.cluster.local").map((e) => e.hostname);
    assert.deepEqual(hosts, ["db-0", "given"]);
  });
});

describe("namespaces", () => {
  const objects = [service("web"), namespace("app", { team: "a" }), pod("p1", "10.0.0.1")];

  test("that are not watched have nothing", () => {
    for (const settings of [
      { watchedNamespaces: ["other"] },
      { discoverySelectors: [{ matchLabels: { team: "b" } }] },
    ]) {
      const { snapshot } = registryOf(objects, settings).registry;
      assert.deepEqual([snapshot.serviceCount, [...snapshot.workloads()].length], [0, 0]);
    }
    assert.equal(registryOf(objects, { watchedNamespaces: ["app"] }).registry.snapshot.serviceCount, 1);
  });

  test("come and go with their labels", () => {
    const { registry } = registryOf(objects, { discoverySelectors: [{ matchLabels: { team: "a" } }] });
    assert.equal(registry.snapshot.serviceCount, 1);
    registry.apply(added(namespace("app", { team: "b" })));
    assert.equal(registry.snapshot.serviceCount, 0);
  });
});

describe("settings", () => {
  test("that change nothing leave the snapshot, others derive anew", () => {
    const { registry } = registryOf([service("web"), pod("p1", "10.0.0.1")]);
    const before = registry.snapshot;
    registry.applySettings({ ...defaultRegistrySettings });
    assert.equal(registry.snapshot, before);
    const change = registry.applySettings({ ...defaultRegistrySettings, trustDomain: "td" });
    assert.deepEqual([...change.workloads], ["Pod/app/p1"]);
    assert.deepEqual([...change.services], []);
    registry.applySettings({ ...defaultRegistrySettings, domainSuffix: "example.org" });
    assert.deepEqual(
      [...registry.snapshot.services()].map((s) => s.hostname),
      ["web.app.svc.example.org"],
    );
  });
});

describe("an object from which nothing can be made", () => {
  test("is reported, and the rest goes on", () => {
    const { registry, problems } = registryOf([service("bad", { ports: [{ name: "http" }] }), service("web")]);
    assert.deepEqual(
      problems.map(({ key, message }) => [key.name, message]),
      [["bad", "has a port without a number"]],
    );
    assert.equal(registry.snapshot.serviceCount, 1);
  });
});
