import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { skipReason } from "../../test/golden/istiod-xds.ts";
import { walkCall } from "./index.ts";
import { checkRows, goldenConfig, mesh, outbound } from "./testing/golden-calls.ts";

const reviews = "outbound|9080||reviews.app.svc.cluster.local";
const webCluster = "outbound|80||web.app.svc.cluster.local";
const vip = "10.96.1.2:9080";
const toReviews = (more: object = {}) => outbound(vip, { host: "reviews:9080", ...more });
const bytes = { protocol: "tcp" } as const;

suite("outbound, as the registry says", () => {
  checkRows("000-base", "client", [
    ["by short name", toReviews(), reviews, { routeTable: "9080" }],
    ["by name and namespace", toReviews({ host: "reviews.app" }), reviews],
    ["by full name with a dot", toReviews({ host: "reviews.app.svc.cluster.local.:9080" }), reviews],
    ["by virtual address", toReviews({ host: vip }), reviews],
    ["in any case", toReviews({ host: "Reviews.App.SVC.cluster.local" }), reviews],
    [
      "an unknown host passes through",
      toReviews({ host: "nobody" }),
      "PassthroughCluster",
      { virtualHost: "allow_any" },
    ],
    ["HTTP/2 too", toReviews({ protocol: "http2" }), reviews],
    ["bytes to a port of HTTP services pass through", toReviews(bytes), "PassthroughCluster"],
    ["TLS to a port of HTTP services passes through", toReviews({ tls: "tls", serverName: "x" }), "PassthroughCluster"],
    ["a TCP service by address", outbound("10.96.1.4:9000", bytes), "outbound|9000||tcp-echo.app.svc.cluster.local"],
    ["HTTP to a TCP service is bytes", outbound("10.96.1.4:9000"), "outbound|9000||tcp-echo.app.svc.cluster.local"],
    ["nothing known passes through", outbound("203.0.113.1:1234", bytes), "PassthroughCluster"],
    [
      "HTTP to an auto port is routed",
      outbound("10.96.1.5:7000", { host: "auto:7000" }),
      "outbound|7000||auto.app.svc.cluster.local",
      { routeTable: "auto.app.svc.cluster.local:7000" },
    ],
    ["bytes to an auto port", outbound("10.96.1.5:7000", bytes), "outbound|7000||auto.app.svc.cluster.local"],
    [
      "a pod of a headless service over HTTP",
      outbound("10.10.1.61:8000", { host: "headless.app:8000" }),
      "outbound|8000||headless.app.svc.cluster.local",
    ],
    [
      "a pod of a headless service by its own name",
      outbound("10.10.1.61:8000", { host: "headless-0.headless.app.svc.cluster.local:8000" }),
      "outbound|8000||headless.app.svc.cluster.local",
    ],
    [
      "a pod of a headless service over TCP",
      outbound("10.10.1.61:9100", bytes),
      "outbound|9100||headless.app.svc.cluster.local",
    ],
    ["a call to the capture port itself leads nowhere", outbound("10.10.1.1:15001", bytes), "black-hole"],
  ]);
  checkRows("000-base", "stranger", [
    ["from elsewhere the bare name is unknown", toReviews({ host: "reviews" }), "PassthroughCluster"],
    ["from elsewhere with its namespace", toReviews({ host: "reviews.app" }), reviews],
  ]);
});

