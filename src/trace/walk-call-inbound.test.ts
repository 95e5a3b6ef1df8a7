import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { skipReason } from "../../test/golden/istiod-xds.ts";
import { walkCall } from "./index.ts";
import { checkRows, goldenConfig, inbound, mesh, meshTcp } from "./testing/golden-calls.ts";

const web = "spiffe://cluster.local/ns/app/sa/web";
const http = "10.10.1.11:9080";
const tcp = "10.10.1.11:9091";
const auto = "10.10.1.11:9092";
const unknown = "10.10.1.11:7777";
const bytes = { protocol: "tcp" } as const;
const foreign = { tls: "tls", alpn: ["http/1.1"] } as const;
const mutual = { tls: "mtls", alpn: mesh, identity: web } as const;
const mutualTcp = { protocol: "tcp", tls: "mtls", alpn: meshTcp, identity: web } as const;

suite("inbound, mutual TLS off", () => {
  checkRows("pa-workload-disable", "server", [
    ["plaintext to a TCP port passes", inbound(tcp, bytes), "inbound|9091||"],
    ["foreign TLS to a TCP port passes unended", inbound(tcp, { ...bytes, ...foreign }), "inbound|9091||"],
    ["mutual TLS to a TCP port passes unended", inbound(tcp, mutualTcp), "inbound|9091||"],
    ["plaintext HTTP to an HTTP port passes", inbound(http), "inbound|9080||"],
    ["TLS to an HTTP port is an error", inbound(http, foreign), "protocol-error"],
    ["mutual TLS to an HTTP port is an error", inbound(http, mutual), "protocol-error"],
    ["bytes to an HTTP port are an error", inbound(http, bytes), "protocol-error"],
    ["mutual TLS to an auto port passes unended", inbound(auto, mutual), "inbound|9092||"],
  ]);
});

suite("inbound, permissive", () => {
  checkRows("000-base", "server", [
    ["plaintext to a TCP port passes", inbound(tcp, bytes), "inbound|9091||"],
    ["foreign TLS to a TCP port passes", inbound(tcp, { ...bytes, ...foreign }), "inbound|9091||"],
    ["mutual TLS to a TCP port passes", inbound(tcp, mutualTcp), "inbound|9091||"],
    ["plaintext HTTP passes", inbound(http), "inbound|9080||", { virtualHost: "inbound|http|9080" }],
    ["mutual TLS HTTP passes", inbound(http, mutual), "inbound|9080||", { filterChain: "0.0.0.0_9080" }],
    ["foreign TLS to an HTTP port has no chain", inbound(http, foreign), "no-filter-chain"],
    ["bytes to an HTTP port are an error", inbound(http, bytes), "protocol-error"],
    ["HTTP to an auto port is routed", inbound(auto), "inbound|9092||", { virtualHost: "inbound|http|9092" }],
    [
      "HTTP/2 to an auto port is routed",
      inbound(auto, { protocol: "http2" }),
      "inbound|9092||",
      { virtualHost: "inbound|http|9092" },
    ],
    ["bytes to an auto port are not", inbound(auto, bytes), "inbound|9092||", { filterChain: "0.0.0.0_9092" }],
    ["foreign TLS to an auto port is not", inbound(auto, foreign), "inbound|9092||"],
    [
      "mutual TLS to an auto port is split by its protocol",
      inbound(auto, mutual),
      "inbound|9092||",
      { route: "default" },
    ],
    ["mutual TLS bytes to an auto port", inbound(auto, mutualTcp), "inbound|9092||"],
    [
      "HTTP to an unknown port passes",
      inbound(unknown),
      "InboundPassthroughCluster",
      { filterChain: "virtualInbound-catchall-http" },
    ],
    [
      "bytes to an unknown port pass",
      inbound(unknown, bytes),
      "InboundPassthroughCluster",
      { filterChain: "virtualInbound" },
    ],
    ["a call to the capture port itself leads nowhere", inbound("10.10.1.11:15006", bytes), "black-hole"],
  ]);
});

suite("inbound, strict", () => {
  checkRows("pa-mesh-strict", "server", [
    ["plaintext bytes have no chain", inbound(tcp, bytes), "no-filter-chain"],
    ["plaintext HTTP has no chain", inbound(http), "no-filter-chain"],
    ["plaintext HTTP to an auto port has no chain", inbound(auto), "no-filter-chain"],
    ["plaintext to an unknown port has no chain", inbound(unknown), "no-filter-chain"],
    ["TLS without a certificate fails", inbound(http, foreign), "tls-error"],
    ["TLS without a certificate to a TCP port fails", inbound(tcp, { ...bytes, ...foreign }), "tls-error"],
    ["TLS without a certificate to an unknown port fails", inbound(unknown, { ...bytes, ...foreign }), "tls-error"],
    ["mutual TLS passes", inbound(http, mutual), "inbound|9080||"],
    ["mutual TLS to a TCP port passes", inbound(tcp, mutualTcp), "inbound|9091||"],
    ["mutual TLS to an unknown port passes", inbound(unknown, mutual), "InboundPassthroughCluster"],
    ["another trust domain is refused", inbound(http, { ...mutual, identity: "spiffe://evil/ns/a/sa/b" }), "tls-error"],
  ]);
});

