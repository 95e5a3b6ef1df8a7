import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { serviceEntryKind } from "./service-entry.ts";

const hosts = ["example.com"];
const http = { number: 80, name: "http", protocol: "HTTP" };
const tcp = { number: 5432, name: "tcp", protocol: "TCP" };

const cases: readonly Row<unknown>[] = [
  ["the least", { hosts }],
  ["no spec", undefined, "FW0103 spec"],
  ["no hosts", { hosts: [] }, "FW0106 spec.hosts"],
  ["hosts", { hosts: ["*.a.com", "b", "c.d."], ports: [http] }],
  [
    "hosts that are malformed",
    { hosts: ["*", "a.*", "a_b"] },
    "FW0205 spec.hosts[0]",
    "FW0205 spec.hosts[1]",
    "FW0204 spec.hosts[2]",
  ],
  ["a partial wildcard", { hosts: ["*x.com"] }, "FW0355 spec.hosts[0]"],

  ["addresses", { hosts, addresses: ["1.2.3.4", "10.0.0.0/8", "2001:db8::/32"] }],
  [
    "addresses that are malformed",
    { hosts, addresses: ["1.2.3.4/99", "a.com"] },
    "FW0207 spec.addresses[0]",
    "FW0207 spec.addresses[1]",
  ],
  ["ranges with DNS", { hosts, addresses: ["10.0.0.0/8"], resolution: "DNS" }, "FW0351 spec.addresses[0]"],

  ["ports", { hosts, ports: [http, { number: 443, name: "UPPER", protocol: "tls", targetPort: 8443 }] }],
  [
    "ports that are malformed",
    { hosts, ports: [{ number: 0, name: "a.b", protocol: "X", targetPort: 70000 }] },
    "FW0203 spec.ports[0].number",
    "FW0305 spec.ports[0].protocol",
    "FW0214 spec.ports[0].name",
    "FW0203 spec.ports[0].targetPort",
  ],
  [
    "ports with the same name and number",
    { hosts, ports: [http, http] },
    "FW0108 spec.ports[1]",
    "FW0108 spec.ports[1].number",
  ],
  ["a TCP port that nothing marks", { hosts, ports: [tcp] }, "FW0357 spec.ports[0]"],
  ["a TCP port with an allocated address", { hosts, ports: [tcp], resolution: "DNS" }],

  [
    "static endpoints",
    { hosts, resolution: "STATIC", ports: [http], endpoints: [{ address: "1.1.1.1", ports: { http: 8080 } }] },
  ],
  ["a socket", { hosts, resolution: "STATIC", ports: [http], endpoints: [{ address: "unix:///a" }] }],
  [
    "a socket for two ports",
    { hosts, resolution: "STATIC", ports: [http, tcp], endpoints: [{ address: "unix:///a" }] },
    "FW0352 spec.endpoints[0].address",
  ],
  [
    "static endpoints that are malformed",
    { hosts, resolution: "STATIC", ports: [http], endpoints: [{ address: "a.com", ports: { other: 1 } }, {}] },
    "FW0103 spec.endpoints[1].address",
  ],
  [
    "static endpoints by name",
    { hosts, resolution: "STATIC", ports: [http], endpoints: [{ address: "a.com", ports: { other: 1 } }] },
    "FW0353 spec.endpoints[0].ports.other",
    "FW0352 spec.endpoints[0].address",
  ],
  [
    "a network without an address",
    { hosts, resolution: "STATIC", endpoints: [{ network: "n" }] },
    "FW0359 spec.endpoints[0].address",
  ],
  ["endpoints without resolution", { hosts, endpoints: [{ address: "1.1.1.1" }] }, "FW0352 spec.endpoints"],
  [
    "endpoints and a selector",
    { hosts, resolution: "STATIC", endpoints: [{ address: "1.1.1.1" }], workloadSelector: { labels: { a: "b" } } },
    "FW0111 spec",
  ],

  ["DNS", { hosts: ["a.com", "b.com"], resolution: "DNS", ports: [http] }],
  ["DNS of a wildcard", { hosts: ["*.a.com"], resolution: "DNS", ports: [http] }, "FW0352 spec.hosts[0]"],
  [
    "DNS of a wildcard, with endpoints",
    { hosts: ["*.a.com"], resolution: "DNS", ports: [http], endpoints: [{ address: "b.com" }, { address: "1.1.1.1" }] },
  ],
  [
    "DNS of a socket",
    { hosts, resolution: "DNS", ports: [http], endpoints: [{ address: "unix:///a" }] },
    "FW0352 spec.endpoints[0].address",
  ],
  [
    "two endpoints of DNS_ROUND_ROBIN",
    { hosts, resolution: "DNS_ROUND_ROBIN", endpoints: [{ address: "a.com" }, { address: "b.com" }] },
    "FW0352 spec.endpoints",
  ],
  ["dynamic DNS of a wildcard", { hosts: ["*.a.com"], resolution: "DYNAMIC_DNS", ports: [http] }],
  [
    "several hosts on TCP",
    { hosts: ["a.com", "b.com"], resolution: "DNS", ports: [http, tcp] },
    "FW0354 spec.ports[1].protocol",
  ],
  [
    "several hosts on TLS with one address",
    { hosts: ["a.com", "b.com"], addresses: ["1.1.1.1"], resolution: "DNS", ports: [{ ...http, protocol: "TLS" }] },
    "FW0356 spec.hosts",
  ],
  ["several hosts on TCP that nothing resolves", { hosts: ["a.com", "b.com"], addresses: ["1.1.1.1"], ports: [tcp] }],

  ["a selector", { hosts, resolution: "STATIC", workloadSelector: { labels: { app: "a" } } }],
  ["a selector without effect", { hosts, workloadSelector: { labels: { app: "a" } } }, "FW0358 spec.workloadSelector"],
  ["a selector of nothing", { hosts, resolution: "STATIC", workloadSelector: {} }, "FW0304 spec.workloadSelector"],
  [
    "a selector with wildcards",
    { hosts, resolution: "STATIC", workloadSelector: { labels: { app: "*" } } },
    "FW0302 spec.workloadSelector.labels.app",
  ],

  ["nobody sees it", { hosts, exportTo: ["~"] }],
  ["nobody and somebody see it", { hosts, exportTo: ["~", "a"] }, "FW0301 spec.exportTo[0]"],
];

for (const [name, spec, ...problems] of cases) {
  test(`service entry: ${name}`, () => {
    assert.deepEqual(judgeSpec(serviceEntryKind, spec), problems);
  });
}

test("an address that the user does not want allocated is missed", () => {
  const { problems } = admit(serviceEntryKind, {
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { name: "a", labels: { "networking.istio.io/enable-autoallocate-ip": "False" } },
    spec: { hosts, ports: [tcp], resolution: "DNS" },
  });
  assert.deepEqual(
    problems.map((p) => p.code),
    ["FW0357"],
  );
});
