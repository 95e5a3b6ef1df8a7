import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProxy, protocols } from "../../core/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { buildSnapshot, meshSettings } from "../../mesh/index.ts";
import { config, registryOf } from "../../mesh/testing/configs.ts";
import { type PartPlan, partsOf } from "../parts.ts";
import { viewOf } from "../view.ts";
import { chainsOf, entry, outboundListeners, serving, sidecarView } from "./testing/sidecar-view.ts";

const fallback = "else -> PassthroughCluster";
const http = "http/1.1,h2c";

describe("listeners of services", () => {
  it("HTTP services share a port, and what is not HTTP passes by", () => {
    const services = [serving("app/a", 80, "http"), serving("app/b", 80, "grpc", { created: 1 })];
    const listeners = outboundListeners(sidecarView([], { services }));
    assert.deepEqual([...listeners.keys()], ["0.0.0.0_80", "virtualOutbound"]);
    assert.deepEqual(chainsOf(listeners.get("0.0.0.0_80")), [`${http} -> routes 80`, fallback]);
  });

  it("connections are told apart by the service's address", () => {
    const services = [
      serving("app/a", 9000, "tcp", { addresses: ["10.9.0.1"] }),
      serving("app/b", 9000, "tcp", { addresses: ["10.9.0.2"] }),
    ];
    const listeners = outboundListeners(sidecarView([], { services }));
    const cluster = "outbound|9000||b.app.svc.cluster.local";
    assert.deepEqual(chainsOf(listeners.get("10.9.0.2_9000")), [`-> ${cluster}`]);
    assert.deepEqual(listeners.get("10.9.0.2_9000")?.sources, [services[1]?.origin]);
  });

  it("the addresses are those of the proxy's cluster", () => {
    const addressesByCluster = new Map([
      ["west", ["10.8.0.1"]],
      ["east", ["10.9.0.1"]],
    ]);
    const services = [serving("app/a", 9000, "tcp", { addresses: ["10.8.0.1"], addressesByCluster })];
    assert.ok(outboundListeners(sidecarView([], { services })).has("10.9.0.1_9000"));
  });

  it("a service whose protocol is found out has routes of its own behind its address", () => {
    const services = [serving("app/a", 7000, "auto", { addresses: ["10.9.0.1"] })];
    const listener = outboundListeners(sidecarView([], { services })).get("10.9.0.1_7000");
    const host = "a.app.svc.cluster.local";
    assert.deepEqual(chainsOf(listener), [`${http} -> routes ${host}:7000`, `else -> outbound|7000||${host}`]);
  });

  it("UDP ports and aliases have no listener", () => {
    const services = [
      serving("app/a", 53, "udp", { addresses: ["10.9.0.1"] }),
      serving("app/b", 80, "tcp", { resolution: "alias", aliasOf: "x.example.com" }),
    ];
    assert.deepEqual([...outboundListeners(sidecarView([], { services })).keys()], ["virtualOutbound"]);
  });

  it("the proxy's own ports are not taken", () => {
    const services = [15001, 15006, 15021, 15090, 8080].map((port) => serving(`app/p${port}`, port, "http"));
    const metadata = { ENVOY_STATUS_PORT: 15021, ENVOY_PROMETHEUS_PORT: 15090 };
    const listeners = outboundListeners(sidecarView([], { services, metadata }));
    assert.deepEqual([...listeners.keys()], ["0.0.0.0_8080", "virtualOutbound"]);
  });

  it("allocated addresses are used by proxies that answer DNS queries", () => {
    const services = [entry("db.example.com", 5432, "tcp", { allocatedAddresses: ["240.240.0.1", "2001:2::1"] })];
    const metadata = { DNS_CAPTURE: "true" };
    assert.ok(outboundListeners(sidecarView([], { services, metadata })).has("240.240.0.1_5432"));
    assert.ok(outboundListeners(sidecarView([], { services })).has("0.0.0.0_5432"));
  });
});

