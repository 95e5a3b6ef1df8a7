import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { sidecarKind } from "./sidecar.ts";

const hosts = ["./*"];
const http = { number: 80, protocol: "HTTP", name: "http" };

const cases: readonly Row<unknown>[] = [
  ["the least", { egress: [{ hosts }] }],
  ["no spec", undefined, "FW0103 spec"],
  ["nothing", {}, "FW0361 spec"],
  ["a selector of nothing", { workloadSelector: {}, egress: [{ hosts }] }, "FW0304 spec.workloadSelector"],

  [
    "egress by port, socket and the rest",
    {
      egress: [
        { port: http, bind: "127.0.0.1", hosts },
        { port: { protocol: "HTTP" }, bind: "unix:///a", hosts },
        { hosts },
      ],
    },
  ],
  ["the rest not at the end", { egress: [{ hosts }, { port: http, hosts }, { hosts }] }, "FW0362 spec.egress[0]"],
  [
    "the same port and socket twice",
    {
      egress: [
        { port: http, hosts },
        { port: http, hosts },
        { port: {}, bind: "unix:///a", hosts },
        { port: {}, bind: "unix:///a", hosts },
      ],
    },
    "FW0108 spec.egress[1].port.number",
    "FW0108 spec.egress[3].bind",
  ],
  [
    "egress that is malformed",
    {
      egress: [
        { port: { number: 70000, protocol: "X", name: "a.b", targetPort: 1 }, bind: "a", hosts: [] },
        { port: {}, captureMode: "IPTABLES", hosts },
      ],
    },
    "FW0305 spec.egress[0].port.protocol",
    "FW0214 spec.egress[0].port.name",
    "FW0114 spec.egress[0].port.targetPort",
    "FW0307 spec.egress[0].port.targetPort",
    "FW0106 spec.egress[0].hosts",
    "FW0203 spec.egress[0].port.number",
    "FW0206 spec.egress[0].bind",
    "FW0363 spec.egress[1].bind",
    "FW0363 spec.egress[1].captureMode",
  ],

  ["imports", { egress: [{ hosts: ["a/*", "./b.com", "*/*.c.com", "~/*", "~d/e.com"] }] }],
  [
    "imports that are malformed",
    { egress: [{ hosts: ["a.com", "a/short", "a_b/*", "*/*x.com", "/a.com", "a/1.1.1.1"] }] },
    ...[0, 1, 2, 3, 4, 5].map((i) => `FW0310 spec.egress[0].hosts[${i}]`),
  ],
  [
    "imports that repeat",
    { egress: [{ hosts: ["./a.com", "default/a.com", "b/*", "b/c.com", "d/e.com", "d/*"] }] },
    "FW0366 spec.egress[0].hosts[1]",
    "FW0366 spec.egress[0].hosts[3]",
    "FW0366 spec.egress[0].hosts[5]",
  ],
  ["all imports and others", { egress: [{ hosts: ["*/*", "a/*"] }] }, "FW0366 spec.egress[0].hosts"],

  [
    "ingress",
    {
      ingress: [
        { port: http, defaultEndpoint: "127.0.0.1:8080" },
        { port: { ...http, number: 81 }, bind: "::", defaultEndpoint: "unix:///a" },
      ],
    },
  ],
  [
    "local endpoints",
    {
      ingress: ["[::1]:1", ":2", "0.0.0.0:3", "[::]:4"].map((defaultEndpoint, i) => ({
        port: { number: i + 1, protocol: "TCP" },
        defaultEndpoint,
      })),
    },
  ],
  [
    "endpoints elsewhere",
    {
      ingress: ["10.0.0.1:1", "127.0.0.1", "127.0.0.1:a", "127.0.0.1:70000", "unix://a"].map((defaultEndpoint, i) => ({
        port: { number: i + 1, protocol: "TCP" },
        defaultEndpoint,
      })),
    },
    "FW0306 spec.ingress[0].defaultEndpoint",
    "FW0306 spec.ingress[1].defaultEndpoint",
    "FW0306 spec.ingress[2].defaultEndpoint",
    "FW0203 spec.ingress[3].defaultEndpoint",
    "FW0306 spec.ingress[4].defaultEndpoint",
  ],
  [
    "ingress that is malformed",
    { ingress: [{ port: {}, bind: "unix:///a" }, { port: http }, { port: http }] },
    "FW0203 spec.ingress[0].port.number",
    "FW0206 spec.ingress[0].bind",
    "FW0108 spec.ingress[2].port.number",
  ],
  [
    "ingress with TLS",
    {
      ingress: [
        {
          port: { number: 443, protocol: "HTTPS" },
          tls: { mode: "SIMPLE", serverCertificate: "/c", privateKey: "/k" },
        },
      ],
    },
  ],
  [
    "ingress with unsupported TLS",
    {
      ingress: [
        { port: http, tls: { mode: "ISTIO_MUTUAL", httpsRedirect: true, subjectAltNames: ["a"] } },
        { port: { number: 443, protocol: "TLS" }, tls: { mode: "SIMPLE", credentialName: "a" } },
      ],
    },
    "FW0341 spec.ingress[0].tls",
    "FW0364 spec.ingress[0].tls.subjectAltNames",
    "FW0364 spec.ingress[0].tls.httpsRedirect",
    "FW0364 spec.ingress[0].tls.mode",
    "FW0364 spec.ingress[1].tls.credentialName",
  ],
  [
    "HTTP limits on TCP",
    { ingress: [{ port: { number: 1, protocol: "TCP" }, connectionPool: { http: {} } }] },
    "FW0365 spec.ingress[0].connectionPool.http",
  ],
  ["limits", { inboundConnectionPool: { tcp: { maxConnections: 1 } } }],
  ["no limits", { inboundConnectionPool: {} }, "FW0103 spec.inboundConnectionPool"],

  [
    "an egress proxy",
    { outboundTrafficPolicy: { mode: "ALLOW_ANY", egressProxy: { host: "a.b.com", port: { number: 80 } } } },
  ],
  [
    "an egress proxy without ALLOW_ANY",
    { outboundTrafficPolicy: { egressProxy: { host: "a" } } },
    "FW0367 spec.outboundTrafficPolicy.egressProxy",
  ],
  [
    "an egress proxy that is malformed",
    { outboundTrafficPolicy: { mode: "ALLOW_ANY", egressProxy: { host: "*.a.com" } } },
    "FW0205 spec.outboundTrafficPolicy.egressProxy.host",
    "FW0103 spec.outboundTrafficPolicy.egressProxy.port",
  ],
];

for (const [name, spec, ...problems] of cases) {
  test(`sidecar: ${name}`, () => {
    assert.deepEqual(judgeSpec(sidecarKind, spec), problems);
  });
}
