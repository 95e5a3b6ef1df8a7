import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { service } from "../../mesh/testing/configs.ts";
import {
  gateway,
  gatewayView,
  hostsOf,
  type Sent,
  sentTo,
  server,
  target,
  to,
  virtualService,
} from "./testing/gateway-view.ts";

const http = (...hosts: readonly string[]) => server(80, "HTTP", { hosts });
const tls = { mode: "SIMPLE", credentialName: "cert" };
const redirecting = (...hosts: readonly string[]) => server(80, "HTTP", { hosts, tls: { httpsRedirect: true } });
const send = (...resources: Parameters<typeof gatewayView>[0]): Sent => sentTo(gatewayView(resources));
const cluster = (name: string, port = 80) => `outbound|${port}||${name}.app.svc.cluster.local`;

describe("virtual hosts of a gateway", () => {
  test("a server without routes answers 404 to all", () => {
    const sent = send(gateway("istio-system/gw", [http("foo.bar")]));
    assert.deepEqual([...sent.listeners.keys()], ["0.0.0.0_80"]);
    assert.deepEqual(hostsOf(sent, "http.80"), { "blackhole:80": ["*"] });
  });

  test("are the hosts of both server and VirtualService", () => {
    const rule = { http: [to("a", "/productpage")] };
    const sent = send(gateway("istio-system/gw", [http("foo.bar")]), virtualService("app/x", ["*"], rule));
    assert.deepEqual(hostsOf(sent, "http.80"), { "foo.bar:80": ["foo.bar", `/productpage ${cluster("a")}`] });
  });

  test("of a wildcard server are one for each VirtualService", () => {
    const sent = send(
      gateway("istio-system/gw", [http("*.example.com")]),
      virtualService("app/a", ["a.example.com"], { http: [to("a")] }),
      virtualService("app/b", ["b.example.com"], { http: [to("b")] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "a.example.com:80": ["a.example.com", `/ ${cluster("a")}`],
      "b.example.com:80": ["b.example.com", `/ ${cluster("b")}`],
    });
  });

  test("have the routes of all VirtualServices for the host, whatever its case, those that catch everything last", () => {
    const sent = send(
      gateway("istio-system/gw", [http("example.org")]),
      virtualService("app/a", ["Example.ORG"], { http: [to("all")] }),
      virtualService("app/b", ["*.org"], { http: [to("b", "/b")] }),
      virtualService("app/c", ["example.org"], { http: [to("c", "/c")] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "example.org:80": ["example.org", `/b ${cluster("b")}`, `/c ${cluster("c")}`, `/ ${cluster("all")}`],
    });
  });

  test("have shared routes and their own, none of the other's", () => {
    const sent = send(
      gateway("istio-system/gw", [http("*")]),
      virtualService("app/both", ["foo.com", "bar.com"], { http: [to("both", "/both")] }),
      virtualService("app/foo", ["foo.com"], { http: [to("foo", "/foo")] }),
      virtualService("app/bar", ["bar.com"], { http: [to("bar", "/bar")] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "bar.com:80": ["bar.com", `/bar ${cluster("bar")}`, `/both ${cluster("both")}`],
      "foo.com:80": ["foo.com", `/both ${cluster("both")}`, `/foo ${cluster("foo")}`],
    });
  });

  test("that are alike in everything are one", () => {
    const hosts = ["b.com", "a.com", "long.a.com", "*.c.com"];
    const sent = send(gateway("istio-system/gw", [http("*")]), virtualService("app/x", hosts, { http: [to("x")] }));
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "long.a.com:80": ["long.a.com a.com b.com *.c.com", `/ ${cluster("x")}`],
    });
  });

  test("accept only VirtualServices of the host's namespace", () => {
    const sent = send(
      gateway("istio-system/one", [http("ns-1/*.example.com")]),
      gateway("istio-system/two", [http("ns-2/*.example.com")]),
      ...["ns-1", "ns-2"].map((namespace) =>
        virtualService(`${namespace}/x`, ["a.example.com"], {
          gateways: ["istio-system/one", "istio-system/two"],
          http: [to("x", `/${namespace}`)],
        }),
      ),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "a.example.com:80": [
        "a.example.com",
        "/ns-1 outbound|80||x.ns-1.svc.cluster.local",
        "/ns-2 outbound|80||x.ns-2.svc.cluster.local",
      ],
    });
  });

  test("have routes once, though two servers or two Gateways lead to them", () => {
    const rule = { gateways: ["istio-system/gw", "istio-system/other"], http: [to("x", "/x")] };
    const sent = send(
      gateway("istio-system/gw", [http("a.com"), server(80, "HTTP2", { hosts: ["*"] })]),
      gateway("istio-system/other", [http("a.com")]),
      virtualService("app/x", ["a.com"], rule),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), { "a.com:80": ["a.com", `/x ${cluster("x")}`] });
  });

  test("of an address have it in brackets", () => {
    const sent = send(
      gateway("istio-system/gw", [http("*")]),
      virtualService("app/x", ["fd00::1"], { http: [to("x")] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), { "[fd00::1]:80": ["[fd00::1]", `/ ${cluster("x")}`] });
  });
});

