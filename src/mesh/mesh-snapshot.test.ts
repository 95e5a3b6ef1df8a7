import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseProxy } from "../core/index.ts";
import { meshSettings } from "./mesh-settings.ts";
import { buildSnapshot, dependsOn, scopeOf, updateSnapshot } from "./mesh-snapshot.ts";
import { proxyScope } from "./proxy-scope.ts";
import { config, created, registryOf, service } from "./testing/configs.ts";
import { fullDump } from "./testing/full-dump.ts";
import { RandomMesh } from "./testing/random-mesh.ts";

const settings = meshSettings({});
const now = Date.UTC(2026, 0, 1);
const web = { namespace: "a", labels: { app: "web" } };

test("the version is a time and a number that rises", () => {
  const first = buildSnapshot({ settings, registry: registryOf(), resources: [], now });
  assert.equal(first.version, "2026-01-01T00:00:00.000Z/1");
  assert.equal(updateSnapshot(first, { now: now + 1000 }).version, "2026-01-01T00:00:01.000Z/2");
});

for (let seed = 1; seed <= 8; seed++) {
  test(`a snapshot made step by step equals one made from everything (seed ${seed})`, () => {
    const mesh = new RandomMesh(seed);
    let registry = registryOf();
    let snapshot = buildSnapshot({ settings, registry, resources: [], now });
    for (let i = 0; i < 250; i++) {
      const resources = mesh.step();
      if (resources.length === 0) registry = registryOf(...mesh.services.values());
      snapshot = updateSnapshot(snapshot, { resources, registry, now });
      // Asking fills the caches, which the next step must not be misled by; not asking leaves them behind.
      if (i % 3 === 2) continue;
      const anew = buildSnapshot({ settings, registry, resources: mesh.resources.values(), now });
      assert.deepEqual(fullDump(snapshot), fullDump(anew), `step ${i}`);
    }
  });
}

test("other settings decide everything anew", () => {
  const mesh = new RandomMesh(99);
  for (let i = 0; i < 60; i++) mesh.step();
  const registry = registryOf(...mesh.services.values());
  const resources = [...mesh.resources.values()];
  const other = meshSettings({ config: { defaultVirtualServiceExportTo: ["."], rootNamespace: "a" } });
  const before = buildSnapshot({ settings, registry, resources, now });
  const after = updateSnapshot(before, { settings: other, now });
  assert.deepEqual(fullDump(after), fullDump(buildSnapshot({ settings: other, registry, resources, now })));
});

describe("what is shared between snapshots", () => {
  const registry = registryOf(service("a/web"), service("b/db"));
  const vs = (id: string, host: string) =>
    config("VirtualService", id, { hosts: [host], http: [{ route: [{ destination: { host } }] }] });
  const onlyOwn = config("Sidecar", "a/default", { egress: [{ hosts: ["./*"] }] });
  const first = buildSnapshot({ settings, registry, resources: [onlyOwn, vs("b/db", "db")], now });

  test("indexes of kinds without a change", () => {
    const next = updateSnapshot(first, { resources: created(vs("b/other", "other.com")), now });
    assert.equal(next.services, first.services);
    assert.equal(next.sidecars, first.sidecars);
    assert.notEqual(next.virtualServices, first.virtualServices);
  });

  test("scopes that a change does not touch", () => {
    const [a, b] = [scopeOf(first, web), scopeOf(first, { namespace: "b", labels: {} })];
    const next = updateSnapshot(first, { resources: created(vs("b/db2", "db")), now });
    assert.equal(scopeOf(next, web), a);
    assert.notEqual(scopeOf(next, { namespace: "b", labels: {} }), b);
    assert.equal(scopeOf(next, { namespace: "b", labels: {} }).egress[0]?.services, b.egress[0]?.services);
  });

  test("everything, if only endpoints changed", () => {
    const a = scopeOf(first, web);
    const next = updateSnapshot(first, { registry: { ...registry }, now });
    assert.equal(next.services, first.services);
    assert.equal(scopeOf(next, web), a);
  });

  test("views of proxies that differ in nothing that counts", () => {
    const proxy = (name: string, labels: object) =>
      parseProxy({
        id: `sidecar~10.0.0.1~${name}.a~a.svc.cluster.local`,
        metadata: { NAMESPACE: "a", LABELS: labels },
      });
    const one = proxyScope(first, proxy("web-1", { app: "web", "pod-index": "1" }));
    const two = proxyScope(first, proxy("web-2", { app: "web", "pod-index": "2" }));
    assert.equal(one.key, two.key);
    const choosy = config("VirtualService", "a/c", {
      hosts: ["c.com"],
      http: [{ match: [{ sourceLabels: { "pod-index": "1" } }] }],
    });
    const next = updateSnapshot(first, { resources: created(choosy), now });
    const again = proxyScope(next, proxy("web-1", { "pod-index": "1" }));
    assert.notEqual(again.key, proxyScope(next, proxy("web-2", { "pod-index": "2" })).key);
  });
});

