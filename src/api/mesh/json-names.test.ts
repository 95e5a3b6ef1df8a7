import assert from "node:assert/strict";
import { test } from "node:test";
import { withJsonNames } from "./json-names.ts";
import { meshConfig } from "./mesh-config.ts";

test("withJsonNames renames fields, and only fields", () => {
  const value = {
    mesh_mTLS: { min_protocol_version: "TLSV1_3" },
    default_config: { proxy_metadata: { ISTIO_META_a_b: "c_d" } },
    extension_providers: [{ name: "z", zipkin: { enable_64bit_trace_id: true } }],
    no_such_field: { a_b: 1 },
    trustDomain: "td",
  };
  assert.deepEqual(withJsonNames(meshConfig, value), {
    meshMTLS: { minProtocolVersion: "TLSV1_3" },
    defaultConfig: { proxyMetadata: { ISTIO_META_a_b: "c_d" } },
    extensionProviders: [{ name: "z", zipkin: { enable64bitTraceId: true } }],
    no_such_field: { a_b: 1 },
    trustDomain: "td",
  });
});

test("withJsonNames leaves values of the wrong type alone", () => {
  assert.deepEqual(withJsonNames(meshConfig, { default_config: [1] }), { defaultConfig: [1] });
  assert.equal(withJsonNames(meshConfig, "text"), "text");
});
