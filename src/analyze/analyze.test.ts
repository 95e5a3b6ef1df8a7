import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { builtInCatalog, readDocuments } from "../api/index.ts";
import { analyze } from "./analyze.ts";
import { allAnalyzers, defaultAnalyzers } from "./analyzers.ts";
import { analysisMessages } from "./messages.ts";
import { parseSuppression } from "./suppression.ts";
import { findingsIn, told } from "./testing/findings-of.ts";

const route = (more = "") => `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop${more}
spec:
  hosts: [web]
  http:
  - route:
    - destination: {host: web}
`;

suite("analyze", () => {
  test("says where, what and how bad", () => {
    assert.deepEqual(findingsIn(route()), [
      {
        file: "test.yaml",
        line: 10,
        column: 21,
        kind: "VirtualService",
        namespace: "shop",
        name: "web",
        path: "spec.http[0].route[0].destination.host",
        code: "IST0101",
        type: "ReferencedResourceNotFound",
        severity: "error",
        message: "must be the host of a service: 'web' is none that is seen here",
      },
    ]);
  });

  test("heeds the annotation by which an object silences codes", () => {
    const annotated = (codes: string) =>
      told(route(`\n  annotations: {galley.istio.io/analyze-suppress: "${codes}"}`)).length;
    assert.equal(annotated("IST0102"), 1);
    assert.equal(annotated("IST0102, IST0101"), 0);
    assert.equal(annotated("*"), 0);
  });

  const wishes: readonly (readonly [string, boolean])[] = [
    ["IST0101=VirtualService shop/web", true],
    ["IST0101=VirtualService web.shop", true],
    ["IST0101=VirtualService sh*/w*b", true],
    ["*=*", true],
    ["IST0101=VirtualService other/web", false],
    ["IST0101=VirtualService shop/web*b", false],
    ["IST0102=VirtualService shop/web", false],
  ];
  for (const [wish, silent] of wishes) {
    test(`${silent ? "silences" : "does not silence"} by ${wish}`, () => {
      const suppression = parseSuppression(wish);
      assert.ok(suppression);
      assert.equal(told(route(), { suppressions: [suppression] }).length, silent ? 0 : 1);
    });
  }

  test("reads wishes of the form CODE=RESOURCE only", () => {
    for (const text of ["IST0101", "=x", "IST0101="]) assert.equal(parseSuppression(text), undefined, text);
  });

  test("takes objects that name no namespace for those of the one that is given", () => {
    const service =
      "---\n{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: [{name: http, port: 80}]}}";
    assert.deepEqual(told(`${route()}${service}`, { namespace: "shop" }), []);
    assert.equal(told(`${route()}${service}`).length, 1);
  });

  test("passes over what is no object, and takes the later of two definitions", () => {
    const service = (port: string) => `---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {ports: [{name: ${port}, port: 80}]}
`;
    assert.deepEqual(told(`values: 1\n---\n[]\n---\n${route()}${service("web")}${service("http")}`), []);
  });

  test("reads the mesh's settings from the control plane's ConfigMap", () => {
    const entry = `apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata: {name: db, namespace: shop}
spec: {hosts: [db.example.com], resolution: DNS, ports: [{name: tcp, number: 5432, protocol: TCP}]}
`;
    const mesh = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: istio, namespace: mesh-system}
data:
  mesh: |
    defaultConfig:
      proxyMetadata: {ISTIO_META_DNS_CAPTURE: "true", ISTIO_META_DNS_AUTO_ALLOCATE: "true"}
  meshNetworks: |
    networks: {east: {endpoints: [{fromRegistry: far-east}], gateways: [{address: 1.2.3.4, port: 15443}]}}
`;
    const analyzers = allAnalyzers.filter(({ codes }) => codes.includes("IST0134") || codes.includes("IST0126"));
    assert.deepEqual(told(entry, { analyzers }), ["IST0134 ServiceEntry shop/db spec.ports[0]"]);
    assert.deepEqual(told(`${entry}${mesh}`, { analyzers, controlPlaneNamespace: "mesh-system" }), [
      "IST0126 MeshNetworks mesh-system/meshnetworks networks.east.endpoints[0].fromRegistry",
    ]);
  });

  test("analyzes clusters apart from each other", () => {
    const read = (yaml: string) => readDocuments(Buffer.from(yaml), "test.yaml").documents;
    const service =
      "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {ports: [{name: http, port: 80}]}}";
    const kinds = builtInCatalog();
    const [one, two] = [read(route()), read(service)];
    const codes = (...documents: (typeof one)[]) =>
      analyze(
        documents.map((each, i) => ({ cluster: `c${i}`, documents: each })),
        { kinds },
      ).map(({ code }) => code);
    assert.deepEqual(codes(one, two), ["IST0101"]);
    assert.deepEqual(codes([...one, ...two], two), []);
  });
});

suite("the list of analyzers", () => {
  test("has every code of the catalogue, and no name twice", () => {
    const codes = new Set<string>(allAnalyzers.flatMap((analyzer) => analyzer.codes));
    assert.deepEqual([...codes].sort(), Object.keys(analysisMessages).sort());
    assert.equal(new Set(allAnalyzers.map(({ name }) => name)).size, allAnalyzers.length);
  });

  test("leaves out of the default what is optional", () => {
    assert.equal(defaultAnalyzers.length, allAnalyzers.length - 1);
  });
});
