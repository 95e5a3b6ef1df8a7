import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { defaultMeshConfig, type Resource } from "../../api/index.ts";
import type { Protocol } from "../../core/index.ts";
import type { RouteConfiguration, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import { buildSnapshot, meshSettings, updateSnapshot } from "../../mesh/index.ts";
import { config, registryOf, service } from "../../mesh/testing/configs.ts";
import { proxyFor, type ViewFixture, viewFor } from "../testing/view.ts";
import { buildAll } from "../translate.ts";
import { type View, viewOf } from "../view.ts";
import type { RouteConfigurationKey } from "./build-route-configuration.ts";
import { planRoutes } from "./plan-routes.ts";

const port = (number: number, protocol: Protocol = "http") => ({ number, name: "p", protocol, targetPort: 0 });
const on = (...numbers: readonly number[]) => ({ ports: numbers.map((number) => port(number)) });
const entry = (hostname: string, fields = {}) =>
  service(`app/${hostname}`, { hostname, registry: "External", ...fields });
const to = (host: string) => ({ route: [{ destination: { host } }] });
const vs = (id: string, hosts: readonly string[], host = "web.app.svc.cluster.local", second = 0) =>
  config("VirtualService", id, { hosts, http: [to(host)] }, second);

function built(view: View, name: string): RouteConfiguration {
  const failures: { error: unknown }[] = [];
  const [made] = buildAll(planRoutes(view, [name]), failures as never);
  assert.deepEqual(failures, []);
  return made?.message ?? {};
}

/** The virtual hosts of a configuration, but for the one that catches the rest. */
function hosts(fixture: ViewFixture, name: string): ReadonlyMap<string, VirtualHost> {
  const all = built(viewFor(fixture), name).virtualHosts ?? [];
  return new Map(all.filter((each) => each.name !== "allow_any").map((each) => [each.name ?? "", each]));
}

const clusterOf = (host: VirtualHost | undefined) => host?.routes?.[0]?.route?.cluster;

describe("the virtual hosts of a port", () => {
  test("are its services that take requests", () => {
    const services = [
      service("app/web", on(80, 90)),
      service("app/tcp", { ports: [port(80, "tcp")] }),
      service("app/auto", { ports: [port(80, "auto")] }),
    ];
    assert.deepEqual(
      [...hosts({ services }, "80").keys()],
      ["auto.app.svc.cluster.local:80", "web.app.svc.cluster.local:80"],
    );
    assert.deepEqual([...hosts({ services }, "90").keys()], ["web.app.svc.cluster.local:90"]);
    assert.deepEqual([...hosts({ services }, "1").keys()], []);
  });

  test("keep sessions where the service asks for it, whether a virtual service leads to it or not", () => {
    const sticky = service("app/sticky", { labels: { "istio.io/persistent-session": "c" } });
    const services = [sticky, service("app/web"), service("app/other")];
    const resources = [vs("app/vs", ["web.app.svc.cluster.local"], sticky.hostname)];
    const keeping = [...hosts({ services, resources }, "80")].flatMap(([name, { routes = [] }]) =>
      routes.flatMap(({ typedPerFilterConfig = {} }) => Object.keys(typedPerFilterConfig).map((key) => [name, key])),
    );
    const filter = "envoy.filters.http.stateful_session";
    assert.deepEqual(keeping, [
      ["sticky.app.svc.cluster.local:80", filter],
      ["web.app.svc.cluster.local:80", filter],
    ]);
  });

  test("take the oldest virtual service, an exact host before wildcards", () => {
    const services = [service("app/a"), service("app/b"), service("app/web")];
    const resources = [
      vs("app/wild", ["*.app.svc.cluster.local"], "wild.com", 0),
      vs("app/young", ["a.app.svc.cluster.local"], "young.com", 2),
      vs("app/old", ["a.app.svc.cluster.local"], "old.com", 1),
    ];
    const found = hosts({ services, resources }, "80");
    assert.equal(clusterOf(found.get("a.app.svc.cluster.local:80")), "outbound|80||old.com");
    assert.equal(clusterOf(found.get("b.app.svc.cluster.local:80")), "outbound|80||wild.com");
    assert.equal(found.size, 3);
  });

  test("pass over virtual services that are for others only", () => {
    const services = [service("app/a")];
    const others = { hosts: ["a"], http: [{ match: [{ sourceLabels: { app: "db" } }], ...to("db.com") }] };
    const first = config("VirtualService", "app/first", others);
    assert.equal(
      clusterOf(hosts({ services, resources: [first] }, "80").get("a.app.svc.cluster.local:80")),
      "outbound|80||a.app.svc.cluster.local",
    );
    const second = vs("app/second", ["a"], "all.com", 1);
    assert.equal(
      clusterOf(hosts({ services, resources: [first, second] }, "80").get("a.app.svc.cluster.local:80")),
      "outbound|80||all.com",
    );
  });

  test("hash as the service's rule says", () => {
    const resources = [
      config("DestinationRule", "app/dr", {
        host: "a",
        trafficPolicy: { loadBalancer: { consistentHash: { useSourceIp: true } } },
      }),
    ];
    const [host] = hosts({ services: [service("app/a")], resources }, "80").values();
    assert.deepEqual(host?.routes?.[0]?.route?.hashPolicy, [{ connectionProperties: { sourceIp: true } }]);
  });
});

describe("hosts that only virtual services know", () => {
  const resources = [vs("app/vs", ["unknown.com", "web"])];

  test("are served on port 80, and beside services of the same", () => {
    const services = [service("app/web", on(90))];
    assert.deepEqual(
      [...hosts({ services, resources }, "80").keys()],
      ["unknown.com:80", "web.app.svc.cluster.local:80"],
    );
    assert.deepEqual(
      [...hosts({ services, resources }, "90").keys()],
      ["unknown.com:90", "web.app.svc.cluster.local:90"],
    );
    assert.deepEqual(
      [...hosts({ services: [service("app/x", on(90))], resources }, "90").keys()],
      ["x.app.svc.cluster.local:90"],
    );
  });

  test("have no short names", () => {
    assert.deepEqual(hosts({ resources }, "80").get("web.app.svc.cluster.local:80")?.domains, [
      "web.app.svc.cluster.local",
    ]);
  });

  test("are wildcards only where these cover no service", () => {
    const wild = [vs("app/vs", ["*.app.svc.cluster.local"])];
    assert.deepEqual([...hosts({ resources: wild }, "80").keys()], ["*.app.svc.cluster.local:80"]);
    assert.equal(
      hosts({ resources: wild, services: [service("app/a")] }, "80").has("*.app.svc.cluster.local:80"),
      false,
    );
  });

  test("may be all hosts: then nothing is left to catch", () => {
    const view = viewFor({ resources: [vs("app/vs", ["*"])] });
    assert.deepEqual(
      built(view, "80").virtualHosts?.map(({ domains }) => domains),
      [["*"]],
    );
  });
});

describe("domains", () => {
  const domains = (fixture: ViewFixture, name: string) => hosts(fixture, "80").get(`${name}:80`)?.domains;

  test("of IPv6 addresses stand in brackets, of other clusters' are left out", () => {
    const services = [
      service("app/a", {
        addresses: ["10.0.0.9"],
        addressesByCluster: new Map([
          ["one", ["10.0.0.1"]],
          ["two", ["10.0.0.2"]],
        ]),
      }),
      service("app/six", { addresses: ["2001:db8::1"] }),
    ];
    const fixture = { services, metadata: { CLUSTER_ID: "one", INSTANCE_IPS: "10.0.0.7,fd00::7" } };
    assert.equal(domains(fixture, "a.app.svc.cluster.local")?.at(-1), "10.0.0.1");
    assert.equal(domains(fixture, "six.app.svc.cluster.local")?.at(-1), "[2001:db8::1]");
  });

  test("that are another's full name are not taken as short ones", () => {
    const services = [service("app/a"), entry("a.app"), entry("a")];
    assert.deepEqual(domains({ services }, "a.app.svc.cluster.local"), [
      "a.app.svc.cluster.local",
      "a.app.svc.cluster.local.",
      "a.app.svc",
    ]);
  });

  test("that two services have are the older one's", () => {
    const shared = { addresses: ["10.0.0.1"] };
    const services = [entry("a.com", { ...shared, created: 2 }), entry("b.com", { ...shared, created: 1 })];
    assert.deepEqual(domains({ services }, "a.com"), ["a.com", "a.com."]);
    assert.deepEqual(domains({ services }, "b.com"), ["b.com", "b.com.", "10.0.0.1"]);
  });

  test("that virtual services name are theirs", () => {
    const services = [service("app/a", { addresses: ["10.0.0.1"] })];
    const resources = [vs("app/vs", ["a.app", "10.0.0.1"])];
    assert.deepEqual(domains({ services, resources }, "a.app.svc.cluster.local"), [
      "a.app.svc.cluster.local",
      "a.app.svc.cluster.local.",
      "a",
      "a.app.svc",
    ]);
  });

  test("of an alias are those of the service behind it, unless it has routes of its own", () => {
    const alias = service("app/alias", { resolution: "alias", aliasOf: "ext.com" });
    const services = [alias, entry("ext.com")];
    assert.deepEqual(domains({ services }, "ext.com"), [
      "ext.com",
      "ext.com.",
      "alias.app.svc.cluster.local",
      "alias.app.svc.cluster.local.",
      "alias",
      "alias.app.svc",
      "alias.app",
    ]);
    const resources = [vs("app/vs", ["alias"])];
    assert.deepEqual(domains({ services, resources }, "ext.com"), ["ext.com", "ext.com."]);
    assert.equal(domains({ services, resources }, "alias.app.svc.cluster.local")?.length, 5);
  });
});

describe("other configurations", () => {
  const services = [service("app/web", on(80, 9080))];

  test("of one host are for whatever host requests name", () => {
    const { virtualHosts } = built(viewFor({ services }), "web.app.svc.cluster.local:9080");
    assert.deepEqual(
      virtualHosts?.map(({ name, domains }) => [name, domains]),
      [["web.app.svc.cluster.local:9080", ["*"]]],
    );
  });

  test("of no port tell hosts apart by the port that requests name", () => {
    const made = built(viewFor({ services }), "http_proxy");
    assert.equal(made.ignorePortInHostMatching, false);
    const named = new Map(made.virtualHosts?.map(({ name, domains }) => [name, domains]));
    assert.deepEqual(named.get("web.app.svc.cluster.local:80")?.slice(0, 2), [
      "web.app.svc.cluster.local",
      "web.app.svc.cluster.local:80",
    ]);
    assert.deepEqual(named.get("web.app.svc.cluster.local:9080")?.slice(0, 2), [
      "web.app.svc.cluster.local:9080",
      "web.app.svc.cluster.local.:9080",
    ]);
  });

  test("that nobody can be meant by are not made", () => {
    assert.deepEqual(planRoutes(viewFor({ services }), ["nonsense", ""]), []);
  });
});

describe("requests for unknown hosts", () => {
  const last = (fixture: ViewFixture) => built(viewFor(fixture), "80").virtualHosts?.at(-1);
  const sidecar = (outboundTrafficPolicy: object): readonly Resource[] => [
    config("Sidecar", "app/default", { outboundTrafficPolicy, egress: [{ hosts: ["*/*"] }] }),
  ];

  test("go where they were going", () => assert.equal(clusterOf(last({})), "PassthroughCluster"));

  test("are refused where only the registry counts", () => {
    const refused = last({ resources: sidecar({ mode: "REGISTRY_ONLY" }) });
    assert.deepEqual([refused?.name, refused?.routes?.[0]?.directResponse], ["block_all", { status: 502 }]);
  });

  test("go to the egress proxy", () => {
    const egressProxy = { host: "proxy", subset: "v1", port: { number: 5000 } };
    const resources = sidecar({ mode: "ALLOW_ANY", egressProxy });
    assert.equal(clusterOf(last({ resources })), "outbound|5000|v1|proxy.app.svc.cluster.local");
  });

  test("are looked up by DNS if the mesh says so", () => {
    const mesh = { ...defaultMeshConfig, outboundTrafficPolicy: { mode: "ALLOW_ANY_DYNAMIC_DNS" as const } };
    const host = last({ config: mesh });
    assert.deepEqual([host?.name, clusterOf(host)], ["allow_any_dynamic_dns", "AllowAnyDynamicDNSCluster"]);
  });
});

describe("a change of one virtual service", () => {
  const services = ["a", "b", "c"].map((name) => service(`other/${name}`));
  const routes = (host: string) => vs("other/vs", ["b"], host);
  const before = buildSnapshot({
    settings: meshSettings({}),
    registry: registryOf(...services),
    resources: [routes("x.com")],
    now: 0,
  });
  const keysOf = (snapshot: typeof before) => {
    const [plan] = planRoutes(viewOf(snapshot, proxyFor()), ["80"]);
    return (plan as { readonly key: RouteConfigurationKey }).key.hosts;
  };

  test("leaves the keys of all other virtual hosts as they are", () => {
    const key = { group: "networking.istio.io", kind: "VirtualService", namespace: "other", name: "vs" };
    const after = updateSnapshot(before, { resources: [{ key, after: routes("y.com") }], now: 0 });
    const [first, second] = [keysOf(before), keysOf(after)];
    assert.deepEqual(
      first.map((each, i) => each === second[i]),
      [true, false, true],
    );
    assert.deepEqual(keysOf(after), second);
  });
});
