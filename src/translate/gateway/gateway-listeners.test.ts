import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import {
  chainsOf,
  gateway,
  gatewayView,
  type Sent,
  type Surroundings,
  sentTo,
  server,
  target,
  to,
  virtualService,
} from "./testing/gateway-view.ts";

type Resources = Parameters<typeof gatewayView>[0];
const send = (resources: Resources, around?: Surroundings): Sent => sentTo(gatewayView(resources, around));
const problemsOf = ({ listeners }: Sent) => [...listeners.values()].flatMap(({ problems = [] }) => problems);
const simple = { mode: "SIMPLE", credentialName: "cert" };
const https = (hosts: readonly string[], tls: object = simple) =>
  server(443, "HTTPS", { name: `https-${hosts[0]}`, hosts, tls });

describe("where a gateway listens", () => {
  const names = (sent: Sent) => [...sent.listeners.keys()];
  const http = (number: number, fields = {}) => server(number, "HTTP", { hosts: ["*"], name: `p${number}`, ...fields });
  const off = { "experimental.istio.io/disable-gateway-port-translation": "true" };

  test("a port of no service as it is; an opted-out service does not count, others do", () => {
    const resources = [gateway("istio-system/gw", [http(80), http(81)])];
    const targets = [target("out", 80, 1, off), target("lb", 80, 8080)];
    assert.deepEqual(names(send(resources, { targets })), ["0.0.0.0_8080", "0.0.0.0_81"]);
    assert.deepEqual(names(send(resources, { targets: targets.slice(0, 1) })), ["0.0.0.0_80", "0.0.0.0_81"]);
  });

  test("not on low ports without the privilege", () => {
    const resources = [gateway("istio-system/gw", [http(80), http(8080)])];
    assert.deepEqual(names(send(resources, { metadata: { UNPRIVILEGED_POD: "true" } })), ["0.0.0.0_8080"]);
  });

  test("on its own families of addresses, or the address it is told", () => {
    const resources = [
      gateway("istio-system/gw", [http(80), http(81, { bind: "127.0.0.2" }), http(0, { bind: "unix:///tmp/s" })]),
    ];
    assert.deepEqual(names(send(resources)), ["0.0.0.0_80", "127.0.0.2_81", "unix:///tmp/s_0"]);
    assert.deepEqual(send(resources).listeners.get("unix:///tmp/s_0")?.message.address, { pipe: { path: "/tmp/s" } });
    assert.equal(names(send(resources, { ip: "fd00::1" }))[1], "::_80");
    const both = send(resources, { metadata: { INSTANCE_IPS: "10.0.0.1,fd00::1" } }).listeners.get(
      "0.0.0.0_80",
    )?.message;
    assert.deepEqual(both?.additionalAddresses, [{ address: { socketAddress: { address: "::", portValue: 80 } } }]);
  });

  test("a server that names the address which others mean shares their listener", () => {
    const named = { ...https(["a.com"]), bind: "0.0.0.0" };
    const sent = send([gateway("istio-system/gw", [https(["b.com"]), named])]);
    assert.equal(chainsOf(sent, "0.0.0.0_443")?.length, 2);
  });
});

