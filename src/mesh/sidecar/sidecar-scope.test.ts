import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import { meshSettings } from "../mesh-settings.ts";
import { buildSnapshot, scopeOf } from "../mesh-snapshot.ts";
import { config, registryOf, service } from "../testing/configs.ts";

const port = (number: number) => ({ number, name: `p${number}`, protocol: "http" as const, targetPort: 0 });
const world = [
  service("app/web"),
  service("app/reviews", { ports: [port(80), port(9080)] }),
  service("other/store"),
  service("other/hidden", { visibility: new Set(["other"]) }),
  service("app/ext", { hostname: "a.example.com", registry: "External" }),
];
const short = (services: readonly Service[]) => services.map(({ name, namespace }) => `${namespace}/${name}`).sort();
const labels = { app: "web" };

function scope(resources: readonly Resource[], services: readonly Service[] = world, namespace = "app") {
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registryOf(...services), resources, now: 0 });
  return scopeOf(snapshot, { namespace, labels });
}

const sidecar = (id: string, hosts: readonly string[], more: object = {}, second = 0) =>
  config("Sidecar", id, { egress: [{ hosts }], ...more }, second);

describe("what egress hosts import", () => {
  const all = ["app/ext", "app/reviews", "app/web", "other/store"];
  for (const [hosts, expected] of [
    [["*/*"], all],
    [["./*"], ["app/ext", "app/reviews", "app/web"]],
    [["other/*"], ["other/store"]],
    [["~/*"], []],
    [["./web.app.svc.cluster.local"], ["app/web"]],
    [["*/web.app.svc.cluster.local"], ["app/web"]],
    [["other/web.app.svc.cluster.local"], []],
    [["*/*.app.svc.cluster.local"], ["app/reviews", "app/web"]],
    [
      ["./*.example.com", "other/*"],
      ["app/ext", "other/store"],
    ],
    [
      ["*/*", "~other/*"],
      ["app/ext", "app/reviews", "app/web"],
    ],
    [
      ["./*", "~./web.app.svc.cluster.local"],
      ["app/ext", "app/reviews"],
    ],
  ] as const) {
    test(hosts.join(" "), () => assert.deepEqual(short(scope([sidecar("app/s", hosts)]).services), expected));
  }

  test("without a Sidecar everything that is visible", () => assert.deepEqual(short(scope([]).services), all));
});

describe("whose Sidecar counts", () => {
  const selecting = { workloadSelector: { labels } };
  const cases: readonly [string, readonly Resource[], string | undefined][] = [
    ["none", [], undefined],
    ["the root namespace's default", [sidecar("istio-system/r", ["./*"])], "r"],
    ["the namespace's default", [sidecar("istio-system/r", ["./*"]), sidecar("app/n", ["./*"])], "n"],
    ["one that selects", [sidecar("app/n", ["./*"]), sidecar("app/s", ["./*"], selecting, 9)], "s"],
    ["the oldest", [sidecar("app/a", ["./*"], selecting, 2), sidecar("app/b", ["./*"], selecting, 1)], "b"],
    ["not a root one that selects", [sidecar("istio-system/r", ["./*"], selecting)], undefined],
    ["not one for others", [sidecar("app/o", ["./*"], { workloadSelector: { labels: { app: "x" } } })], undefined],
  ];
  for (const [name, resources, expected] of cases) {
    test(name, () => assert.equal(scope(resources).sidecar?.name, expected));
  }

  test("the root's default is read in the proxy's namespace", () =>
    assert.deepEqual(short(scope([sidecar("istio-system/r", ["./*"])], world, "other").services), [
      "other/hidden",
      "other/store",
    ]));
});

describe("a host that several namespaces define", () => {
  const dup = (namespace: string, more: Partial<Service> = {}) =>
    service(`${namespace}/dup`, { hostname: "dup.com", registry: "External", ...more });
  const cases: readonly [string, readonly Service[], readonly string[], string][] = [
    ["the own namespace's", [dup("a"), dup("app", { created: 9 })], ["*/*"], "app"],
    ["the imported one", [dup("a"), dup("app")], ["a/*"], "a"],
    ["the oldest", [dup("a", { created: 9 }), dup("b")], ["*/*"], "b"],
    ["the cluster's before entries", [dup("a"), dup("b", { registry: "Kubernetes", created: 9 })], ["*/*"], "b"],
  ];
  for (const [name, services, hosts, expected] of cases) {
    test(name, () => {
      const found = scope([sidecar("app/s", hosts)], services);
      assert.deepEqual(short(found.services), [`${expected}/dup`]);
      assert.equal(found.service("dup.com")?.namespace, expected);
    });
  }
});

