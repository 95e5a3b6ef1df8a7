import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeSpec } from "../testing/judge.ts";
import { kubeGatewayKind } from "./kube-gateway.ts";

const http = { name: "http", port: 80, protocol: "HTTP" };
const certificates = { certificateRefs: [{ name: "cert" }] };
const https = { name: "https", port: 443, protocol: "HTTPS", tls: certificates };

const gateway = (fields: object) => ({ gatewayClassName: "istio", listeners: [http], ...fields });
const listeners = (...all: object[]) => ({ gatewayClassName: "istio", listeners: all });
const addresses = (...all: object[]) => gateway({ addresses: all });
const labels = (entries: object) => gateway({ infrastructure: { labels: entries } });

const cases: readonly [name: string, spec: object, ...problems: string[]][] = [
  ["two listeners", listeners(http, https)],
  ["no listener", listeners(), "FW0106 spec.listeners"],
  ["no class", { listeners: [http] }, "FW0103 spec.gatewayClassName"],
  ["port 0", listeners({ ...http, port: 0 }), "FW0105 spec.listeners[0].port"],
  ["one name twice", listeners(http, { ...http, port: 81 }), "FW0108 spec.listeners[1]"],
  ["the same listener twice", listeners(http, { ...http, name: "b" }), "FW0711 spec.listeners[1]"],
  ["listeners that differ by host", listeners(http, { ...http, name: "b", hostname: "a.com" })],
  ["TLS on an HTTP listener", listeners({ ...http, tls: certificates }), "FW0710 spec.listeners[0].tls"],
  ["HTTPS without TLS settings", listeners({ ...https, tls: undefined })],
  [
    "HTTPS that passes through",
    listeners({ ...https, tls: { mode: "Passthrough" } }),
    "FW0710 spec.listeners[0].tls.mode",
  ],
  ["TLS that passes through", listeners({ ...https, protocol: "TLS", tls: { mode: "Passthrough" } })],
  ["TLS without settings", listeners({ ...https, protocol: "TLS", tls: undefined }), "FW0710 spec.listeners[0].tls"],
  ["TLS without certificate", listeners({ ...https, tls: {} }), "FW0710 spec.listeners[0].tls"],
  ["TLS with options only", listeners({ ...https, tls: { options: { "a.io/b": "c" } } })],
  [
    "a host name for TCP",
    listeners({ ...http, protocol: "TCP", hostname: "a.com" }),
    "FW0111 spec.listeners[0].hostname",
  ],
  ["an implementation's own protocol", listeners({ ...http, protocol: "example.com/quic" })],

  ["addresses", addresses({ value: "10.0.0.1" }, { value: "::1" }, { type: "Hostname", value: "*.a.com" }, {})],
  ["an address that is none", addresses({ value: "a.com" }), "FW0206 spec.addresses[0].value"],
  ["a host name in capitals", addresses({ type: "Hostname", value: "A.com" }), "FW0204 spec.addresses[0].value"],
  ["one address twice", addresses({ value: "10.0.0.1" }, { value: "10.0.0.1" }), "FW0108 spec.addresses[1]"],
  ["a named address twice", addresses({ type: "a.io/b", value: "x" }, { type: "a.io/b", value: "x" })],

  ["labels", labels({ "a.io/b": "c" })],
  ["a malformed label key", labels({ "a b": "c" }), 'FW0213 spec.infrastructure.labels["a b"]'],
  ["a malformed label value", labels({ a: "-" }), "FW0107 spec.infrastructure.labels.a"],

  [
    "client certificates by port",
    gateway({
      tls: {
        frontend: {
          default: { validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }] } },
          perPort: [{ port: 443, tls: {} }],
        },
      },
    }),
  ],
  [
    "one port twice",
    gateway({
      tls: {
        frontend: {
          default: {},
          perPort: [
            { port: 1, tls: {} },
            { port: 1, tls: {} },
          ],
        },
      },
    }),
    "FW0108 spec.tls.frontend.perPort[1]",
  ],
  ["an unknown field", gateway({ listener: [] }), "FW0101 spec.listener"],
];

describe("Gateway of the Gateway API", () => {
  for (const [name, spec, ...problems] of cases) {
    test(name, () => {
      assert.deepEqual(judgeSpec(kubeGatewayKind, spec), problems);
    });
  }
});
