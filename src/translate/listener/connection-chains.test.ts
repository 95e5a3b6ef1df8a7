import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { TcpProxy } from "../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import { chainsOf, entry, outboundListeners, type Surroundings, serving, sidecarView } from "./testing/sidecar-view.ts";

const db = serving("app/db", 5432, "tcp", { addresses: ["10.9.0.1"] });
const other = serving("app/other", 6000, "tcp", { addresses: ["10.9.0.2"] });
const secure = serving("app/secure", 443, "https", { addresses: ["10.9.0.3"] });
const services = [db, other, secure];

const to = (host: string, rest: object = {}, weight?: number) => ({
  destination: { host, ...rest },
  ...(weight !== undefined && { weight }),
});
const virtualService = (spec: object) => config("VirtualService", "app/vs", spec);

function chains(name: string, resources: readonly Resource[], around: Surroundings = {}): readonly string[] {
  return chainsOf(outboundListeners(sidecarView(resources, { services, ...around })).get(name));
}

describe("TCP routes", () => {
  const tcp = (...rules: readonly object[]) => chains("10.9.0.1_5432", [virtualService({ hosts: ["db"], tcp: rules })]);
  const own = "-> outbound|5432||db.app.svc.cluster.local";
  const routed = "-> outbound|6000||other.app.svc.cluster.local";

  it("replace the service's own", () => assert.deepEqual(tcp({ route: [to("other")] }), [routed]));

  it("are divided by weight; who has none gets nothing", () => {
    const rule = { route: [to("other", {}, 80), to("db", {}, 20), to("secure", {}, 0)] };
    const clusters = "80:outbound|6000||other.app.svc.cluster.local 20:outbound|5432||db.app.svc.cluster.local";
    assert.deepEqual(tcp(rule), [`-> ${clusters}`]);
  });

  it("count only where the port and the calling workload fit", () => {
    const route = [to("other")];
    for (const match of [
      { port: 1 },
      { sourceLabels: { app: "x" } },
      { sourceNamespace: "x" },
      { gateways: ["x/y"] },
    ]) {
      assert.deepEqual(tcp({ match: [match], route }), [own]);
    }
    const match = { port: 5432, sourceLabels: { app: "web" }, sourceNamespace: "app", gateways: ["mesh"] };
    assert.deepEqual(tcp({ match: [match], route }), [routed]);
  });

  it("for single addresses stand beside the service's own", () => {
    const match = [{ destinationSubnets: ["10.9.0.1"] }, { destinationSubnets: ["10.8.0.0/16"] }];
    assert.deepEqual(tcp({ match, route: [to("other")] }), [`10.8.0.0/16 10.9.0.1/32 ${routed}`, `else ${own}`]);
  });

  it("without destinations change nothing", () => {
    assert.deepEqual(tcp({ route: [] }), [own]);
    assert.deepEqual(tcp({ route: [to("other", {}, 0), to("db", {}, 0)] }), [own]);
  });

  it("the first that takes everything is the last", () => {
    assert.deepEqual(tcp({ route: [to("other")] }, { route: [to("db")] }), [routed]);
  });

  it("name the object that they come from, and their sources", () => {
    const single = { match: [{ destinationSubnets: ["10.9.0.1"] }], route: [to("other")] };
    const rules = virtualService({ hosts: ["db"], tcp: [single, { route: [to("other")] }] });
    const listener = outboundListeners(sidecarView([rules], { services })).get("10.9.0.1_5432");
    const { filterChains = [], defaultFilterChain = {} } = listener?.message ?? {};
    const istio = { config: "/apis/networking.istio.io/v1/namespaces/app/virtual-service/vs" };
    for (const { metadata } of [...filterChains, defaultFilterChain]) {
      assert.deepEqual(metadata?.filterMetadata, { istio });
    }
    assert.deepEqual(
      listener?.sources.map(({ kind, name }) => `${kind} ${name}`),
      ["VirtualService vs", "Service other"],
    );
  });
});

