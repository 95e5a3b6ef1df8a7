import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { IstioGateway, Resource } from "../../api/index.ts";
import { meshSettings } from "../mesh-settings.ts";
import { resolvePolicy } from "../policy/policy.ts";
import { byAge } from "../precedence.ts";
import { config, created, service } from "../testing/configs.ts";
import { changeVirtualServices, emptyVirtualServiceIndex } from "../virtual-service/virtual-service-index.ts";
import { boundVirtualServices } from "./gateway-virtual-services.ts";
import { mergeGateways } from "./merge-gateways.ts";
import type { GatewayProxy } from "./resolve-ports.ts";

interface ServerInput {
  readonly port: number;
  readonly protocol: string;
  readonly hosts: readonly string[];
  readonly name?: string;
  readonly bind?: string;
  readonly tls?: object;
}

function gateway(id: string, servers: readonly ServerInput[], second = 0): IstioGateway {
  const spec = servers.map(({ port, protocol, name = `${protocol.toLowerCase()}-${port}`, ...rest }) => ({
    port: { number: port, protocol, name },
    ...rest,
  }));
  return config("Gateway", id, { servers: spec }, second) as IstioGateway;
}

const anyProxy: GatewayProxy = { targets: [], unprivileged: false };
const merge = (gateways: readonly IstioGateway[], proxy = anyProxy) =>
  mergeGateways(gateways.map((each) => resolvePolicy(each)).sort(byAge), proxy);
const shape = (gateways: readonly IstioGateway[], proxy = anyProxy) =>
  merge(gateways, proxy).listeners.map(({ port, bind, form, servers }) => [
    `${port}${bind && ` ${bind}`}`,
    form,
    ...servers.map((each) => each.gateway),
  ]);
const http = (port: number, ...hosts: readonly string[]): ServerInput => ({ port, protocol: "HTTP", hosts });
const https = (port: number, ...hosts: readonly string[]): ServerInput => ({
  port,
  protocol: "HTTPS",
  hosts,
  name: `https-${hosts[0]}`,
  tls: { mode: "SIMPLE", credentialName: "x" },
});
const tcp = (port: number): ServerInput => ({ port, protocol: "TCP", hosts: ["*"] });

describe("who shares a port", () => {
  test("plain HTTP with plain HTTP, in one route configuration", () => {
    const both = [gateway("a/x", [http(80, "a.com")]), gateway("a/y", [{ ...http(80, "b.com"), protocol: "GRPC" }])];
    assert.deepEqual(shape(both), [["80", "http", "a/x", "a/y"]]);
    assert.equal(merge(both).routes.get("http.80")?.servers.length, 2);
  });

  test("TLS with TLS, each HTTPS server with its own routes", () => {
    const both = [gateway("a/x", [https(443, "a.com"), https(443, "*.a.com")])];
    assert.deepEqual(shape(both), [["443", "tls", "a/x", "a/x"]]);
    assert.deepEqual([...merge(both).routes.keys()], ["https.443.https-a.com.x.a", "https.443.https-*.a.com.x.a"]);
  });

  test("passed-through TLS has no routes", () => {
    const tls = { port: 443, protocol: "TLS", hosts: ["a.com"], tls: { mode: "PASSTHROUGH" } };
    assert.deepEqual([...merge([gateway("a/x", [tls])]).routes.keys()], []);
  });

  const conflicts: readonly [string, readonly IstioGateway[], readonly unknown[]][] = [
    [
      "not HTTP and TCP: the first by name decides",
      [gateway("a/b", [http(80, "a.com")]), gateway("a/a", [tcp(80)])],
      ["80", "tcp", "a/a"],
    ],
    [
      "not HTTP and TCP: the older decides",
      [gateway("a/b", [http(80, "a.com")], 1), gateway("a/a", [tcp(80)], 2)],
      ["80", "http", "a/b"],
    ],
    ["not TCP and TCP", [gateway("a/a", [tcp(80)]), gateway("a/b", [tcp(80)])], ["80", "tcp", "a/a"]],
    [
      "not HTTP and HTTPS",
      [gateway("a/a", [http(80, "a.com")]), gateway("a/b", [https(80, "a.com")])],
      ["80", "http", "a/a"],
    ],
    [
      "not TLS for the same host",
      [gateway("a/a", [https(443, "a.com")]), gateway("a/b", [https(443, "b/a.com")])],
      ["443", "tls", "a/a"],
    ],
  ];
  for (const [name, gateways, expected] of conflicts) {
    test(name, () => {
      assert.deepEqual(shape(gateways), [expected]);
      assert.deepEqual(
        merge(gateways).problems.map(({ code }) => code),
        ["FW1108"],
      );
    });
  }

  test("HTTPS servers for the same hosts with the same TLS are one, with the routes of both", () => {
    const both = [gateway("a/x", [https(443, "./a.com")]), gateway("b/y", [https(443, "./a.com")])];
    const { listeners, routes, problems } = merge(both);
    assert.deepEqual(
      listeners.map(({ servers }) => servers.map((each) => each.gateway)),
      [["a/x"]],
    );
    assert.deepEqual(
      [...routes.values()].map(({ servers }) => servers.map((each) => each.gateway)),
      [["a/x", "b/y"]],
    );
    assert.deepEqual(problems, []);
  });

  test("a TCP server that is left out stands by for one without routes", () => {
    const both = [gateway("a/a", [tcp(80)]), gateway("a/b", [tcp(80)])];
    assert.deepEqual(
      merge(both).listeners.flatMap(({ substitutes }) => substitutes.map((each) => each.gateway)),
      ["a/b"],
    );
  });

  test("servers with different addresses do not share", () => {
    const both = [
      gateway("a/a", [
        { ...http(80, "a.com"), bind: "127.0.0.2" },
        { ...tcp(80), name: "t" },
      ]),
    ];
    assert.deepEqual(shape(both), [
      ["80", "tcp", "a/a"],
      ["80 127.0.0.2", "http", "a/a"],
    ]);
    assert.deepEqual([...merge(both).routes.keys()], ["http.80.127.0.0.2"]);
  });
});

