import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, type Row } from "../testing/judge.ts";
import { ingressKind } from "./ingress.ts";

const backend = { service: { name: "a", port: { number: 80 } } };
const rule = (fields: object): object => ({ spec: { rules: [fields] } });
const path = (fields: object): object =>
  rule({ http: { paths: [{ path: "/", pathType: "Prefix", backend, ...fields }] } });
const at = "spec.rules[0].http.paths[0]";

const rows: readonly Row[] = [
  ["a rule", path({})],
  ["only a default backend", { spec: { defaultBackend: backend } }],
  ["neither", { spec: { ingressClassName: "istio" } }, "FW0103 spec"],
  ["no spec", {}, "FW0103 spec"],
  ["a host without paths", rule({ host: "a.b" })],
  ["a wildcard host", rule({ host: "*.example.com" })],
  ["an empty host", rule({ host: "" })],
  ["a host in capitals", rule({ host: "Example.com" }), "FW0204 spec.rules[0].host"],
  ["an address as host", rule({ host: "10.0.0.1" }), "FW0204 spec.rules[0].host"],
  ["a wildcard inside a host", rule({ host: "a.*.com" }), "FW0205 spec.rules[0].host"],
  ["a wildcard alone", rule({ host: "*" }), "FW0205 spec.rules[0].host"],
  ["no paths", rule({ http: { paths: [] } }), "FW0106 spec.rules[0].http.paths"],
  ["no type of path", path({ pathType: undefined }), `FW0103 ${at}.pathType`],
  ["a relative path", path({ path: "a" }), `FW0660 ${at}.path`],
  ["no path", path({ path: undefined }), `FW0660 ${at}.path`],
  ["no path, as the controller likes", path({ path: undefined, pathType: "ImplementationSpecific" })],
  ["an expression, as the controller likes", path({ path: "/a//.*", pathType: "ImplementationSpecific" })],
  ["a path with an empty element", path({ path: "/a//b" }), `FW0660 ${at}.path`],
  ["a path that goes up", path({ path: "/a/.." }), `FW0660 ${at}.path`],
  ["a path with a coded slash", path({ path: "/a%2Fb" }), `FW0660 ${at}.path`],
  ["a port by name", path({ backend: { service: { name: "a", port: { name: "http", number: 0 } } } })],
  [
    "a port by name and number",
    path({ backend: { service: { name: "a", port: { name: "http", number: 80 } } } }),
    `FW0111 ${at}.backend.service.port`,
  ],
  ["no port", path({ backend: { service: { name: "a" } } }), `FW0103 ${at}.backend.service.port`],
  ["an empty port", path({ backend: { service: { name: "a", port: {} } } }), `FW0103 ${at}.backend.service.port`],
  ["a bucket", path({ backend: { resource: { apiGroup: "a.b", kind: "Bucket", name: "c" } } })],
  ["no backend", path({ backend: {} }), `FW0103 ${at}.backend`],
  ["a certificate", { spec: { defaultBackend: backend, tls: [{ hosts: ["a.b"], secretName: "c" }] } }],
];

describe("ingressKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(ingressKind, fields), problems));
  }

  test("shows class, hosts, address and ports", () => {
    const object = admitted(ingressKind, {
      spec: { ingressClassName: "istio", rules: [{ host: "a.b" }, {}], tls: [{}] },
      status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }, { hostname: "c.d" }] } },
    });
    assert.deepEqual(cells(ingressKind, object), {
      Class: "istio",
      Hosts: "a.b,*",
      Address: "1.2.3.4,c.d",
      Ports: "80, 443",
    });
  });
});
