import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { istioGatewayKind } from "./istio-gateway.ts";

const http = { number: 80, protocol: "HTTP", name: "http" };
const https = { number: 443, protocol: "HTTPS", name: "https" };
const hosts = ["*"];

/** Specs are those of a single server; paths are relative to it. */
const servers: readonly Row<unknown>[] = [
  ["HTTP", { port: http, hosts }],
  ["protocols in any case", { port: { ...http, protocol: "grpc-Web" }, hosts }],
  ["an unknown protocol", { port: { ...http, protocol: "SCTP" }, hosts }, "FW0305 port.protocol"],
  [
    "ports that are malformed",
    { port: { number: 65536, protocol: "TCP", name: "", targetPort: 1 }, hosts },
    "FW0114 port.targetPort",
    "FW0106 port.name",
    "FW0307 port.targetPort",
    "FW0203 port.number",
  ],
  ["an address", { port: http, bind: "::", hosts }],
  ["a bad address", { port: http, bind: "localhost", hosts }, "FW0206 bind"],
  ["a socket", { port: { ...http, number: 0 }, bind: "unix:///var/run/x", hosts }],
  ["a socket with a port", { port: http, bind: "unix://x", hosts }, "FW0306 bind", "FW0363 port.number"],
  ["no port", { port: { ...http, number: 0 }, hosts }, "FW0203 port.number"],

  ["hosts", { port: http, hosts: ["*", "a.com", "*.a.com", "ns/*", "./a.com", "*/b.com", "1.2.3.4", "ns/::1"] }],
  [
    "hosts that are malformed",
    { port: http, hosts: ["short", "*a.com", "~/a.com", "a_b/c.com", "ns/", "/a.com", "a/b/c.com"] },
    ...[0, 1, 2, 3, 4, 5, 6].map((i) => `FW0310 hosts[${i}]`),
  ],
  ["no hosts", { port: http, hosts: [] }, "FW0106 hosts"],

  ["a redirect to HTTPS", { port: http, hosts, tls: { httpsRedirect: true } }],
  ["TLS on HTTP", { port: http, hosts, tls: { mode: "SIMPLE", credentialName: "s" } }, "FW0341 tls.mode"],
  [
    "certificates on HTTP",
    { port: http, hosts, tls: { serverCertificate: "/c" } },
    "FW0342 tls.serverCertificate",
    "FW0341 tls",
  ],
  ["TLS on TCP", { port: { ...http, protocol: "TCP" }, hosts, tls: {} }, "FW0341 tls"],
  ["HTTPS without TLS", { port: https, hosts }, "FW0341 tls"],
  ["HTTPS by a secret", { port: https, hosts, tls: { mode: "SIMPLE", credentialName: "s" } }],
  [
    "HTTPS by files",
    { port: https, hosts, tls: { mode: "MUTUAL", serverCertificate: "/c", privateKey: "/k", caCertificates: "/ca" } },
  ],
  [
    "HTTPS by nothing",
    { port: https, hosts, tls: { mode: "OPTIONAL_MUTUAL" } },
    "FW0335 tls.caCertificates",
    "FW0335 tls.serverCertificate",
    "FW0335 tls.privateKey",
  ],
  ["HTTPS by two secrets", { port: https, hosts, tls: { mode: "SIMPLE", credentialNames: ["a", "b"] } }],
  [
    "HTTPS by one secret and two",
    { port: https, hosts, tls: { mode: "SIMPLE", credentialName: "a", credentialNames: ["a", "b"] } },
    "FW0111 tls",
    "FW0335 tls",
  ],
  [
    "HTTPS by secret and files",
    { port: https, hosts, tls: { mode: "SIMPLE", credentialName: "a", serverCertificate: "/c", privateKey: "/k" } },
    "FW0335 tls",
  ],
  [
    "pairs of files",
    {
      port: https,
      hosts,
      tls: { mode: "SIMPLE", tlsCertificates: [{ serverCertificate: "/c", privateKey: "/k" }, {}] },
    },
    "FW0335 tls.tlsCertificates[1].serverCertificate",
    "FW0335 tls.tlsCertificates[1].privateKey",
  ],
  [
    "revoked certificates",
    { port: https, hosts, tls: { mode: "SIMPLE", serverCertificate: "/c", privateKey: "/k", caCrl: "/r" } },
    "FW0335 tls.caCrl",
  ],
  ["certificates of the mesh", { port: https, hosts, tls: { mode: "ISTIO_MUTUAL" } }],
  [
    "certificates of the mesh and others",
    { port: https, hosts, tls: { mode: "ISTIO_MUTUAL", credentialName: "a", caCertificates: "/ca" } },
    "FW0335 tls.caCertificates",
    "FW0335 tls.credentialName",
  ],
  [
    "certificates that nothing uses",
    { port: https, hosts, tls: { mode: "AUTO_PASSTHROUGH", credentialName: "a" } },
    "FW0342 tls.credentialName",
  ],
  [
    "a redirect from HTTPS",
    { port: https, hosts, tls: { mode: "PASSTHROUGH", httpsRedirect: true } },
    "FW0345 tls.httpsRedirect",
  ],
  [
    "cipher suites",
    {
      port: https,
      hosts,
      tls: { cipherSuites: ["AES128-SHA", "[A|B]", "-ALL", "ALL"], minProtocolVersion: "TLSV1_0" },
    },
  ],
  [
    "odd cipher suites",
    { port: https, hosts, tls: { cipherSuites: ["AES128-SHA", "AES128-SHA", "NULL"] } },
    "FW0343 tls.cipherSuites[1]",
    "FW0343 tls.cipherSuites[2]",
  ],
  [
    "an old version without cipher suites",
    { port: https, hosts, tls: { minProtocolVersion: "TLSV1_1" } },
    "FW0344 tls.minProtocolVersion",
  ],
];

for (const [name, server, ...problems] of servers) {
  test(`gateway's server: ${name}`, () => {
    const found = judgeSpec(istioGatewayKind, { servers: [server] });
    assert.deepEqual(
      found.map((line) => line.replace(/ spec\.servers\[0\]\.?/, " ").trim()),
      problems,
    );
  });
}

test("a gateway has servers with different port names", () => {
  assert.deepEqual(judgeSpec(istioGatewayKind, undefined), ["FW0103 spec"]);
  assert.deepEqual(judgeSpec(istioGatewayKind, { selector: {} }), ["FW0103 spec.servers"]);
  const twice = {
    servers: [
      { port: http, hosts },
      { port: { ...http, number: 81 }, hosts },
    ],
  };
  assert.deepEqual(judgeSpec(istioGatewayKind, twice), ["FW0108 spec.servers[1].port.name"]);
});

test("a gateway's name has no dots", () => {
  const { problems } = admit(istioGatewayKind, {
    apiVersion: "networking.istio.io/v1",
    kind: "Gateway",
    metadata: { name: "a.b", namespace: "default" },
    spec: { servers: [{ port: http, hosts }] },
  });
  assert.deepEqual(
    problems.map((p) => p.code),
    ["FW0115"],
  );
});