describe("listeners of several namespaces", () => {
  const services = [
    serving("app/a", 9000, "tcp", { addresses: ["10.9.0.1"] }),
    serving("app/b", 9000, "tcp", { addresses: ["10.9.0.2"] }),
  ];
  const tcp = [{ match: [{ sourceNamespace: "app" }], route: [{ destination: { host: "a.app.svc.cluster.local" } }] }];
  const resources = [config("VirtualService", "app/b", { hosts: ["b"], tcp })];
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registryOf(...services), resources, now: 0 });
  const partFor = (namespace: string) => {
    const id = `sidecar~10.0.0.1~web-1.${namespace}~${namespace}.svc.cluster.local`;
    const [part] = partsOf.listeners(viewOf(snapshot, parseProxy({ id, metadata: {} })));
    assert.ok(part);
    return part;
  };
  const listsOf = (plan: PartPlan<Listener>) => new Map(plan.lists.map((list) => [list[0]?.name, list]));

  it("are planned once, but for those of which a route asks who calls", () => {
    const own = partFor("app").plan(new Set());
    const other = partFor("other").plan(new Set(), undefined, own);
    const [before, after] = [listsOf(own), listsOf(other)];
    assert.equal(after.get("10.9.0.1_9000"), before.get("10.9.0.1_9000"));
    const clusters = [before, after].map((lists) => JSON.stringify(lists.get("10.9.0.2_9000")?.[0]?.key));
    assert.match(clusters[0] ?? "", /outbound\|9000\|\|a\.app/);
    assert.match(clusters[1] ?? "", /outbound\|9000\|\|b\.app/);
  });

  it("are the same as without the other's help", () => {
    const alone = partFor("other").plan(new Set());
    const helped = partFor("other").plan(new Set(), undefined, partFor("app").plan(new Set()));
    assert.deepEqual(helped.lists, alone.lists);
  });
});

describe("services without an address", () => {
  const headless = serving("app/db", 9100, "tcp", { headless: true, resolution: "passthrough" });

  it("each pod of a headless service has its listener, but not the proxy's own", () => {
    const pods = { [headless.hostname]: ["10.0.0.1", "10.0.0.2", "10.0.0.3"] };
    const [port] = headless.ports;
    const targets = port ? [{ service: headless, port, targetPort: 9100 }] : [];
    const listeners = outboundListeners(sidecarView([], { services: [headless], pods, targets }));
    assert.deepEqual([...listeners.keys()], ["10.0.0.2_9100", "10.0.0.3_9100", "virtualOutbound"]);
  });

  it("pods share a view with each other only where none of them is called by its address", () => {
    const [port] = headless.ports;
    const keyOf = (ip: string, ...called: readonly (typeof headless)[]) => {
      const targets = port ? called.map((service) => ({ service, port, targetPort: 9100 })) : [];
      return sidecarView([], { services: [headless], targets, ips: [ip] }).scope.key;
    };
    assert.equal(keyOf("10.0.0.1"), keyOf("10.0.0.2"));
    assert.notEqual(keyOf("10.0.0.1", headless), keyOf("10.0.0.2", headless));
  });

  it("without pods, or with hosts instead of addresses, there is none", () => {
    for (const pods of [{}, { [headless.hostname]: ["db.example.com"] }]) {
      const listeners = outboundListeners(sidecarView([], { services: [headless], pods }));
      assert.deepEqual([...listeners.keys()], ["virtualOutbound"]);
    }
  });

  it("a TCP entry takes all traffic of its port; of two the older one does", () => {
    const services = [
      entry("old.example.com", 5000, "tcp", { resolution: "passthrough" }),
      entry("new.example.com", 5000, "tcp", { created: 1 }),
    ];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_5000");
    assert.deepEqual(chainsOf(listener), ["-> outbound|5000||old.example.com"]);
    assert.deepEqual(
      listener?.problems?.map(({ code, key }) => [code, key.name]),
      [["FW1212", "new.example.com"]],
    );
  });

  it("TLS entries share a port by the name that is asked for, aliases too", () => {
    const services = [
      entry("a.example.com", 443, "tls"),
      entry("*.b.example.com", 443, "tls", { created: 1 }),
      serving("app/alias", 443, "tls", { resolution: "alias", aliasOf: "a.example.com" }),
    ];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_443");
    const aliases = "alias,alias.app,alias.app.svc,alias.app.svc.cluster.local,alias.app.svc.cluster.local.";
    assert.deepEqual(chainsOf(listener), [
      `sni a.example.com,${aliases} -> outbound|443||a.example.com`,
      "sni *.b.example.com -> outbound|443||*.b.example.com",
      fallback,
    ]);
  });

  it("a TCP entry on a port of HTTP services gets what is not HTTP", () => {
    const services = [serving("app/a", 80, "http"), entry("b.example.com", 80, "tcp", { created: 1 })];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_80");
    assert.deepEqual(chainsOf(listener), [`${http} -> routes 80`, "else -> outbound|80||b.example.com"]);
  });

  it("names that are looked up on demand are looked up before the cluster", () => {
    const services = [entry("*.dyn.example.com", 443, "tls", { resolution: "dynamic-dns" })];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_443");
    const names = listener?.message.filterChains?.[0]?.filters?.map(({ name }) => name);
    assert.deepEqual(names, [
      "envoy.extensions.filters.network.sni_dynamic_forward_proxy",
      "envoy.filters.network.tcp_proxy",
    ]);
  });
});

