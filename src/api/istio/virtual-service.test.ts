import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { virtualServiceKind } from "./virtual-service.ts";

const route = [{ destination: { host: "reviews" } }];
const http = [{ route }];
const tcp = [{ route }];
const tls = (...sniHosts: string[]) => [{ match: [{ sniHosts }], route }];

const cases: readonly Row<unknown>[] = [
  ["the least", { hosts: ["reviews"], http }],
  ["no spec", undefined, "FW0103 spec"],
  ["no routes", { hosts: ["reviews"] }, "FW0311 spec"],
  ["empty lists of routes", { hosts: ["reviews"], http: [], tcp: [], tls: [] }, "FW0311 spec"],
  ["a path that never ends", { hosts: ["reviews"], http: [{ match: [{}], route }] }],

  ["a short, a full, a wildcard and an IP host", { hosts: ["a", "b.c.d", "*.example.com", "10.0.0.1", "::1"], http }],
  ["a host with an underscore", { hosts: ["a_b"], http }, "FW0204 spec.hosts[0]"],
  ["a wildcard in the middle", { hosts: ["a.*.com"], http }, "FW0205 spec.hosts[0]"],
  ["* for sidecars", { hosts: ["*"], http }, "FW0313 spec.hosts[0]"],
  ["* for sidecars and a gateway", { hosts: ["*"], gateways: ["mesh", "gw"], http }, "FW0313 spec.hosts[0]"],
  ["* for gateways", { hosts: ["*"], gateways: ["gw"], http }],
  ["the same host twice", { hosts: ["a", "a"], http }, "FW0314 spec.hosts[1]"],
  ["a host that another covers", { hosts: ["a.b.com", "*.com"], http }, "FW0314 spec.hosts[0]"],

  ["gateways by name and namespace", { hosts: ["a"], gateways: ["mesh", "ns/gw"], http }],
  ["a dotted gateway", { hosts: ["a"], gateways: ["gw.ns.svc.cluster.local"], http }, "FW0309 spec.gateways[0]"],
  [
    "a bad gateway",
    { hosts: ["a"], gateways: ["ns/", "a_b", "ns/a.b"], http },
    "FW0308 spec.gateways[0]",
    "FW0308 spec.gateways[1]",
    "FW0308 spec.gateways[2]",
  ],

  ["a delegate", { http }],
  [
    "a delegate with more",
    { gateways: ["gw"], tcp, tls: tls("a"), http: [{ delegate: { name: "x" } }] },
    "FW0312 spec.gateways",
    "FW0312 spec.tls",
    "FW0312 spec.tcp",
    "FW0312 spec.http[0].delegate",
    "FW0322 spec.tls[0].match[0].sniHosts[0]",
  ],

  [
    "claims at a gateway",
    {
      hosts: ["*"],
      gateways: ["gw"],
      http: [{ match: [{ headers: { "@request.auth.claims.a": { exact: "b" } } }], route }],
    },
  ],
  [
    "claims in sidecars",
    { hosts: ["a"], http: [{ match: [{ withoutHeaders: { "@request.auth.claims[a]": {} } }], route }] },
    'FW0324 spec.http[0].match[0].withoutHeaders["@request.auth.claims[a]"]',
  ],

  ["SNI of a host", { hosts: ["a.com", "*.b.com"], tls: tls("a.com", "c.b.com", "*.c.b.com") }],
  [
    "SNI of another host",
    { hosts: ["a.com"], tls: tls("b.com", "*.a.com") },
    "FW0322 spec.tls[0].match[0].sniHosts[0]",
    "FW0322 spec.tls[0].match[0].sniHosts[1]",
  ],
  ["SNI that is an address", { hosts: ["a.com"], tls: tls("10.0.0.1") }, "FW0323 spec.tls[0].match[0].sniHosts[0]"],
  ["SNI that is no host", { hosts: ["a.com"], tls: tls("a_b") }, "FW0204 spec.tls[0].match[0].sniHosts[0]"],
  [
    "SNI made by sidecars, at a gateway",
    { hosts: ["outbound_.80_._.a.b.mesh"], gateways: ["gw"], tls: tls("outbound_.80_._.a.b.mesh") },
  ],
  [
    "SNI made by sidecars, elsewhere",
    { hosts: ["outbound_.80_._.a.b.mesh"], tls: tls("outbound_.80_._.a.b.mesh") },
    "FW0204 spec.hosts[0]",
    "FW0204 spec.tls[0].match[0].sniHosts[0]",
  ],
  [
    "no SNI, no match, no destination",
    { hosts: ["a"], tls: [{ match: [{ sniHosts: [] }] }, { match: [], route }] },
    "FW0106 spec.tls[0].match[0].sniHosts",
    "FW0315 spec.tls[0].route",
    "FW0106 spec.tls[1].match",
  ],

  [
    "TCP with all matches",
    {
      hosts: ["a"],
      tcp: [{ match: [{ port: 80, destinationSubnets: ["10.0.0.0/8", "1.1.1.1"], sourceLabels: { a: "b" } }], route }],
    },
  ],
  [
    "TCP that is malformed",
    {
      hosts: ["a"],
      tcp: [{ match: [{ port: 70000, destinationSubnets: ["10.0.0.0/33"], sourceLabels: { "a b": "" } }] }],
    },
    "FW0207 spec.tcp[0].match[0].destinationSubnets[0]",
    "FW0203 spec.tcp[0].match[0].port",
    'FW0213 spec.tcp[0].match[0].sourceLabels["a b"]',
    "FW0315 spec.tcp[0].route",
  ],

  ["exportTo", { hosts: ["a"], http, exportTo: [".", "other"] }],
  [
    "exportTo that repeats and mixes",
    { hosts: ["a"], http, exportTo: [".", "default", "*", "a_b", "~"] },
    "FW0301 spec.exportTo[1]",
    "FW0301 spec.exportTo[3]",
    "FW0301 spec.exportTo[4]",
    "FW0301 spec.exportTo[2]",
    "FW0301 spec.exportTo[4]",
  ],

  ["a route after one that takes everything", { hosts: ["a"], http: [{ route }, { route }] }, "FW0325 spec.http[1]"],
  [
    "a prefix after a shorter one",
    { hosts: ["a"], http: [{ match: [{ uri: { prefix: "/a" } }, { uri: { prefix: "/ab" }, port: 80 }], route }] },
    "FW0326 spec.http[0].match[1]",
  ],
  [
    "a shorter prefix with more conditions",
    { hosts: ["a"], http: [{ match: [{ uri: { prefix: "/a" }, port: 80 }, { uri: { prefix: "/ab" } }], route }] },
  ],
  [
    "matches that differ in order and name only",
    {
      hosts: ["a"],
      http: [
        { name: "one", match: [{ headers: { a: {}, b: {} }, port: 80 }], route },
        { match: [{ name: "x", port: 80, headers: { b: {}, a: {} } }], route },
      ],
    },
    "FW0326 spec.http[1].match[0]",
    "FW0325 spec.http[1]",
  ],
];

for (const [name, spec, ...problems] of cases) {
  test(`virtual service: ${name}`, () => {
    assert.deepEqual(judgeSpec(virtualServiceKind, spec), problems);
  });
}

test("the columns", () => {
  const resource = {
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata: {},
    spec: { hosts: ["a"], gateways: ["g"] },
  };
  assert.deepEqual(
    virtualServiceKind.columns.map((c) => c.cell(resource)),
    ['["g"]', '["a"]'],
  );
});