suite("outbound, what nobody knows", () => {
  for (const name of ["mesh-registry-only", "sidecar-registry-only"]) {
    checkRows(name, "client", [
      [
        "an unknown host is blocked",
        toReviews({ host: "nobody" }),
        "502 direct-response",
        { virtualHost: "block_all" },
      ],
      ["bytes to a port of HTTP services lead nowhere", toReviews(bytes), "black-hole"],
      ["TLS there leads nowhere", toReviews({ tls: "tls" }), "black-hole"],
      ["an unknown port leads nowhere", outbound("203.0.113.1:1234", bytes), "black-hole"],
      ["HTTP to an unknown port leads nowhere", outbound("203.0.113.1:1234"), "black-hole"],
      ["a known one is reached", toReviews(), reviews],
    ]);
  }
  checkRows("se-none-tcp-no-address", "client", [
    [
      "an entry without address takes its whole port",
      outbound("203.0.113.9:5000", bytes),
      "outbound|5000||ext.example.com",
    ],
  ]);
  checkRows("se-cidr-two", "client", [
    ["the longest range wins", outbound("192.0.2.5:5000", bytes), "outbound|5000||one.example.com"],
    ["the rest of the wider one", outbound("192.0.2.6:5000", bytes), "outbound|5000||cidr.example.com"],
    ["outside of both", outbound("192.0.3.6:5000", bytes), "PassthroughCluster"],
  ]);
  checkRows("se-none-tls", "client", [
    [
      "TLS by its server name",
      outbound("203.0.113.9:443", { tls: "tls", serverName: "ext.example.com" }),
      "outbound|443||ext.example.com",
    ],
    [
      "by a wildcard",
      outbound("203.0.113.9:443", { tls: "tls", serverName: "a.wild.example.com" }),
      "outbound|443||*.wild.example.com",
    ],
    ["another server name", outbound("203.0.113.9:443", { tls: "tls", serverName: "other.com" }), "PassthroughCluster"],
  ]);
  checkRows("se-external-name-target", "client", [
    [
      "an alias reaches what it stands for",
      outbound("203.0.113.9:80", { host: "external-name" }),
      "outbound|80||ext.example.com",
    ],
  ]);
});

suite("outbound, which VirtualService", () => {
  checkRows("vs-unknown-host", "client", [
    ["a host of no registry is on port 80", outbound("203.0.113.9:80", { host: "unknown.example.com" }), webCluster],
    ["and on no other", toReviews({ host: "unknown.example.com" }), "PassthroughCluster"],
  ]);
  checkRows("vs-same-host-oldest", "client", [["the oldest wins", toReviews(), "503 no-cluster", { route: "old" }]]);
  checkRows("vs-same-host-two-namespaces", "client", [
    ["from whatever namespace", toReviews(), "503 no-cluster", { route: "from-other" }],
  ]);
  checkRows("vs-catch-all-stops", "client", [
    ["nothing comes after a catch-all", toReviews({ path: "/late" }), "503 no-cluster", { route: "all" }],
  ]);
});