describe("ranges of addresses", () => {
  const range = (host: string, created: number, ...addresses: string[]) =>
    entry(host, 5000, "tcp", { resolution: "passthrough", addresses, created });

  it("share the open listener; of equal ranges the older entry's counts, whatever the host bits say", () => {
    const services = [
      range("a.example.com", 0, "10.1.2.3/8"),
      range("b.example.com", 1, "10.0.0.0/8"),
      range("c.example.com", 2, "10.1.0.0/16"),
    ];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_5000");
    assert.deepEqual(chainsOf(listener), [
      "10.1.2.3/8 -> outbound|5000||a.example.com",
      "10.1.0.0/16 -> outbound|5000||c.example.com",
      fallback,
    ]);
  });

  it("have a chain each, written twice or not, whether the protocol is known or found out", () => {
    for (const protocol of ["tcp", "auto"] as const) {
      const addresses = ["10.0.0.0/8", "192.0.2.0/24", "10.1.2.3/8"];
      const services = [entry("a.example.com", 5000, protocol, { resolution: "passthrough", addresses })];
      const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_5000");
      assert.deepEqual(
        listener?.message.filterChains?.flatMap(({ filterChainMatch }) => filterChainMatch?.prefixRanges ?? []),
        [
          { addressPrefix: "10.1.2.3", prefixLen: 8 },
          { addressPrefix: "192.0.2.0", prefixLen: 24 },
        ],
      );
      assert.equal(listener?.problems, undefined);
    }
  });

  it("an address that an older entry has is left out, the others still work", () => {
    const services = [range("a.example.com", 0, "192.0.2.1"), range("b.example.com", 1, "192.0.2.2", "192.0.2.1/32")];
    const listeners = outboundListeners(sidecarView([], { services }));
    assert.deepEqual(chainsOf(listeners.get("192.0.2.1_5000")), ["-> outbound|5000||a.example.com"]);
    assert.deepEqual(chainsOf(listeners.get("192.0.2.2_5000")), ["-> outbound|5000||b.example.com"]);
  });

  it("of TLS entries both the range and the name must fit", () => {
    const services = [entry("a.example.com", 443, "tls", { addresses: ["192.0.2.0/24"] })];
    const listener = outboundListeners(sidecarView([], { services })).get("0.0.0.0_443");
    assert.deepEqual(chainsOf(listener), ["sni a.example.com 192.0.2.0/24 -> outbound|443||a.example.com", fallback]);
  });
});

it("whatever shares an address and a port gives one listener whose chains do not overlap", () => {
  const kinds = protocols.filter((protocol) => protocol !== "udp");
  for (const first of kinds) {
    for (const second of kinds) {
      for (const addresses of [[], ["10.9.0.1"], ["10.0.0.0/8"]]) {
        const services = [
          entry("a.example.com", 700, first, { addresses }),
          entry("b.example.com", 700, second, { addresses, created: 1 }),
        ];
        for (const [name, listener] of outboundListeners(sidecarView([], { services }))) {
          const matches = listener.message.filterChains?.map((chain) => JSON.stringify(chain.filterChainMatch ?? {}));
          assert.equal(new Set(matches).size, matches?.length, `${first} and ${second} on ${name}`);
          assert.ok(matches && matches.length > 0);
        }
      }
    }
  }
});

describe("what is not for a service", () => {
  const services = [serving("app/a", 80, "http")];
  const sidecar = (outboundTrafficPolicy: object) => config("Sidecar", "app/default", { outboundTrafficPolicy });

  it("is dropped if only the registry's hosts may be called, whatever the mesh says", () => {
    const listeners = outboundListeners(sidecarView([sidecar({ mode: "REGISTRY_ONLY" })], { services }));
    assert.equal(chainsOf(listeners.get("0.0.0.0_80")).at(-1), "else -> BlackHoleCluster");
    assert.deepEqual(chainsOf(listeners.get("virtualOutbound")), [
      "port 15001 -> BlackHoleCluster",
      "-> BlackHoleCluster",
    ]);
    assert.deepEqual(
      listeners.get("virtualOutbound")?.sources.map(({ kind }) => kind),
      ["Sidecar"],
    );
  });

  it("goes to the egress proxy of a Sidecar", () => {
    const egressProxy = { host: "foo.bar", subset: "shiny", port: { number: 5000 } };
    const listeners = outboundListeners(sidecarView([sidecar({ mode: "ALLOW_ANY", egressProxy })], { services }));
    assert.equal(chainsOf(listeners.get("virtualOutbound"))[1], "-> outbound|5000|shiny|foo.bar");
  });

  it("has its host looked up if the mesh asks for it, where it is HTTP", () => {
    const mesh = { outboundTrafficPolicy: { mode: "ALLOW_ANY_DYNAMIC_DNS" } } as const;
    const listener = outboundListeners(sidecarView([], { services, mesh })).get("0.0.0.0_80");
    assert.equal(chainsOf(listener).at(-1), fallback);
    const manager = listener?.message.filterChains?.[0]?.filters?.[0]?.typedConfig as {
      readonly httpFilters?: readonly { readonly name: string }[];
    };
    assert.deepEqual(
      manager.httpFilters?.slice(-2).map(({ name }) => name),
      ["envoy.filters.http.dynamic_forward_proxy", "envoy.filters.http.router"],
    );
  });
});

