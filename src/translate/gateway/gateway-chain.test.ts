import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TcpProxy } from "../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import {
  chainsOf,
  gateway,
  gatewayView,
  hostsOf,
  type Sent,
  type Surroundings,
  sentTo,
  server,
  to,
  virtualService,
} from "./testing/gateway-view.ts";

type Resources = Parameters<typeof gatewayView>[0];
const send = (resources: Resources, around?: Surroundings): Sent => sentTo(gatewayView(resources, around));
const problemsOf = ({ listeners }: Sent) => [...listeners.values()].flatMap(({ problems = [] }) => problems);
const cluster = (name: string, port: number) => `outbound|${port}||${name}.app.svc.cluster.local`;
const simple = { mode: "SIMPLE", credentialName: "cert" };
const passthrough = (number: number, ...hosts: readonly string[]) =>
  server(number, "TLS", { name: `tls-${hosts[0]}`, hosts, tls: { mode: "PASSTHROUGH" } });
const https = (hosts: readonly string[], tls: object = simple) =>
  server(443, "HTTPS", { name: `https-${hosts[0]}`, hosts, tls });
const bySni = (sniHosts: readonly string[], host: string) => ({
  match: [{ sniHosts }],
  route: [{ destination: { host } }],
});

describe("TLS that is passed through", () => {
  test("goes by SNI to the backend", () => {
    const routes = { tls: [bySni(["a.com"], "a"), bySni(["b.com", "c.com"], "b")] };
    const sent = send([
      gateway("istio-system/gw", [passthrough(443, "*")]),
      virtualService("app/x", ["a.com", "b.com", "c.com"], routes),
    ]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [
      `a.com → ${cluster("a", 443)}`,
      `b.com c.com → ${cluster("b", 443)}`,
    ]);
  });

  test("has each host once: Envoy would refuse the listener", () => {
    const sent = send([
      gateway("istio-system/gw", [passthrough(443, "*.com")]),
      virtualService("app/x", ["a.com"], { tls: [bySni(["a.com"], "x")] }, 1),
      virtualService("app/y", ["a.com", "b.com"], { tls: [bySni(["A.com", "b.com"], "y")] }, 2),
    ]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [`a.com → ${cluster("x", 443)}`, `b.com → ${cluster("y", 443)}`]);
    assert.deepEqual(
      problemsOf(sent).map(({ code, key }) => [code, key.name]),
      [["FW1222", "y"]],
    );
  });

  test("overlaps by exact host and wildcard, within a Gateway and across two", () => {
    const sent = send([
      gateway("istio-system/gw", [passthrough(443, "*"), passthrough(443, "a.com")]),
      gateway("istio-system/other", [passthrough(443, "b.com")]),
      virtualService("app/all", ["*"], { tls: [bySni(["*"], "all")] }),
      virtualService("app/b", ["b.com"], { gateways: ["istio-system/other"], tls: [bySni(["b.com"], "b")] }),
    ]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [
      `* → ${cluster("all", 443)}`,
      `a.com → ${cluster("all", 443)}`,
      `b.com → ${cluster("b", 443)}`,
    ]);
  });

  test("is left out where the rule is for another port or gateway, or leads nowhere", () => {
    const away = [
      { match: [{ sniHosts: ["a.com"], port: 8443 }], route: [{ destination: { host: "x" } }] },
      { match: [{ sniHosts: ["a.com"], gateways: ["mesh"] }], route: [{ destination: { host: "x" } }] },
      { match: [{ sniHosts: ["a.com"] }] },
    ];
    const sent = send([
      gateway("istio-system/gw", [passthrough(443, "a.com")]),
      virtualService("app/x", ["a.com"], { tls: away }),
    ]);
    assert.equal(sent.listeners.size, 0);
  });

  test("cannot be matched by a part of a label", () => {
    const routes = { tls: [bySni(["*-api.com"], "x")] };
    const sent = send([
      gateway("istio-system/gw", [passthrough(443, "*-api.com"), passthrough(443, "b.com")]),
      virtualService("app/x", ["*-api.com"], routes),
      virtualService("app/y", ["b.com"], { tls: [bySni(["b.com"], "y")] }),
    ]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [`b.com → ${cluster("y", 443)}`]);
    assert.deepEqual(
      problemsOf(sent).map(({ code }) => code),
      ["FW1221"],
    );
  });
});