describe("TLS routes", () => {
  const tls = (...rules: readonly object[]) =>
    chains("10.9.0.3_443", [virtualService({ hosts: ["secure", "*.secure.app.svc.cluster.local"], tls: rules })]);
  const fallback = "else -> PassthroughCluster";

  it("choose by the name that is asked for", () => {
    const rule = { match: [{ sniHosts: ["secure.app.svc.cluster.local"] }], route: [to("other")] };
    assert.deepEqual(tls(rule), [
      "sni secure.app.svc.cluster.local -> outbound|6000||other.app.svc.cluster.local",
      fallback,
    ]);
  });

  it("a name that an earlier rule has is not taken again", () => {
    const first = { match: [{ sniHosts: ["a.x", "b.x"] }], route: [to("other")] };
    const second = { match: [{ sniHosts: ["b.x", "c.x"] }, { sniHosts: ["A.x"] }], route: [to("db")] };
    assert.deepEqual(tls(first, second), [
      "sni a.x,b.x -> outbound|6000||other.app.svc.cluster.local",
      "sni c.x -> outbound|5432||db.app.svc.cluster.local",
      fallback,
    ]);
  });

  it("subnets of one match are not the next one's", () => {
    const match = [{ sniHosts: ["a.x"], destinationSubnets: ["10.1.0.0/16"] }, { sniHosts: ["b.x"] }];
    assert.deepEqual(tls({ match, route: [to("db")] }), [
      "sni a.x 10.1.0.0/16 -> outbound|5432||db.app.svc.cluster.local",
      "sni b.x -> outbound|5432||db.app.svc.cluster.local",
      fallback,
    ]);
  });

  it("any name is no condition", () => {
    assert.deepEqual(tls({ match: [{ sniHosts: ["*"] }], route: [to("db")] }), [
      "-> outbound|5432||db.app.svc.cluster.local",
    ]);
  });

  it("of a wildcard host are for the services that it covers", () => {
    const services = [entry("a.wild.example.com", 443, "tls", { addresses: ["10.9.0.4"] }), db];
    const rule = { match: [{ sniHosts: ["*.wild.example.com"] }], route: [to("db")] };
    const resources = [virtualService({ hosts: ["*.wild.example.com"], tls: [rule] })];
    assert.deepEqual(chains("10.9.0.4_443", resources, { services }), [
      "sni *.wild.example.com -> outbound|5432||db.app.svc.cluster.local",
      fallback,
    ]);
  });
});

describe("what a DestinationRule says of connections", () => {
  const proxyOf = (spec: object, resources: readonly Resource[] = []): TcpProxy => {
    const view = sidecarView([config("DestinationRule", "app/dr", spec), ...resources], { services });
    const filters = outboundListeners(view).get("10.9.0.1_5432")?.message.filterChains?.[0]?.filters;
    return filters?.at(-1)?.typedConfig as TcpProxy;
  };

  it("times them out, keeps clients at an endpoint, and tunnels them", () => {
    const proxy = proxyOf({
      host: "db",
      trafficPolicy: {
        connectionPool: { tcp: { idleTimeout: "5m", maxConnectionDuration: "1h" } },
        loadBalancer: { consistentHash: { useSourceIp: true } },
        tunnel: { protocol: "POST", targetHost: "fd00::1", targetPort: 8443 },
      },
    });
    assert.equal(proxy.idleTimeout, "300s");
    assert.equal(proxy.maxDownstreamConnectionDuration, "3600s");
    assert.deepEqual(proxy.hashPolicy, [{ sourceIp: {} }]);
    assert.deepEqual(proxy.tunnelingConfig, { hostname: "[fd00::1]:8443", usePost: true });
  });

  it("for a subset holds where a route leads to the subset alone", () => {
    const rule = {
      host: "db",
      subsets: [{ name: "v1", trafficPolicy: { connectionPool: { tcp: { idleTimeout: "7s" } } } }],
    };
    const routes = (...route: readonly object[]) => [virtualService({ hosts: ["db"], tcp: [{ route }] })];
    assert.equal(proxyOf(rule, routes(to("db", { subset: "v1" }))).idleTimeout, "7s");
    const both = routes(to("db", { subset: "v1" }, 50), to("other", {}, 50));
    assert.equal(proxyOf(rule, both).idleTimeout, undefined);
  });
});

it("metrics of connections have names of the mesh's pattern", () => {
  const mesh = { outboundClusterStatName: "%SERVICE%_%SERVICE_PORT%_%SERVICE_PORT_NAME%" };
  const listener = outboundListeners(sidecarView([], { services, mesh })).get("10.9.0.1_5432");
  const proxy = listener?.message.filterChains?.[0]?.filters?.at(-1)?.typedConfig as TcpProxy;
  assert.equal(proxy.statPrefix, "db.app_5432_tcp");
});
