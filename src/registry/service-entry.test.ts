import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../api/index.ts";
import type { Endpoint } from "../core/index.ts";
import { Registry } from "./registry.ts";
import { defaultRegistrySettings, type RegistrySettings } from "./registry-settings.ts";
import { added, pod, service, serviceEntry, workloadEntry } from "./testing/objects.ts";

function snapshotOf(...objects: readonly Resource[]) {
  const registry = new Registry();
  registry.apply(added(...objects));
  return registry.snapshot;
}

function endpointsOf(objects: readonly Resource[], host = "se.example.com"): readonly Endpoint[] {
  const snapshot = snapshotOf(...objects);
  const found = snapshot.service(host);
  return found ? [...snapshot.endpoints(found).values()].flat() : [];
}

const short = ({ addresses, port }: Endpoint) => `${addresses[0]}:${port}`;

describe("a service entry", () => {
  test("has a service for each host, resolved as it says", () => {
    for (const [word, resolution] of [
      [undefined, "passthrough"],
      ["NONE", "passthrough"],
      ["STATIC", "endpoints"],
      ["DNS", "dns"],
      ["DNS_ROUND_ROBIN", "dns-round-robin"],
      ["DYNAMIC_DNS", "dynamic-dns"],
    ] as const) {
      const snapshot = snapshotOf(serviceEntry("se", { hosts: ["a.example.com", "b.example.com"], resolution: word }));
      const found = [...snapshot.services()].map((s) => `${s.name} ${s.resolution}`).sort();
      assert.deepEqual(found, [`a.example.com ${resolution}`, `b.example.com ${resolution}`]);
    }
  });

  test("is seen no further than the mesh lets entries of its namespace be seen", () => {
    const namespace = (labels: { [key: string]: string }): Resource => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "app", labels },
    });
    const limits: RegistrySettings["serviceEntryVisibility"] = {
      applyToSidecars: true,
      defaultVisibility: "NAMESPACE",
      policies: [
        { visibility: "PUBLIC", matchingRules: [{ namespaceSelector: { matchLabels: { tier: "shared" } } }] },
        { visibility: "NONE", matchingRules: [{ namespaceSelector: { matchLabels: { tier: "closed" } } }] },
      ],
    };
    const seen = (
      serviceEntryVisibility: RegistrySettings["serviceEntryVisibility"],
      tier: string,
      exportTo = ["*"],
    ) => {
      const settings = { ...defaultRegistrySettings, ...(serviceEntryVisibility && { serviceEntryVisibility }) };
      const registry = new Registry({ settings });
      registry.apply(added(namespace({ tier: "other" }), serviceEntry("se", { exportTo })));
      registry.apply(added(namespace({ tier })));
      const { visibility } = registry.snapshot.service("se.example.com") ?? {};
      return visibility === "all" ? "all" : [...(visibility ?? [])].join();
    };
    assert.equal(seen(limits, "shared"), "all");
    assert.equal(seen(limits, "shared", ["other"]), "other");
    assert.equal(seen(limits, "closed"), "");
    assert.equal(seen(limits, "other"), "app");
    assert.equal(seen(limits, "other", ["other"]), "");
    assert.equal(seen({ ...limits, applyToSidecars: false }, "closed"), "all");
    assert.equal(seen(undefined, "closed"), "all");
  });

  test("is outside of the mesh unless it says otherwise", () => {
    assert.equal(snapshotOf(serviceEntry("se", {})).service("se.example.com")?.external, true);
    const inside = snapshotOf(serviceEntry("se", { location: "MESH_INTERNAL" }));
    assert.equal(inside.service("se.example.com")?.external, false);
  });

  test("takes a port from the endpoint, else the target port, else its number", () => {
    const ports = [
      { number: 80, name: "http", protocol: "HTTP" },
      { number: 81, name: "own", protocol: "HTTP" },
      { number: 82, name: "target", protocol: "HTTP", targetPort: 8082 },
    ];
    const spec = { ports, resolution: "STATIC", endpoints: [{ address: "192.0.2.1", ports: { own: 9081 } }] };
    assert.deepEqual(endpointsOf([serviceEntry("se", spec)]).map(short), [
      "192.0.2.1:80",
      "192.0.2.1:9081",
      "192.0.2.1:8082",
    ]);
  });

  test("selects pods that are ready and workload entries", () => {
    const spec = { resolution: "STATIC", workloadSelector: { labels: { app: "web" } } };
    const entry = (name: string, address: string) => workloadEntry(name, { address, labels: { app: "web" } });
    const objects = [
      serviceEntry("se", spec),
      pod("p1", "10.0.0.1"),
      pod("p2", "10.0.0.2", {}, {}, { conditions: [] }),
      pod("p3", "10.0.0.3", {}, { namespace: "other" }),
      entry("vm1", "192.0.2.1"),
      entry("vm2", "vm.example.com"),
    ];
    assert.deepEqual(endpointsOf(objects).map(short), ["10.0.0.1:80", "192.0.2.1:80"]);
    const dns = serviceEntry("se", { ...spec, resolution: "DNS" });
    assert.deepEqual(endpointsOf([...objects.slice(1), dns]).map(short), [
      "10.0.0.1:80",
      "192.0.2.1:80",
      "vm.example.com:80",
    ]);
  });

  test("without an address in a known network stands for the network", () => {
    const spec = { resolution: "STATIC", endpoints: [{ network: "far" }, {}] };
    const endpoints = endpointsOf([serviceEntry("se", spec)]);
    assert.deepEqual(
      endpoints.map((e) => [e.addresses, e.network]),
      [[[], "far"]],
    );
  });

  test("of a host that another has too, in the same namespace, joins it", () => {
    const ports = [
      { number: 80, name: "web", protocol: "HTTP", targetPort: 8080 },
      { number: 90, name: "more", protocol: "TCP" },
    ];
    const older = { creationTimestamp: "2026-01-01T00:00:00Z" };
    const younger = { creationTimestamp: "2026-01-02T00:00:00Z" };
    const first = serviceEntry("b", { hosts: ["se.example.com"], resolution: "DNS" }, older);
    const second = serviceEntry("a", { hosts: ["se.example.com"], resolution: "DNS", ports }, younger);
    const other = serviceEntry("c", { hosts: ["se.example.com"], resolution: "STATIC" }, younger);
    const snapshot = snapshotOf(second, first, other);
    const joined = snapshot.service("se.example.com");
    assert.ok(joined);
    assert.deepEqual(
      joined.ports.map((p) => `${p.number} ${p.name}`),
      ["80 http", "90 more"],
    );
    assert.deepEqual(snapshot.endpointsOfPort(joined, 80).map(short), ["se.example.com:80", "se.example.com:8080"]);
    assert.equal(joined.origin.name, "b");
  });

  test("gives way to a Kubernetes Service of the same host and namespace", () => {
    const host = "web.app.svc.cluster.local";
    const snapshot = snapshotOf(serviceEntry("se", { hosts: [host] }), service("web"));
    assert.equal(snapshot.service(host)?.registry, "Kubernetes");
    assert.equal(snapshot.serviceCount, 1);
  });

  test("adds its fixed endpoints to a Kubernetes Service of the same host and namespace, by the names of ports", () => {
    const host = "web.app.svc.cluster.local";
    const entry = (resolution: string) =>
      serviceEntry("se", {
        hosts: [host],
        resolution,
        ports: [
          { number: 80, name: "http", protocol: "HTTP" },
          { number: 7777, name: "more", protocol: "TCP" },
        ],
        endpoints: [{ address: "192.0.2.1" }],
      });
    const found = (resolution: string) => endpointsOf([entry(resolution), service("web")], host).map(short);
    assert.deepEqual(found("STATIC"), ["192.0.2.1:80"]);
    assert.deepEqual(found("DNS"), []);
    assert.deepEqual(
      snapshotOf(entry("STATIC"), service("web"))
        .service(host)
        ?.ports.map(({ name }) => name),
      ["http"],
    );
  });
});