describe("ports of the gateway's services", () => {
  const port = (number: number) => ({ number, name: "x", protocol: "http" as const, targetPort: 0 });
  const target = (number: number, targetPort: number, labels = {}) => ({
    service: service("a/gw", { labels }),
    port: port(number),
    targetPort,
  });
  const on = (targets: GatewayProxy["targets"], unprivileged = false) =>
    shape([gateway("a/x", [http(80, "a.com"), { ...http(81, "b.com"), name: "y" }])], { targets, unprivileged }).map(
      ([at]) => at,
    );
  const off = { "experimental.istio.io/disable-gateway-port-translation": "true" };

  test("the target port is listened on", () => assert.deepEqual(on([target(80, 8080)]), ["81", "8080"]));
  test("all target ports are", () =>
    assert.deepEqual(on([target(80, 8080), target(80, 8081)]), ["81", "8080", "8081"]));
  test("two ports may lead to one", () => assert.deepEqual(on([target(80, 8080), target(81, 8080)]), ["8080"]));
  test("a service can be left out of it", () => assert.deepEqual(on([target(80, 8080, off)]), ["80", "81"]));
  test("low ports are left out where they cannot be had", () =>
    assert.deepEqual(on([target(80, 8080)], true), ["8080"]));
  test("an HTTPS server on two ports has one route configuration, and is in it once", () => {
    const merged = merge([gateway("a/x", [https(443, "a.com")])], {
      targets: [target(443, 8443), target(443, 9443)],
      unprivileged: false,
    });
    assert.deepEqual(
      merged.listeners.map(({ port: at }) => at),
      [8443, 9443],
    );
    assert.deepEqual(
      [...merged.routes.values()].map(({ servers }) => servers.length),
      [1],
    );
  });
  test("the route is named by the port listened on, the HTTPS route by the server's", () => {
    const merged = merge([gateway("a/x", [http(80, "a.com"), https(443, "a.com")])], {
      targets: [target(80, 8080), target(443, 8443)],
      unprivileged: false,
    });
    assert.deepEqual([...merged.routes.keys()], ["http.8080", "https.443.https-a.com.x.a"]);
  });
});

describe("virtual services at a server", () => {
  const vs = (id: string, ...hosts: readonly string[]): Resource =>
    config("VirtualService", id, { hosts, gateways: ["istio-system/gw"], http: [] });
  const cases: readonly [string, readonly string[], Resource, readonly string[]][] = [
    ["the hosts of both", ["a.com", "b.com"], vs("app/x", "a.com", "c.com"), ["a.com"]],
    ["a wildcard server takes the narrower host", ["*.com"], vs("app/x", "a.com", "b.com"), ["a.com", "b.com"]],
    ["a wildcard virtual service too", ["a.com"], vs("app/x", "*"), ["a.com"]],
    ["only of the host's namespace", ["other/a.com", "app/b.com"], vs("app/x", "a.com", "b.com"), ["b.com"]],
    ["of any namespace", ["*/a.com"], vs("app/x", "a.com"), ["a.com"]],
    ["of the gateway's own namespace", ["./a.com"], vs("app/x", "a.com"), []],
    ["case does not count", ["A.com"], vs("app/x", "a.COM"), ["a.com"]],
  ];
  for (const [name, hosts, resource, expected] of cases) {
    test(name, () => {
      const { index } = changeVirtualServices(emptyVirtualServiceIndex, created(resource), meshSettings({}));
      const server = merge([gateway("istio-system/gw", [http(80, ...hosts)])]).listeners[0]?.servers[0];
      assert.ok(server);
      const bound = boundVirtualServices(index, "istio-system", server);
      assert.deepEqual(
        bound.flatMap((each) => each.hosts),
        expected,
      );
    });
  }
});