describe("how traffic gets to the proxy", () => {
  const services = [
    serving("app/a", 80, "http"),
    serving("app/b", 9000, "tcp", { addresses: ["10.9.0.1", "fd00::9"] }),
  ];

  it("without interception listeners are on the loopback, and bind to their ports", () => {
    const listeners = outboundListeners(sidecarView([], { services, metadata: { INTERCEPTION_MODE: "NONE" } }));
    assert.deepEqual([...listeners.keys()], ["127.0.0.1_80", "127.0.0.1_9000"]);
    assert.deepEqual(chainsOf(listeners.get("127.0.0.1_80")), ["-> routes 80"]);
    assert.equal(listeners.get("127.0.0.1_80")?.message.bindToPort, undefined);
  });

  it("an unprivileged pod does not bind to low ports", () => {
    const metadata = { INTERCEPTION_MODE: "NONE", UNPRIVILEGED_POD: "true" };
    assert.deepEqual([...outboundListeners(sidecarView([], { services, metadata })).keys()], ["127.0.0.1_9000"]);
  });

  it("a proxy with IPv6 only listens there", () => {
    const listeners = outboundListeners(sidecarView([], { services, ips: ["fd00::1"] }));
    assert.deepEqual([...listeners.keys()], ["::_80", "fd00::9_9000", "virtualOutbound"]);
  });

  it("a proxy with both families listens on both", () => {
    const listeners = outboundListeners(sidecarView([], { services, ips: ["10.0.0.1", "fd00::1"] }));
    assert.deepEqual([...listeners.keys()], ["0.0.0.0_80", "10.9.0.1_9000", "virtualOutbound"]);
    assert.deepEqual(listeners.get("10.9.0.1_9000")?.message.additionalAddresses, [
      { address: { socketAddress: { address: "fd00::9", portValue: 9000 } } },
    ]);
  });

  it("the proxy can be called as an HTTP proxy, on a port of the mesh or its own", () => {
    const mesh = { proxyHttpPort: 15002 };
    assert.ok(outboundListeners(sidecarView([], { mesh })).has("127.0.0.1_15002"));
    const listeners = outboundListeners(sidecarView([], { mesh, metadata: { HTTP_PROXY_PORT: "15003" } }));
    assert.deepEqual(chainsOf(listeners.get("127.0.0.1_15003")), ["-> routes http_proxy"]);
  });

  it("plain Envoy gets nothing that only Istio's Envoy has", () => {
    const mesh = { defaultProviders: { metrics: ["prometheus"] } };
    const listeners = outboundListeners(sidecarView([], { services, mesh, metadata: { ISTIO_VERSION: "" } }));
    const filters = [...JSON.stringify([...listeners.values()]).matchAll(/"name":"(istio\.[^"]*)"/g)];
    assert.deepEqual(filters, []);
  });
});

describe("egress listeners of a Sidecar", () => {
  const services = [
    serving("app/a", 80, "http"),
    serving("app/b", 80, "http"),
    serving("app/db", 5432, "tcp", { addresses: ["10.9.0.1"] }),
  ];
  const listenersOf = (...egress: readonly object[]) =>
    outboundListeners(sidecarView([config("Sidecar", "app/default", { egress })], { services }));

  it("a port of its own is for the hosts that it names, whatever else is on it", () => {
    const listeners = listenersOf(
      { port: { number: 5432, protocol: "TCP", name: "db" }, bind: "10.9.0.1", hosts: ["./db.app.svc.cluster.local"] },
      { hosts: ["./*"] },
    );
    assert.deepEqual([...listeners.keys()], ["0.0.0.0_80", "10.9.0.1_5432", "virtualOutbound"]);
  });

  it("listens on the loopback if nothing is redirected to it", () => {
    const listeners = listenersOf({ port: { number: 80, protocol: "HTTP" }, captureMode: "NONE", hosts: ["./*"] });
    assert.deepEqual(chainsOf(listeners.get("127.0.0.1_80")), ["-> routes 80"]);
  });

  it("a Unix socket has the routes of its path", () => {
    const bind = "unix:///var/run/out.sock";
    const listeners = listenersOf({
      port: { number: 0, protocol: "HTTP" },
      bind,
      hosts: ["./a.app.svc.cluster.local"],
    });
    assert.deepEqual(chainsOf(listeners.get(`${bind}_0`)), [`-> routes ${bind}`]);
    assert.deepEqual(listeners.get(`${bind}_0`)?.message.address, { pipe: { path: "/var/run/out.sock" } });
  });
});