suite("outbound, what routes do", () => {
  checkRows("vs-match-uri-exact", "client", [
    ["the exact path", toReviews({ path: "/exact?q=1" }), "503 no-cluster"],
    ["not below it", toReviews({ path: "/exact/x" }), reviews],
    ["dots are resolved first", toReviews({ path: "/a/../exact" }), "503 no-cluster"],
  ]);
  checkRows("vs-weights", "client", [
    [
      "by weight, without what has none",
      toReviews(),
      "75% outbound|9080|v1|reviews.app.svc.cluster.local 25% outbound|9080|v2|reviews.app.svc.cluster.local",
    ],
  ]);
  checkRows("vs-tcp", "client", [
    [
      "bytes by weight",
      outbound("10.96.1.4:9000", bytes),
      "80% outbound|9000||tcp-echo.app.svc.cluster.local 20% outbound|9091||reviews-admin.app.svc.cluster.local",
    ],
  ]);
  checkRows("vs-redirect-codes", "client", [
    ["302", toReviews({ path: "/302?q=1" }), "302 redirect http://reviews:9080/b?q=1"],
    ["308", toReviews({ path: "/308" }), "308 redirect http://reviews:9080/b"],
  ]);
  checkRows("vs-redirect-scheme-port", "client", [
    ["scheme and port", toReviews({ path: "/a/x?q=1" }), "301 redirect https://reviews:8443/a/x?q=1"],
  ]);
  checkRows("vs-redirect-uri-authority", "client", [
    ["host and path", toReviews({ path: "/a" }), "301 redirect http://elsewhere.example.com/b"],
  ]);
  checkRows("vs-direct-response", "client", [
    ["an answer of its own", toReviews({ path: "/n" }), "418 direct-response"],
  ]);
  checkRows("vs-fault-abort", "client", [
    ["a fault of a few passes", toReviews({ path: "/h" }), reviews],
    ["a fault of all ends", toReviews(), "200 fault"],
  ]);
  const preflight = {
    method: "OPTIONS",
    headers: { "access-control-request-method": "GET", origin: "https://a.example.com" },
  };
  checkRows("vs-cors", "client", [
    ["an allowed preflight is answered", toReviews(preflight), "200 cors-preflight"],
    [
      "another is ignored, and answered without leave",
      toReviews({ ...preflight, headers: { ...preflight.headers, origin: "https://evil.com" } }),
      "200 cors-preflight",
    ],
    ["a plain request passes", toReviews({ headers: { origin: "https://evil.com" } }), reviews],
  ]);
  const all = { path: "/all?q=1", method: "PUT", host: "reviews" };
  checkRows("vs-combined-match", "client", [
    ["all of a match", toReviews({ ...all, headers: { b: "x", a: "yes" } }), "503 no-cluster"],
    ["one header less", toReviews({ ...all, headers: { b: "x" } }), reviews],
    ["a header that must not be", toReviews({ ...all, headers: { b: "x", a: "yes", c: "z" } }), reviews],
    ["another query", toReviews({ ...all, path: "/all?q=2", headers: { b: "x", a: "yes" } }), reviews],
  ]);
});

suite("outbound, the request that is sent", () => {
  const forwarded = (name: string, more: object) => {
    const { outcome } = walkCall(goldenConfig(name, "client"), toReviews(more));
    return outcome.kind === "forwarded" ? outcome.request : outcome;
  };
  test("prefix and host are rewritten", { skip: skipReason }, () => {
    const request = { method: "GET", path: "/new/x?q=1", host: "new.example.com" };
    assert.deepEqual(forwarded("vs-rewrite-prefix", { path: "/old/x?q=1" }), request);
    assert.deepEqual(forwarded("vs-rewrite-prefix", { path: "/x" }), {
      method: "GET",
      path: "/x",
      host: "reviews:9080",
    });
  });
  test("groups of a regex are put in place", { skip: skipReason }, () => {
    const request = { method: "GET", path: "/v1/api/instance/foo", host: "reviews:9080" };
    assert.deepEqual(forwarded("vs-rewrite-regex", { path: "/service/foo/v1/api" }), request);
  });
});

suite("outbound, TLS to endpoints", () => {
  const tlsOf = (name: string, call = toReviews()) => {
    const { outcome } = walkCall(goldenConfig(name, "client"), call);
    assert.equal(outcome.kind, "forwarded");
    return outcome.kind === "forwarded" ? outcome.destinations[0]?.endpoints.map(({ tls }) => tls) : undefined;
  };
  test("endpoints of the mesh get mutual TLS that says it carries HTTP", { skip: skipReason }, () => {
    const [tls] = tlsOf("000-base") ?? [];
    assert.deepEqual([tls?.match, tls?.certificates, tls?.alpn], ["tlsMode-istio", ["default"], mesh]);
    assert.equal(tls?.serverName, "outbound_.9080_._.reviews.app.svc.cluster.local");
    assert.deepEqual(tls?.subjectAltNames, ["spiffe://cluster.local/ns/app/sa/reviews"]);
  });
  test("others get none", { skip: skipReason }, () => {
    assert.deepEqual(tlsOf("000-base", outbound("10.96.1.7:443", { ...bytes })), [undefined]);
    assert.deepEqual(tlsOf("pa-mesh-disable"), [undefined, undefined, undefined]);
  });
});
