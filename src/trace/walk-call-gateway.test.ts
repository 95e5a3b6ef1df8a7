import { suite } from "node:test";
import { checkRows, mesh, toGateway } from "./testing/golden-calls.ts";

const reviews = "outbound|9080||reviews.app.svc.cluster.local";
const https = (host: string, more: object = {}) =>
  toGateway(8443, { tls: "tls", serverName: host, alpn: ["http/1.1"], host, ...more });
const http = (host: string, more: object = {}) => toGateway(8080, { host, ...more });

suite("gateway, HTTP", () => {
  checkRows("gw-http-star", "gateway", [
    ["any host", http("x.example.com"), reviews, { listener: "0.0.0.0_8080", routeTable: "http.8080" }],
    ["a port of no server", toGateway(9999), "no-listener"],
    ["bytes are an error", http("x", { protocol: "tcp" }), "protocol-error"],
  ]);
  checkRows("gw-two-gateways-http", "gateway", [
    ["a host of one", http("a.example.com"), reviews, { virtualHost: "a.example.com:80" }],
    ["a host of the other", http("b.example.com"), "outbound|80||web.app.svc.cluster.local"],
    ["a host of none", http("c.example.com"), "404 no-virtual-host"],
  ]);
  checkRows("gw-https-redirect-no-route", "gateway", [
    ["TLS is required", http("a.example.com", { path: "/x?q=1" }), "301 redirect https://a.example.com/x?q=1"],
  ]);
  checkRows("gw-host-namespace", "gateway", [
    ["a host of one namespace", http("a.example.com"), reviews],
    ["a host of the gateway's own, where nobody is", http("b.example.com"), "404 no-virtual-host"],
    ["a host of all", http("c.example.com"), reviews],
  ]);
  checkRows("gw-vs-merge", "gateway", [
    ["routes of one", http("a.example.com", { path: "/one" }), reviews, { route: "one" }],
    [
      "routes of the other",
      http("a.example.com", { path: "/two" }),
      "outbound|80||web.app.svc.cluster.local",
      { route: "two" },
    ],
    ["the catch-all comes last", http("a.example.com", { path: "/x" }), reviews, { route: "one-all" }],
  ]);
  checkRows("gw-port-not-in-service", "gateway", [
    ["a port no Service knows is listened at as it is", toGateway(9999, { host: "a.example.com" }), reviews],
  ]);
  checkRows("gw-selector-mismatch", "gateway", [["a Gateway of others", http("a.example.com"), "no-listener"]]);
  checkRows("gw-http-tcp-conflict", "gateway", [["the first decides the protocol", http("a.example.com"), reviews]]);
  checkRows("gw-vs-unknown-destination", "gateway", [["a host nobody knows", http("a.example.com"), "503 no-cluster"]]);
  checkRows("gw-http-all-route-actions", "gateway", [
    ["redirect", http("a.example.com", { path: "/red" }), "301 redirect http://a.example.com/b"],
    ["direct response", http("a.example.com", { path: "/dir" }), "404 direct-response"],
    ["no route", http("a.example.com", { path: "/none" }), "404 no-route"],
    ["by query", http("a.example.com", { path: "/none?q=1" }), "outbound|80||web.app.svc.cluster.local"],
  ]);
});

suite("gateway, TLS and bytes", () => {
  checkRows("gw-https-simple", "gateway", [
    ["TLS is ended", https("a.example.com"), reviews, { routeTable: "https.443.https.gw.istio-system" }],
    ["another server name has no chain", https("b.example.com"), "no-filter-chain"],
    ["another host has no virtual host", https("a.example.com", { host: "b.example.com" }), "404 no-virtual-host"],
    ["plaintext has no chain", toGateway(8443, { host: "a.example.com" }), "no-filter-chain"],
  ]);
  checkRows("gw-https-mutual-files", "gateway", [
    ["a client certificate is asked for", https("a.example.com"), "tls-error"],
    ["and taken", https("a.example.com", { tls: "mtls" }), reviews],
  ]);
  checkRows("gw-sni-overlap", "gateway", [
    ["the exact server name wins", https("a.example.com"), reviews, { routeTable: "https.443.exact.gw.istio-system" }],
    ["the wildcard takes the rest", https("b.example.com"), reviews, { routeTable: "https.443.wild.gw.istio-system" }],
  ]);
  checkRows("gw-tls-passthrough", "gateway", [
    ["TLS goes through by its server name", https("a.example.com"), "outbound|443||https.app.svc.cluster.local"],
    ["another server name has no chain", https("b.example.com"), "no-filter-chain"],
  ]);
  checkRows("gw-tcp", "gateway", [
    ["bytes go through", toGateway(31400, { protocol: "tcp" }), "outbound|9000||tcp-echo.app.svc.cluster.local"],
  ]);
  checkRows("gw-auto-passthrough", "gateway", [
    [
      "mutual TLS of the mesh goes by its server name",
      toGateway(15443, { tls: "mtls", alpn: mesh, serverName: "outbound_.9080_._.reviews.app.svc.cluster.local" }),
      "outbound_.9080_._.reviews.app.svc.cluster.local",
    ],
    [
      "other TLS does not",
      toGateway(15443, { tls: "tls", alpn: ["h2"], serverName: "outbound_.9080_._.reviews.app.svc.cluster.local" }),
      "no-filter-chain",
    ],
  ]);
});

suite("gateway, policies", () => {
  const token = (claims: object) => `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
  const signed = (claims: object) => ({ headers: { authorization: token(claims) } });
  checkRows("combo-ingress-full", "gateway", [
    ["port 80 leads to TLS", http("shop.example.com"), "301 redirect https://shop.example.com/"],
    ["a path that needs a token, without one", https("shop.example.com", { path: "/api/x" }), "403 denied"],
    [
      "with one",
      https("shop.example.com", { path: "/api/x", ...signed({ iss: "https://a.example.com", sub: "me" }) }),
      "outbound|9080|v1|reviews.app.svc.cluster.local",
    ],
    ["another path needs none", https("shop.example.com"), "outbound|80||web.app.svc.cluster.local"],
  ]);
  const issuer = "https://issuer.example.com";
  checkRows("gw-vs-claims", "gateway", [
    ["no claim, no route", http("a.example.com"), "404 no-route"],
    [
      "by a claim with several values",
      http("a.example.com", signed({ iss: issuer, sub: "x", groups: ["users", "admins"] })),
      "outbound|80||web.app.svc.cluster.local",
    ],
    ["by a claim and a path", http("a.example.com", { path: "/me", ...signed({ iss: issuer, sub: "me" }) }), reviews],
  ]);
});