describe("what a scope depends on", () => {
  const registry = registryOf(service("a/web"), service("b/db"), service("c/far"));
  const vs = config("VirtualService", "a/web", { hosts: ["web"], http: [{ delegate: { name: "d" } }] });
  const delegate = config("VirtualService", "a/d", {
    http: [{ route: [{ destination: { host: "far.c.svc.cluster.local" } }] }],
  });
  const resources = [
    config("Sidecar", "a/default", { egress: [{ hosts: ["./*"] }] }),
    vs,
    delegate,
    config("VirtualService", "b/db", { hosts: ["db"], http: [] }),
    config("DestinationRule", "a/web", { host: "web" }),
    config("DestinationRule", "b/db", { host: "db" }),
    config("DestinationRule", "c/far", { host: "far" }),
    config("DestinationRule", "istio-system/all", { host: "*.local" }),
  ];
  const snapshot = buildSnapshot({ settings, registry, resources, now });
  const scope = scopeOf(snapshot, web);
  const networking = "networking.istio.io";
  for (const [group, kind, id, expected] of [
    ["", "Service", "a/web", true],
    ["", "Service", "b/db", false],
    ["", "Service", "c/far", true],
    [networking, "VirtualService", "a/web", true],
    [networking, "VirtualService", "a/d", true],
    [networking, "VirtualService", "b/db", false],
    [networking, "DestinationRule", "a/web", true],
    [networking, "DestinationRule", "b/db", false],
    [networking, "DestinationRule", "c/far", true],
    [networking, "DestinationRule", "istio-system/all", true],
    [networking, "EnvoyFilter", "a/x", true],
    [networking, "EnvoyFilter", "istio-system/x", true],
    [networking, "EnvoyFilter", "b/x", false],
    ["security.istio.io", "PeerAuthentication", "b/x", true],
    ["example.com", "Unknown", "b/x", true],
  ] as const) {
    test(`${kind} ${id}: ${expected}`, () => {
      const [namespace = "", name = ""] = id.split("/");
      assert.equal(
        dependsOn(snapshot, { namespace: scope.namespace, scope }, { group, kind, namespace, name }),
        expected,
      );
    });
  }

  test("a destination of a delegate is pulled into the scope", () =>
    assert.deepEqual(
      scope.services.map(({ hostname }) => hostname),
      ["far.c.svc.cluster.local", "web.a.svc.cluster.local"],
    ));
});

describe("which changes concern a proxy", () => {
  const registry = registryOf(service("a/web"), service("b/db"));
  const gateway = config("Gateway", "a/gw", {
    servers: [{ port: { number: 80, protocol: "HTTP", name: "h" }, hosts: ["*"] }],
  });
  const snapshot = buildSnapshot({ settings, registry, resources: [gateway], now });
  const at = (type: string) => parseProxy({ id: `${type}~10.0.0.1~pod.a~a.svc.cluster.local` });
  const key = (kind: string, id: string) => {
    const [namespace = "", name = ""] = id.split("/");
    return { group: "networking.istio.io", kind, namespace, name };
  };
  for (const [type, kind, expected] of [
    ["sidecar", "Gateway", false],
    ["router", "Gateway", true],
    ["sidecar", "Sidecar", true],
    ["router", "Sidecar", false],
    ["router", "VirtualService", true],
    ["sidecar", "VirtualService", false],
  ] as const) {
    test(`${kind} and a ${type}: ${expected}`, () =>
      assert.equal(proxyScope(snapshot, at(type)).dependsOn(key(kind, "a/unknown")), expected));
  }

  test("a virtual service at its gateway is seen by the gateway, and makes no view another", () => {
    const route = config("VirtualService", "b/r", { hosts: ["x.com"], gateways: ["a/gw"], http: [] });
    const next = updateSnapshot(snapshot, { resources: created(route), now });
    const hostsAt = (scope: ReturnType<typeof proxyScope>) =>
      (scope.gateways?.listeners ?? []).flatMap(({ servers }) =>
        servers.flatMap((server) => scope.virtualServicesAt(server).flatMap(({ hosts }) => hosts)),
      );
    const [before, after] = [proxyScope(snapshot, at("router")), proxyScope(next, at("router"))];
    assert.deepEqual([hostsAt(before), hostsAt(after)], [[], ["x.com"]]);
    assert.equal(after.key, before.key);
  });
});