describe("an allocated address", () => {
  const allocated = (objects: readonly Resource[]) =>
    snapshotOf(...objects).service("se.example.com")?.allocatedAddresses ?? [];

  test("is for entries that have none and are to be resolved", () => {
    assert.match(allocated([serviceEntry("se", { resolution: "DNS" })])[0] ?? "", /^240\.240\.\d+\.\d+$/);
    assert.match(allocated([serviceEntry("se", { resolution: "DNS" })])[1] ?? "", /^2001:2::[0-9a-f]+$/);
    assert.deepEqual(allocated([serviceEntry("se", { resolution: "NONE" })]), []);
    assert.deepEqual(allocated([serviceEntry("se", { resolution: "DNS", addresses: ["192.0.2.1"] })]), []);
    const refused = { labels: { "networking.istio.io/enable-autoallocate-ip": "false" } };
    assert.deepEqual(allocated([serviceEntry("se", { resolution: "DNS" }, refused)]), []);
    const wild = snapshotOf(serviceEntry("se", { hosts: ["*.example.com"], resolution: "DNS" }));
    assert.deepEqual(wild.service("*.example.com")?.allocatedAddresses, []);
  });

  test("is what the status says, if it says one for the host", () => {
    const addresses = [
      { value: "240.240.0.9", host: "se.example.com" },
      { value: "240.240.0.8", host: "other.example.com" },
    ];
    const entry = serviceEntry("se", { resolution: "DNS" }, {}, { addresses });
    assert.deepEqual(allocated([entry]), ["240.240.0.9"]);
  });

  test("stays when others come, in whatever order", () => {
    const entry = (i: number) =>
      serviceEntry(`se${i}`, { resolution: "DNS" }, { creationTimestamp: new Date(i * 1000).toISOString() });
    const entries = Array.from({ length: 400 }, (_, i) => entry(i));
    const few = snapshotOf(...entries.slice(0, 200));
    const all = snapshotOf(...entries.toReversed());
    const addresses = new Set<string>();
    for (const one of all.services()) addresses.add(one.allocatedAddresses[0] ?? "");
    assert.equal(addresses.size, 400);
    for (const one of few.services()) {
      assert.deepEqual(all.service(one.hostname)?.allocatedAddresses, one.allocatedAddresses);
    }
  });
});