suite("inbound, modes by port", () => {
  checkRows("pa-port-level-strict", "server", [
    ["the strict port refuses plaintext", inbound(http), "no-filter-chain"],
    ["the strict port takes mutual TLS", inbound(http, mutual), "inbound|9080||"],
    ["other ports are free", inbound(tcp, bytes), "inbound|9091||"],
    ["a permissive port of no service takes plaintext", inbound("10.10.1.11:6000"), "InboundPassthroughCluster"],
    ["and mutual TLS", inbound("10.10.1.11:6000", mutual), "InboundPassthroughCluster"],
  ]);
  checkRows("sidecar-ingress-with-pa", "server", [
    ["a port of the Sidecar is strict", inbound(http), "no-filter-chain"],
    ["one is not", inbound("10.10.1.11:7070", bytes), "inbound|7070||"],
    [
      "a service's port that the Sidecar leaves out is passed through",
      inbound(tcp, mutualTcp),
      "InboundPassthroughCluster",
    ],
    ["in the workload's mode", inbound(tcp, bytes), "no-filter-chain"],
  ]);
});

suite("inbound endpoints", () => {
  const endpoints = (name: string, to: string, more = {}) => {
    const { outcome } = walkCall(goldenConfig(name, "server"), inbound(to, more));
    assert.equal(outcome.kind, "forwarded");
    return outcome.kind === "forwarded"
      ? outcome.destinations.flatMap((each) => each.endpoints.map(({ address, port }) => `${address}:${port}`))
      : [];
  };
  test("are where the call was going", { skip: skipReason }, () => {
    assert.deepEqual(endpoints("000-base", http), ["10.10.1.11:9080"]);
  });
  test("or on loopback, where the mesh says so", { skip: skipReason }, () => {
    assert.deepEqual(endpoints("mesh-inbound-localhost", http), ["127.0.0.1:9080"]);
  });
  test("or what the Sidecar says", { skip: skipReason }, () => {
    assert.deepEqual(endpoints("sidecar-ingress", http), ["127.0.0.1:19080"]);
    assert.deepEqual(endpoints("sidecar-ingress", tcp, bytes), ["10.10.1.11:19091"]);
    assert.deepEqual(endpoints("sidecar-ingress", "10.10.1.11:7070", { protocol: "http2" }), ["/var/run/in.sock:0"]);
    assert.deepEqual(endpoints("sidecar-ingress", "10.10.1.11:7071"), ["10.10.1.11:7071"]);
  });
});

suite("inbound authorization", () => {
  const stranger = { ...mutual, identity: "spiffe://cluster.local/ns/other/sa/store" } as const;
  const token = (claims: object) => `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
  const admin = { iss: "https://a.example.com", sub: "me", role: "admin" };
  checkRows("ap-deny", "server", [
    ["DENY hits the method from another namespace", inbound(http, { ...stranger, method: "POST" }), "403 denied"],
    ["not another method", inbound(http, stranger), "inbound|9080||"],
    ["not the own namespace", inbound(http, { ...mutual, method: "POST" }), "inbound|9080||"],
    ["no identity is of no namespace", inbound(http, { method: "POST" }), "403 denied"],
  ]);
  checkRows("ap-deny-tcp-port", "server", [
    ["DENY by port closes the connection", inbound(tcp, mutualTcp), "denied"],
    ["other ports are free", inbound(http, mutual), "inbound|9080||"],
  ]);
  checkRows("ap-allow-nothing", "server", [
    ["nothing allowed: requests are denied", inbound(http, mutual), "403 denied"],
    ["nothing allowed: connections are closed", inbound(tcp, mutualTcp), "denied"],
  ]);
  checkRows("ap-dry-run", "server", [
    ["a dry run denies nothing", inbound(http, { ...mutual, path: "/x" }), "inbound|9080||"],
  ]);
  checkRows("ra-ap-jwt-required", "server", [
    ["no token is no principal", inbound(http, mutual), "403 denied"],
    [
      "a token of the issuer with the role passes",
      inbound(http, { ...mutual, headers: { Authorization: token(admin) } }),
      "inbound|9080||",
    ],
    [
      "without the role it does not",
      inbound(http, { ...mutual, headers: { Authorization: token({ ...admin, role: "user" }) } }),
      "403 denied",
    ],
    [
      "a token of another issuer is refused",
      inbound(http, { ...mutual, headers: { Authorization: token({ ...admin, iss: "x" }) } }),
      "401 unauthenticated",
    ],
  ]);
});