describe("HTTP of a gateway", () => {
  const manager = (sent: Sent, name: string) =>
    sent.listeners.get(name)?.message.filterChains?.[0]?.filters?.at(-1)?.typedConfig as
      | HttpConnectionManager
      | undefined;

  test("reads the PROXY protocol before TLS where the proxy is told so", () => {
    const metadata = { PROXY_CONFIG: { gatewayTopology: { proxyProtocol: {}, numTrustedProxies: 2 } } };
    const sent = send([gateway("istio-system/gw", [https(["a.com"])])], { metadata });
    assert.deepEqual(
      sent.listeners.get("0.0.0.0_443")?.message.listenerFilters?.map(({ name }) => name),
      ["envoy.filters.listener.proxy_protocol", "envoy.filters.listener.tls_inspector"],
    );
    assert.equal(manager(sent, "0.0.0.0_443")?.xffNumTrustedHops, 2);
  });

  test("has metrics by the server's name, where the chain is the server's alone", () => {
    const named = (name: string, fields: object) => ({ ...fields, name });
    const servers = [named("mine", https(["a.com"])), named("shared", server(80, "HTTP", { hosts: ["*"] }))];
    const sent = send([gateway("istio-system/gw", servers)]);
    assert.equal(manager(sent, "0.0.0.0_443")?.statPrefix, "mine");
    assert.equal(manager(sent, "0.0.0.0_80")?.statPrefix, "outbound_0.0.0.0_80;");
  });

  test("understands gRPC-Web on a port of that protocol", () => {
    const sent = send([
      gateway("istio-system/gw", [
        server(80, "HTTP", { hosts: ["a.com"] }),
        server(80, "GRPC-Web", { hosts: ["b.com"] }),
      ]),
    ]);
    assert.ok(manager(sent, "0.0.0.0_80")?.httpFilters?.some(({ name }) => name === "envoy.filters.http.grpc_web"));
  });

  test("is guarded by the policies of the gateway", () => {
    const deny = config("AuthorizationPolicy", "istio-system/deny", { action: "DENY", rules: [{}] });
    const telemetry = config("Telemetry", "istio-system/logs", { accessLogging: [{ disabled: true }] });
    const sent = send([gateway("istio-system/gw", [server(80, "HTTP", { hosts: ["*"] })]), deny, telemetry]);
    assert.ok(manager(sent, "0.0.0.0_80")?.httpFilters?.some(({ name }) => name === "envoy.filters.http.rbac"));
    assert.deepEqual(
      sent.listeners.get("0.0.0.0_80")?.sources.map(({ kind }) => kind),
      ["Gateway", "AuthorizationPolicy", "Telemetry"],
    );
  });

  test("of plain Envoy has none of Istio's filters", () => {
    const sent = send([gateway("istio-system/gw", [server(80, "HTTP", { hosts: ["*"] })])], {
      metadata: { ISTIO_VERSION: "" },
    });
    assert.doesNotMatch(JSON.stringify(sent.listeners.get("0.0.0.0_80")), /istio\.(alpn|metadata|stats)/);
  });

  test("is version 3 too where the gateway's service has the port for UDP, unless clients need certificates", () => {
    const { service: lb, ...rest } = target("lb", 443, 8443);
    const udp = { number: 443, name: "udp", protocol: "udp", targetPort: 8443 } as const;
    const targets = [{ ...rest, service: { ...lb, ports: [...lb.ports, udp] } }];
    const resources = [
      gateway("istio-system/gw", [https(["a.com"]), https(["b.com"], { ...simple, mode: "MUTUAL" })]),
      virtualService("app/x", ["a.com"], { http: [to("x")] }),
    ];
    const sent = send(resources, { targets });
    assert.deepEqual(chainsOf(sent, "udp_0.0.0.0_8443"), ["a.com → ends TLS → https.443.https-a.com.gw.istio-system"]);
    assert.equal(manager(sent, "udp_0.0.0.0_8443")?.codecType, "HTTP3");
    const [host] = sent.routes.get("https.443.https-a.com.gw.istio-system")?.message.virtualHosts ?? [];
    assert.deepEqual(host?.responseHeadersToAdd, [{ header: { key: "alt-svc", value: 'h3=":443"; ma=86400' } }]);
    assert.deepEqual([...send(resources).listeners.keys()], ["0.0.0.0_443"]);
  });
});

test("a credential of an unknown provider is a problem of the server", () => {
  const sent = send([gateway("istio-system/gw", [https(["a.com"], { mode: "SIMPLE", credentialName: "sds://X" })])]);
  assert.deepEqual(
    problemsOf(sent).map(({ code, path }) => [code, path.join(".")]),
    [["FW1223", "spec.servers.0.tls"]],
  );
});

describe("connections between networks", () => {
  const auto = server(15443, "TLS", { hosts: ["*.app.svc.cluster.local"], tls: { mode: "AUTO_PASSTHROUGH" } });
  const services = [service("app/a"), service("other/b"), service("app/out", { external: true })];

  test("go to the service and subset that they name, by the mesh's TLS only, past the gateway's own policies", () => {
    const rule = config("DestinationRule", "app/a", {
      host: "a",
      subsets: [{ name: "v1", labels: { version: "v1" } }],
    });
    const deny = config("AuthorizationPolicy", "istio-system/deny", { action: "DENY", rules: [{}] });
    const sent = send([gateway("istio-system/gw", [auto]), rule, deny], { services });
    const names = ["outbound_.80_._.a.app.svc.cluster.local", "outbound_.80_.v1_.a.app.svc.cluster.local"];
    assert.deepEqual(
      chainsOf(sent, "0.0.0.0_15443"),
      names.map((name) => `${name} → ${name}`),
    );
    const [chain] = sent.listeners.get("0.0.0.0_15443")?.message.filterChains ?? [];
    assert.deepEqual(chain?.filterChainMatch?.applicationProtocols?.slice(0, 2), ["istio", "istio-peer-exchange"]);
    assert.equal(chain?.filters?.length, 1);
  });

  test("have one chain, though two servers cover the service", () => {
    const wide = server(15443, "TLS", { name: "wide", hosts: ["*.local"], tls: { mode: "AUTO_PASSTHROUGH" } });
    const sent = send([gateway("istio-system/gw", [auto, wide])], { services });
    assert.equal(chainsOf(sent, "0.0.0.0_15443")?.length, 2);
  });
});