describe("TLS that ends at the gateway", () => {
  test("leads to a backend over TCP, by a tcp rule or a tls rule, beside TLS that passes", () => {
    const ended = (host: string) => server(443, "TLS", { name: host, hosts: [host], tls: simple });
    const sent = send([
      gateway("istio-system/gw", [ended("tcp.com"), ended("tls.com"), passthrough(443, "pass.com")]),
      virtualService("app/tcp", ["tcp.com"], { tcp: [{ route: [{ destination: { host: "tcp" } }] }] }),
      virtualService("app/tls", ["tls.com"], { tls: [bySni(["tls.com"], "tls")] }),
      virtualService("app/pass", ["pass.com"], { tls: [bySni(["pass.com"], "pass")] }),
    ]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [
      `tcp.com → ends TLS → ${cluster("tcp", 443)}`,
      `tls.com → ends TLS → ${cluster("tls", 443)}`,
      `pass.com → ${cluster("pass", 443)}`,
    ]);
  });

  test("has a chain and a route table for each HTTPS server; one for all hosts matches nothing", () => {
    const sent = send([gateway("istio-system/gw", [https(["*.a.com", "b.com"]), https(["*"])])]);
    assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [
      "*.a.com b.com → ends TLS → https.443.https-*.a.com.gw.istio-system",
      "* → ends TLS → https.443.https-*.gw.istio-system",
    ]);
  });

  test("is the same for servers of two Gateways with the same hosts and TLS, whose routes add up", () => {
    for (const [alpha, beta] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const rule = (name: string) => ({ gateways: [`istio-system/${name}`], http: [to(name, `/${name}`)] });
      const sent = send([
        gateway("istio-system/alpha", [https(["a.com"])], alpha),
        gateway("istio-system/beta", [https(["a.com"])], beta),
        virtualService("app/alpha", ["a.com"], rule("alpha"), alpha),
        virtualService("app/beta", ["a.com"], rule("beta"), beta),
      ]);
      const table = `https.443.https-a.com.${alpha === 1 ? "alpha" : "beta"}.istio-system`;
      assert.deepEqual(chainsOf(sent, "0.0.0.0_443"), [`a.com → ends TLS → ${table}`]);
      assert.deepEqual(
        new Set(hostsOf(sent, table)["a.com:443"]),
        new Set(["a.com", `/alpha ${cluster("alpha", 443)}`, `/beta ${cluster("beta", 443)}`]),
      );
      assert.deepEqual(problemsOf(sent), []);
    }
  });

  test("is one chain for the hosts of each namespace, where two Gateways have all hosts of their own", () => {
    const sent = send([
      gateway("one/gw", [https(["./*"])]),
      gateway("two/gw", [https(["./*"])]),
      ...["one", "two"].map((name) =>
        virtualService(`${name}/x`, [`${name}.com`], { gateways: [`${name}/gw`], http: [to("x")] }),
      ),
    ]);
    assert.equal(chainsOf(sent, "0.0.0.0_443")?.length, 1);
    assert.deepEqual(Object.keys(hostsOf(sent, "https.443.https-./*.gw.one")), ["one.com:443", "two.com:443"]);
  });
});

describe("TCP", () => {
  const tcp = (name = "tcp") => server(9000, "TCP", { name, hosts: ["*"] });
  const tcpRule = (host: string, gateways = ["istio-system/gw"]) => ({
    gateways,
    tcp: [{ route: [{ destination: { host } }] }],
  });

  test("without a route has no listener, also if it takes the port from HTTP", () => {
    const http = server(9000, "HTTP", { hosts: ["a.com"] });
    const rule = virtualService("app/x", ["a.com"], { gateways: ["istio-system/b"], http: [to("x")] });
    assert.equal(send([gateway("istio-system/a", [tcp()]), gateway("istio-system/b", [http]), rule]).listeners.size, 0);
    const httpFirst = send([gateway("istio-system/a", [tcp()], 2), gateway("istio-system/b", [http], 1), rule]);
    assert.deepEqual(chainsOf(httpFirst, "0.0.0.0_9000"), ["* → http.9000"]);
    assert.deepEqual(
      problemsOf(httpFirst).map(({ code }) => code),
      ["FW1108"],
    );
  });

  for (const bound of ["one/gw", "two/gw"]) {
    test(`of two Gateways is served by the one that has a route: ${bound}`, () => {
      const sent = send([
        gateway("one/gw", [tcp()]),
        gateway("two/gw", [tcp()]),
        virtualService("app/x", ["*"], tcpRule("x", [bound])),
      ]);
      assert.deepEqual(chainsOf(sent, "0.0.0.0_9000"), [`* → ${cluster("x", 9000)}`]);
    });
  }

  test("is shared by weight, and a destination without weight gets nothing", () => {
    const route = [
      ["a", 30],
      ["b", 70],
      ["c", 0],
    ].map(([host, weight]) => ({ destination: { host }, weight }));
    const sent = send([
      gateway("istio-system/gw", [tcp()]),
      virtualService("app/x", ["*"], { tcp: [{ match: [{ port: 9000 }], route }] }),
    ]);
    const clusters = [
      { name: cluster("a", 9000), weight: 30 },
      { name: cluster("b", 9000), weight: 70 },
    ];
    assert.deepEqual(chainsOf(sent, "0.0.0.0_9000"), [`* → ${JSON.stringify(clusters)}`]);
  });

  test("of MongoDB is read for metrics, and heeds the rule for its destination", () => {
    const rule = config("DestinationRule", "app/db", {
      host: "db",
      trafficPolicy: {
        connectionPool: { tcp: { idleTimeout: "9s" } },
        loadBalancer: { consistentHash: { useSourceIp: true } },
      },
    });
    const sent = send(
      [
        gateway("istio-system/gw", [server(27017, "MONGO", { hosts: ["*"] })]),
        virtualService("app/x", ["*"], tcpRule("db")),
        rule,
      ],
      { services: [service("app/db")] },
    );
    const filters = sent.listeners.get("0.0.0.0_27017")?.message.filterChains?.[0]?.filters ?? [];
    assert.deepEqual(
      filters.map(({ name }) => name),
      ["envoy.filters.network.mongo_proxy", "envoy.filters.network.tcp_proxy"],
    );
    const proxy = filters[1]?.typedConfig as TcpProxy | undefined;
    assert.deepEqual([proxy?.idleTimeout, proxy?.hashPolicy], ["9s", [{ sourceIp: {} }]]);
    assert.equal(proxy?.cluster, cluster("db", 80));
  });
});
