import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { Protocol } from "../../core/index.ts";
import type { FilterChain, Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { TcpProxy } from "../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import type { DownstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { sameKey } from "../plan-cache.ts";
import { type ViewFixture, viewFor } from "../testing/view.ts";
import { planInboundListeners } from "./inbound-listeners.ts";

const selector = { matchLabels: { app: "web" } };
const pa = (mode: string, portLevelMtls: object = {}) =>
  config("PeerAuthentication", "app/pa", { selector, mtls: { mode }, portLevelMtls });
const sidecar = (...ingress: object[]) => config("Sidecar", "app/own", { ingress, egress: [{ hosts: ["./*"] }] });

function listenersOf(fixture: ViewFixture): ReadonlyMap<string, Listener> {
  const plans = planInboundListeners(viewFor(fixture));
  return new Map(plans.map(({ name, build, key }) => [name, build(key as never).message]));
}

/** A view whose workload is called on port 8080 by a service, with a protocol. */
const called = (protocol: Protocol, ...resources: readonly Resource[]): ViewFixture => {
  const port = { number: 80, name: "p", protocol, targetPort: 8080 };
  return { resources, targets: [{ service: service("app/web", { ports: [port] }), port, targetPort: 8080 }] };
};

type Call = "plain HTTP" | "plain TCP" | "foreign TLS" | "mesh HTTP" | "mesh TCP";
const seen: { readonly [C in Call]: { readonly transport: string; readonly alpn: readonly string[] } } = {
  "plain HTTP": { transport: "raw_buffer", alpn: ["http/1.1"] },
  "plain TCP": { transport: "raw_buffer", alpn: [] },
  "foreign TLS": { transport: "tls", alpn: ["h2"] },
  "mesh HTTP": { transport: "tls", alpn: ["istio-http/1.1", "istio", "http/1.1"] },
  "mesh TCP": { transport: "tls", alpn: ["istio-peer-exchange", "istio"] },
};

/** The chain that Envoy chooses: by the port, then the transport, then the protocols; then what it does. */
function taken(listener: Listener | undefined, port: number, call: Call): string {
  const all = listener?.filterChains ?? [];
  const own = all.filter(({ filterChainMatch: match }) => match?.destinationPort === port);
  const chains =
    own.length > 0 ? own : all.filter(({ filterChainMatch: match }) => match?.destinationPort === undefined);
  // Where nobody looks for TLS, its bytes are as good as any.
  const inspected = chains.some(({ filterChainMatch: match }) => match?.transportProtocol === "tls");
  const { transport, alpn } = inspected || seen[call].transport !== "tls" ? seen[call] : seen["plain TCP"];
  const fitting = chains.filter(({ filterChainMatch: match }) => (match?.transportProtocol ?? transport) === transport);
  const exact = fitting.find(({ filterChainMatch: match }) =>
    match?.applicationProtocols?.some((protocol) => alpn.includes(protocol)),
  );
  const chain = exact ?? fitting.find(({ filterChainMatch: match }) => match?.applicationProtocols === undefined);
  return chain ? describeChain(chain) : "no chain";
}

function describeChain({ filters = [], transportSocket }: FilterChain): string {
  const http = filters.some(({ name }) => name === "envoy.filters.network.http_connection_manager");
  const tls = transportSocket?.typedConfig as DownstreamTlsContext | undefined;
  const secret = tls?.commonTlsContext?.tlsCertificateSdsSecretConfigs?.[0]?.name;
  return `${http ? "HTTP" : "TCP"}${secret === undefined ? "" : ` in TLS of ${secret}`}`;
}

const calls = Object.keys(seen) as readonly Call[];
const answers = (listener: Listener | undefined, port: number) => calls.map((call) => taken(listener, port, call));
const [http, tcp, none] = ["HTTP", "TCP", "no chain"];
const [httpMtls, tcpMtls] = ["HTTP in TLS of default", "TCP in TLS of default"];

describe("which connections a port takes", () => {
  const rows: readonly [Protocol, string, readonly string[]][] = [
    ["tcp", "DISABLE", [tcp, tcp, tcp, tcp, tcp]],
    ["http", "DISABLE", [http, http, http, http, http]],
    ["auto", "DISABLE", [http, tcp, tcp, tcp, tcp]],
    ["tcp", "PERMISSIVE", [tcp, tcp, tcp, tcpMtls, tcpMtls]],
    ["http", "PERMISSIVE", [http, http, none, httpMtls, httpMtls]],
    ["auto", "PERMISSIVE", [http, tcp, tcp, httpMtls, tcpMtls]],
    ["tcp", "STRICT", [none, none, tcpMtls, tcpMtls, tcpMtls]],
    ["http", "STRICT", [none, none, httpMtls, httpMtls, httpMtls]],
    ["auto", "STRICT", [none, none, tcpMtls, httpMtls, tcpMtls]],
  ];
  for (const [protocol, mode, expected] of rows) {
    test(`${protocol} port, ${mode}`, () => {
      const listener = listenersOf(called(protocol, pa(mode))).get("virtualInbound");
      assert.deepEqual(answers(listener, 8080), expected);
    });
    if (protocol !== "auto") continue;
    test(`port that nobody knows, ${mode}`, () => {
      const listener = listenersOf(called("tcp", pa(mode))).get("virtualInbound");
      assert.deepEqual(answers(listener, 9999), expected);
    });
  }

  test("a port's own mode counts where no service knows the port, and only there", () => {
    const listener = listenersOf({ resources: [pa("DISABLE", { 9000: { mode: "STRICT" } })] }).get("virtualInbound");
    assert.deepEqual(answers(listener, 9000), [none, none, tcpMtls, httpMtls, tcpMtls]);
    assert.deepEqual(answers(listener, 8000), [http, tcp, tcp, tcp, tcp]);
  });

  test("numbers that are no ports do not spoil the listener", () => {
    const modes = { 0: { mode: "STRICT" }, 70000: { mode: "STRICT" }, x: { mode: "STRICT" } };
    const listener = listenersOf({ resources: [pa("DISABLE", modes)] }).get("virtualInbound");
    assert.equal(listener?.filterChains?.length, 3);
  });

  test("of two services on one port the first decides", () => {
    const ports = [
      { number: 80, name: "a", protocol: "http", targetPort: 8080 },
      { number: 81, name: "b", protocol: "tcp", targetPort: 8080 },
    ] as const;
    const web = service("app/web", { ports });
    const targets = ports.map((port) => ({ service: web, port, targetPort: 8080 }));
    const listener = listenersOf({ targets, resources: [pa("DISABLE")] }).get("virtualInbound");
    assert.deepEqual(answers(listener, 8080), [http, http, http, http, http]);
  });

  test("what is sent to the proxy's own port is lost", () => {
    const [first] = listenersOf({}).get("virtualInbound")?.filterChains ?? [];
    assert.equal(first?.name, "virtualInbound-blackhole");
    assert.deepEqual(first?.filterChainMatch, { destinationPort: 15006 });
  });
});

describe("ports that a Sidecar defines", () => {
  const port = (number: number, protocol: string) => ({ number, protocol, name: "p" });
  const tls = { mode: "SIMPLE", serverCertificate: "/c.pem", privateKey: "/k.pem" };

  test("stand in place of the services'", () => {
    const fixture = called("http", pa("DISABLE"), sidecar({ port: port(9090, "TCP") }));
    const listener = listenersOf(fixture).get("virtualInbound");
    const names = listener?.filterChains?.map(({ name }) => name);
    assert.deepEqual(names?.slice(3), ["10.0.0.1_9090"]);
  });

  test("serve a certificate of their own unless the mesh's mutual TLS is asked for", () => {
    const ingress = sidecar({ port: port(9443, "HTTPS"), tls });
    const own = "HTTP in TLS of file-cert:/c.pem~/k.pem";
    const disabled = listenersOf({ resources: [ingress, pa("STRICT", { 9443: { mode: "DISABLE" } })] });
    assert.deepEqual(answers(disabled.get("virtualInbound"), 9443), [none, none, own, own, own]);
    const strict = listenersOf({ resources: [ingress, pa("STRICT")] });
    assert.deepEqual(answers(strict.get("virtualInbound"), 9443), [none, none, tcpMtls, tcpMtls, tcpMtls]);
  });

  test("have listeners of their own where nothing is redirected", () => {
    const metadata = { INTERCEPTION_MODE: "NONE" };
    const resources = [sidecar({ port: port(9090, "TCP"), bind: "127.0.0.1" }, { port: port(9091, "TCP") })];
    const found = listenersOf({ resources, metadata });
    assert.deepEqual([...found.keys()], ["127.0.0.1_9090", "10.0.0.1_9091"]);
    const { address, listenerFilters } = found.get("127.0.0.1_9090") ?? {};
    assert.deepEqual(address?.socketAddress, { address: "127.0.0.1", portValue: 9090 });
    assert.deepEqual(
      listenerFilters?.map(({ name }) => name),
      ["envoy.filters.listener.tls_inspector"],
    );
    assert.equal(listenersOf({ ...called("http"), metadata }).size, 0);
  });

  test("can be bound beside the redirected ones, but not below 1024 without privileges", () => {
    const resources = [
      sidecar(
        { port: port(80, "HTTP"), captureMode: "NONE" },
        { port: port(9090, "TCP"), captureMode: "NONE" },
        { port: port(9091, "TCP") },
      ),
    ];
    const found = listenersOf({ resources, metadata: { UNPRIVILEGED_POD: "true" } });
    assert.deepEqual([...found.keys()], ["10.0.0.1_9090", "virtualInbound"]);
  });

  test("close connections as the Sidecar's pool says", () => {
    const pool = (idleTimeout: string) => ({ tcp: { idleTimeout, maxConnectionDuration: "1h" } });
    const spec = {
      ingress: [{ port: port(9090, "TCP") }, { port: port(9091, "TCP"), connectionPool: pool("1m") }],
      inboundConnectionPool: pool("100ms"),
    };
    const resources = [config("Sidecar", "app/own", spec), pa("DISABLE")];
    const chains = listenersOf({ resources }).get("virtualInbound")?.filterChains ?? [];
    const timeouts = chains.slice(3).map(({ filters }) => {
      const { idleTimeout, maxDownstreamConnectionDuration } = (filters?.at(-1)?.typedConfig ?? {}) as TcpProxy;
      return `${idleTimeout} ${maxDownstreamConnectionDuration}`;
    });
    assert.deepEqual(timeouts, ["0.1s 3600s", "60s 3600s"]);
  });
});

describe("retries of incoming requests", () => {
  const retriesOf = (protocol: Protocol, policy?: object) => {
    const fixture = {
      ...called(protocol, pa("DISABLE")),
      ...(policy && { config: { defaultInboundHttpRetryPolicy: policy } }),
    };
    const chain = listenersOf(fixture).get("virtualInbound")?.filterChains?.at(-1);
    const manager = chain?.filters?.at(-1)?.typedConfig as unknown as {
      routeConfig: { virtualHosts: { routes: { route: { retryPolicy?: object } }[] }[] };
    };
    return manager.routeConfig.virtualHosts[0]?.routes[0]?.route.retryPolicy;
  };
  const rows: readonly [string, Protocol, object | undefined, object | undefined][] = [
    [
      "by default twice, if the workload saw nothing",
      "http",
      undefined,
      { numRetries: 2, retryOn: "reset-before-request" },
    ],
    ["never of gRPC", "grpc", undefined, undefined],
    [
      "as the mesh says",
      "http",
      { attempts: 3, retryOn: "reset,503", perTryTimeout: "1m" },
      {
        numRetries: 3,
        retryOn: "reset,retriable-status-codes",
        retriableStatusCodes: [503],
        perTryTimeout: "60s",
      },
    ],
    ["none if the mesh says so", "http", { attempts: 0 }, undefined],
  ];
  for (const [name, protocol, policy, expected] of rows) {
    test(name, () => assert.deepEqual(retriesOf(protocol, policy), expected));
  }
});

describe("the proxy's dialect and addresses", () => {
  test("plain Envoy gets no filters of Istio's", () => {
    const listener = listenersOf({ ...called("auto"), metadata: { ISTIO_VERSION: "" } }).get("virtualInbound");
    assert.doesNotMatch(
      JSON.stringify(listener?.filterChains?.map(({ filters }) => filters)),
      /istio\.(meta|stats|alpn)/,
    );
  });

  test("with addresses of both families it listens on both", () => {
    const listener = listenersOf({ metadata: { INSTANCE_IPS: "10.0.0.1,fd00::1" } }).get("virtualInbound");
    assert.equal(listener?.address?.socketAddress?.address, "0.0.0.0");
    assert.deepEqual(
      listener?.additionalAddresses?.map(({ address }) => address?.socketAddress?.address),
      ["::"],
    );
  });
});

describe("what the listener was made from", () => {
  test("the same again gives an equal key, so that it is built once", () => {
    const services = [service("app/authz")];
    const custom = { action: "CUSTOM", provider: { name: "p" }, rules: [{}] };
    const view = viewFor({
      ...called("http", pa("STRICT", { 9000: { mode: "DISABLE" } }), config("AuthorizationPolicy", "app/ap", custom)),
      services,
      config: { extensionProviders: [{ name: "p", envoyExtAuthzGrpc: { service: services[0]?.hostname, port: 80 } }] },
    });
    const [[first], [second]] = [planInboundListeners(view), planInboundListeners(view)];
    assert.ok(sameKey(first?.key, second?.key));
  });

  test("services, the Sidecar and all policies are its sources, each once", () => {
    const ap = config("AuthorizationPolicy", "app/ap", {});
    const telemetry = config("Telemetry", "app/logs", { accessLogging: [{ disabled: true }] });
    const fixture = called("http", pa("STRICT"), ap, telemetry);
    const [first] = fixture.targets ?? [];
    const targets = first ? [first, { ...first, targetPort: 8081 }] : [];
    const [plan] = planInboundListeners(viewFor({ ...fixture, targets }));
    const { sources } = plan?.build(plan.key as never) ?? { sources: [] };
    assert.deepEqual(
      sources.map(({ kind, name }) => `${kind} ${name}`),
      ["Service web", "PeerAuthentication pa", "AuthorizationPolicy ap", "Telemetry logs"],
    );
  });
});
