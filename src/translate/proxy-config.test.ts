import assert from "node:assert/strict";
import { it } from "node:test";
import { applyMeshConfig, defaultMeshConfig } from "../api/index.ts";
import { meshSettings } from "../mesh/index.ts";
import { effectiveProxyConfig } from "./proxy-config.ts";

const config = applyMeshConfig(defaultMeshConfig, {
  defaultConfig: { tracing: { sampling: 10 }, proxyHeaders: { attemptCount: { disabled: true } } },
});
const settings = meshSettings({ config });
const of = (PROXY_CONFIG?: unknown) =>
  effectiveProxyConfig(settings, { metadata: PROXY_CONFIG === undefined ? {} : { PROXY_CONFIG } });

it("what a proxy says stands over the mesh's default; headers merge", () => {
  const found = of({ tracing: { sampling: 5 }, proxyHeaders: { requestId: { disabled: true } } });
  assert.equal(found.tracing?.sampling, 5);
  assert.deepEqual(found.proxyHeaders, { attemptCount: { disabled: true }, requestId: { disabled: true } });
  assert.equal(found.statusPort, 15020);
});

it("a proxy that says nothing, or nonsense, gets the mesh's default", () => {
  assert.equal(of(), config.defaultConfig);
  for (const said of ["text", 7, { tracing: "yes" }, null]) assert.equal(of(said).tracing?.sampling, 10);
});

it("proxies that say the same share one object", () => {
  assert.equal(of({ concurrency: 2 }), of({ concurrency: 2 }));
});