describe("routes in scope", () => {
  const vs = (id: string, hosts: readonly string[], to: string, more: object = {}, second = 0) =>
    config("VirtualService", id, { hosts, http: [{ ...more, route: [{ destination: { host: to } }] }] }, second);
  const own = sidecar("app/s", ["./*"]);

  test("pull in their destinations", () => {
    const found = scope([own, vs("app/v", ["web"], "store.other.svc.cluster.local")]);
    assert.ok(short(found.services).includes("other/store"));
    assert.ok(!short(found.egress[0]?.services ?? []).includes("other/store"));
  });

  test("but not those for other callers", () => {
    const found = scope([
      own,
      vs("app/v", ["web"], "store.other.svc.cluster.local", { match: [{ sourceNamespace: "x" }] }),
    ]);
    assert.ok(!short(found.services).includes("other/store"));
  });

  test("pull in only the ports they lead to", () => {
    const route = [{ destination: { host: "reviews.app.svc.cluster.local", port: { number: 9080 } } }];
    const found = scope([
      sidecar("app/s", ["./web.app.svc.cluster.local"]),
      config("VirtualService", "app/v", { hosts: ["web"], http: [{ route }] }),
    ]);
    assert.deepEqual(
      found.service("reviews.app.svc.cluster.local")?.ports.map(({ number }) => number),
      [9080],
    );
  });

  test("of a namespace that is not imported are ignored", () =>
    assert.equal(
      scope([own, vs("other/v", ["web.app.svc.cluster.local"], "web")]).virtualService("web.app.svc.cluster.local"),
      undefined,
    ));

  test("an exact host goes before a wildcard, whatever their ages, then the oldest", () => {
    const found = scope([
      vs("app/wild", ["*.app.svc.cluster.local"], "web", {}, 0),
      vs("app/young", ["web"], "web", {}, 5),
      vs("app/old", ["web"], "web", {}, 3),
    ]);
    assert.equal(found.virtualService("web.app.svc.cluster.local")?.name, "old");
    assert.equal(found.virtualService("reviews.app.svc.cluster.local")?.name, "wild");
  });

  test("a wildcard is imported with an exact host that it covers", () => {
    const found = scope([
      sidecar("app/s", ["./web.app.svc.cluster.local"]),
      vs("app/wild", ["*.app.svc.cluster.local"], "web"),
    ]);
    assert.equal(found.virtualService("web.app.svc.cluster.local")?.name, "wild");
  });
});

test("the port of a forward proxy says nothing of the services behind it", () => {
  const egress = [{ port: { number: 3128, protocol: "HTTP_PROXY" }, hosts: ["./*"] }];
  const found = scope([config("Sidecar", "app/s", { egress })]);
  assert.deepEqual(
    found.service("reviews.app.svc.cluster.local")?.ports.map(({ number }) => number),
    [80, 9080],
  );
});

test("a listener with a port sees services of that port, and of them that port only", () => {
  const egress = [{ port: { number: 9080, protocol: "HTTP" }, hosts: ["./*"] }, { hosts: ["other/*"] }];
  const found = scope([config("Sidecar", "app/s", { egress })]);
  assert.deepEqual(short(found.egress[0]?.services ?? []), ["app/reviews"]);
  assert.deepEqual(
    found.service("reviews.app.svc.cluster.local")?.ports.map(({ number }) => number),
    [9080],
  );
  assert.deepEqual(short(found.services), ["app/reviews", "other/store"]);
});

test("what becomes of unknown traffic is the Sidecar's to say, else the mesh's", () => {
  assert.deepEqual(scope([]).outboundTrafficPolicy, { mode: "ALLOW_ANY" });
  assert.deepEqual(scope([sidecar("app/s", ["./*"], { outboundTrafficPolicy: {} })]).outboundTrafficPolicy, {
    mode: "REGISTRY_ONLY",
  });
  const egressProxy = { host: "exit", port: { number: 80 } };
  const found = scope([sidecar("app/s", ["./*"], { outboundTrafficPolicy: { mode: "ALLOW_ANY", egressProxy } })]);
  assert.deepEqual(found.outboundTrafficPolicy, {
    mode: "ALLOW_ANY",
    egressProxy: { ...egressProxy, host: "exit.app.svc.cluster.local" },
  });
});