describe("redirects to HTTPS", () => {
  test("are for every request, with routes or without", () => {
    const sent = send(
      gateway("istio-system/gw", [redirecting("a.com", "b.com", "istio-system/c.com")]),
      virtualService("app/x", ["a.com"], { http: [to("x")] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), {
      "a.com:80": ["a.com", "TLS", `/ ${cluster("x")}`],
      "b.com:80": ["b.com c.com", "TLS"],
    });
  });

  for (const [first, second] of [
    [redirecting("a.com"), http("a.com")],
    [http("a.com"), redirecting("a.com")],
  ] as const) {
    test("win for a host that two Gateways have, whichever comes first", () => {
      const sent = send(
        gateway("istio-system/gw", [first], 1),
        gateway("istio-system/other", [second], 2),
        virtualService("app/x", ["a.com"], { http: [to("x")] }),
      );
      assert.deepEqual(hostsOf(sent, "http.80"), { "a.com:80": ["a.com", "TLS", `/ ${cluster("x")}`] });
    });
  }

  test("mean nothing on a server of HTTPS", () => {
    const https = server(443, "HTTPS", { hosts: ["a.com"], tls: { ...tls, httpsRedirect: true } });
    const sent = send(gateway("istio-system/gw", [https]), virtualService("app/x", ["a.com"], { http: [to("x")] }));
    assert.deepEqual(hostsOf(sent, "https.443.https.gw.istio-system"), {
      "a.com:443": ["a.com", `/ ${cluster("x", 443)}`],
    });
  });

  test("are all that is left where the routes are for another port", () => {
    const https = server(443, "HTTPS", { hosts: ["a.com"], tls });
    const rule = { match: [{ port: 443 }], route: [{ destination: { host: "x" } }] };
    const sent = send(
      gateway("istio-system/gw", [redirecting("a.com"), https]),
      virtualService("app/x", ["a.com"], { http: [rule] }),
    );
    assert.deepEqual(hostsOf(sent, "http.80"), { "a.com:80": ["a.com", "TLS"] });
    assert.deepEqual(hostsOf(sent, "https.443.https.gw.istio-system"), {
      "a.com:443": ["a.com", `/ ${cluster("x", 443)}`],
    });
  });
});

describe("ports of a gateway", () => {
  const ported = (servers: readonly object[], ...targets: readonly ReturnType<typeof target>[]) => {
    const rule = virtualService("app/x", ["*"], { http: [to("x")] });
    return sentTo(gatewayView([gateway("istio-system/gw", servers), rule], { targets }));
  };

  test("virtual hosts are named by the port that clients call", () => {
    const sent = ported([http("example.com")], target("lb", 80, 8080));
    assert.deepEqual([...sent.listeners.keys()], ["0.0.0.0_8080"]);
    assert.deepEqual(Object.keys(hostsOf(sent, "http.8080")), ["example.com:80"]);
  });

  test("two services for one port make two listeners with the same hosts", () => {
    const sent = ported([http("example.com")], target("a", 80, 8080), target("b", 80, 8081));
    assert.deepEqual(
      ["http.8080", "http.8081"].map((name) => Object.keys(hostsOf(sent, name))),
      [["example.com:80"], ["example.com:80"]],
    );
  });

  test("two ports that lead to one make one listener with the hosts of both, each with its own port's routes", () => {
    const servers = [http("80.example.com"), server(81, "HTTP", { name: "other", hosts: ["81.example.com"] })];
    const sent = ported(servers, target("a", 80, 8080), target("b", 81, 8080));
    assert.deepEqual(hostsOf(sent, "http.8080"), {
      "80.example.com:80": ["80.example.com", `/ ${cluster("x", 80)}`],
      "81.example.com:81": ["81.example.com", `/ ${cluster("x", 81)}`],
    });
  });
});

describe("a route table", () => {
  test("names the objects it came from, the service and its rule too", () => {
    const x = service("app/x");
    const rule = virtualService("app/x", ["a.com"], { http: [to("x")] });
    const sent = sentTo(gatewayView([gateway("istio-system/gw", [http("*")]), rule], { services: [x] }));
    const kinds = sent.routes
      .get("http.80")
      ?.sources.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
    assert.deepEqual(kinds, ["Gateway istio-system/gw", "VirtualService app/x", "Service app/x"]);
  });

  test("keeps the routes that nothing changed for", () => {
    const rule = virtualService("app/x", ["a.com"], { http: [to("x")] });
    const view = gatewayView([gateway("istio-system/gw", [http("*")]), rule]);
    const [first, second] = [sentTo(view), sentTo(view)].map(
      ({ routes }) => routes.get("http.80")?.message.virtualHosts?.[0]?.routes?.[0],
    );
    assert.ok(first);
    assert.equal(first, second);
  });

  test("is not shared by gateways between whose labels a route chooses", () => {
    const rule = { match: [{ sourceLabels: { tier: "inner" } }], route: [{ destination: { host: "x" } }] };
    const resources = [gateway("istio-system/gw", [http("*")]), virtualService("app/x", ["a.com"], { http: [rule] })];
    const [inner, outer] = ["inner", "outer"].map((tier) =>
      gatewayView(resources, { metadata: { LABELS: { istio: "ingressgateway", tier } } }),
    );
    assert.ok(inner && outer);
    assert.notEqual(inner.scope.key, outer.scope.key);
    assert.deepEqual(Object.keys(hostsOf(sentTo(inner), "http.80")), ["a.com:80"]);
    assert.deepEqual(Object.keys(hostsOf(sentTo(outer), "http.80")), ["blackhole:80"]);
  });

  test("does not count attempts where the proxy is told so", () => {
    const metadata = { PROXY_CONFIG: { proxyHeaders: { attemptCount: { disabled: true } } } };
    const rule = virtualService("app/x", ["a.com"], { http: [to("x")] });
    const sent = sentTo(gatewayView([gateway("istio-system/gw", [http("*")]), rule], { metadata }));
    const [host] = sent.routes.get("http.80")?.message.virtualHosts ?? [];
    assert.equal(host?.includeRequestAttemptCount, undefined);
  });
});
