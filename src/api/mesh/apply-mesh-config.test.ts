import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyMeshConfig, applyProxyConfig } from "./apply-mesh-config.ts";
import { defaultMeshConfig, defaultProxyConfig } from "./default-mesh-config.ts";

describe("applyMeshConfig", () => {
  test("replaces fields whole", () => {
    const mesh = applyMeshConfig(defaultMeshConfig, { localityLbSetting: { failover: [{ from: "a", to: "b" }] } });
    assert.deepEqual(mesh.localityLbSetting, { failover: [{ from: "a", to: "b" }] });
    assert.equal(mesh.proxyListenPort, 15001);
  });

  test("merges proxies' settings and default providers field by field", () => {
    const base = applyMeshConfig(defaultMeshConfig, { defaultProviders: { metrics: ["prometheus"] } });
    const mesh = applyMeshConfig(base, { defaultConfig: { concurrency: 4 }, defaultProviders: { tracing: ["z"] } });
    assert.deepEqual(mesh.defaultConfig, { ...defaultProxyConfig, concurrency: 4 });
    assert.deepEqual(mesh.defaultProviders, { metrics: ["prometheus"], tracing: ["z"] });
  });

  test("merges extension providers by name", () => {
    const mesh = applyMeshConfig(defaultMeshConfig, {
      extensionProviders: [
        { name: "envoy", envoyFileAccessLog: { path: "/tmp/log" } },
        { name: "z", zipkin: { service: "z", port: 80 } },
      ],
    });
    assert.deepEqual(mesh.extensionProviders, [
      { name: "prometheus", prometheus: {} },
      { name: "stackdriver", stackdriver: {} },
      { name: "envoy", envoyFileAccessLog: { path: "/tmp/log" } },
      { name: "z", zipkin: { service: "z", port: 80 } },
    ]);
  });

  test("adds trust domain aliases up", () => {
    const base = applyMeshConfig(defaultMeshConfig, { trustDomainAliases: ["b", "c"] });
    assert.deepEqual(applyMeshConfig(base, { trustDomainAliases: ["a", "b"] }).trustDomainAliases, ["a", "b", "c"]);
  });
});

describe("applyProxyConfig", () => {
  test("lets a member of a oneof put the others out", () => {
    const config = applyProxyConfig(defaultProxyConfig, { tracingServiceName: "CANONICAL_NAME_ONLY" });
    assert.equal(config.serviceCluster, undefined);
    assert.equal(config.tracingServiceName, "CANONICAL_NAME_ONLY");
  });

  test("merges metadata and headers, and nothing else", () => {
    const base = {
      proxyMetadata: { A: "1", B: "1" },
      proxyHeaders: { requestId: { disabled: true } },
      tracing: { sampling: 5 },
    };
    const change = {
      proxyMetadata: { B: "2" },
      proxyHeaders: { server: { value: "x" } },
      tracing: { maxPathTagLength: 9 },
    };
    assert.deepEqual(applyProxyConfig(base, change), {
      proxyMetadata: { A: "1", B: "2" },
      proxyHeaders: { requestId: { disabled: true }, server: { value: "x" } },
      tracing: { maxPathTagLength: 9 },
    });
  });
});
