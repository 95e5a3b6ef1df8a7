import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MeshConfig } from "../../api/index.ts";
import type { OpenTelemetryConfig, ZipkinConfig } from "../../gen/envoy/config/trace/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import { serving, sidecarView } from "../listener/testing/sidecar-view.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import type { ListenerClass } from "./listener-class.ts";
import { tracesOf } from "./tracing.ts";

const services = [serving("app/collector", 9411, "http")];

function traced(mesh: MeshConfig, metadata: object = {}) {
  const { scope } = sidecarView([], { services, mesh, metadata });
  return tracesOf(scope, effectiveProxyConfig(scope.settings, scope.proxy), "outbound").tracing;
}

describe("tracing", () => {
  it("is on by default, of one request in a hundred, and can be switched off", () => {
    assert.deepEqual(traced({})?.randomSampling, { value: 1 });
    assert.equal(traced({ enableTracing: false }), undefined);
  });

  it("says what the workload is called, and what else the proxy is told to", () => {
    const LABELS = { "service.istio.io/canonical-name": "web", "service.istio.io/canonical-revision": "v2" };
    const tracing = { sampling: 5, customTags: { k: { literal: { value: "v" } }, h: { header: { name: "x-h" } } } };
    const found = traced({}, { LABELS, MESH_ID: "m", PROXY_CONFIG: { tracing } });
    const literals = Object.fromEntries(
      (found?.customTags ?? []).flatMap(({ tag = "", literal }) => (literal ? [[tag, literal.value]] : [])),
    );
    assert.deepEqual(literals, {
      "istio.canonical_revision": "v2",
      "istio.canonical_service": "web",
      "istio.cluster_id": "east",
      "istio.mesh_id": "m",
      "istio.namespace": "app",
      k: "v",
    });
    const tags = found?.customTags?.map(({ tag = "" }) => tag) ?? [];
    assert.deepEqual(tags, [...tags].sort());
    assert.deepEqual(found?.randomSampling, { value: 5 });
  });

  it("leaves the mesh's own tags out where the proxy is told so", () => {
    assert.deepEqual(traced({}, { PROXY_CONFIG: { tracing: { enableIstioTags: false } } })?.customTags, []);
  });
});

describe("providers of traces", () => {
  const at = { service: "collector.app.svc.cluster.local", port: 9411 };
  const by = (provider: object) =>
    traced({ defaultProviders: { tracing: ["p"] }, extensionProviders: [{ name: "p", ...provider }] });

  it("Zipkin", () => {
    const found = by({ zipkin: { ...at, maxTagLength: 7, path: "/z", headers: [{ name: "a", value: "b" }] } });
    const config = found?.provider?.typedConfig as ZipkinConfig | undefined;
    assert.equal(config?.collectorService?.httpUri?.uri, "http://collector.app.svc.cluster.local/z");
    assert.deepEqual(config?.collectorService?.requestHeadersToAdd, [
      { header: { key: "a", value: "b" }, appendAction: "OVERWRITE_IF_EXISTS_OR_ADD" },
    ]);
    assert.equal(config?.traceId128bit, true);
    assert.equal(found?.maxPathTagLength, 7);
  });

  it("OpenTelemetry, by HTTP or gRPC", () => {
    const http = by({ opentelemetry: { ...at, http: { path: "/v1/traces", timeout: "3s" } } });
    const overHttp = http?.provider?.typedConfig as OpenTelemetryConfig | undefined;
    assert.equal(overHttp?.httpService?.httpUri?.uri, "collector.app.svc.cluster.local/v1/traces");
    const grpc = by({ opentelemetry: { ...at, resourceDetectors: { environment: {} } } });
    const overGrpc = grpc?.provider?.typedConfig as OpenTelemetryConfig | undefined;
    assert.equal(overGrpc?.grpcService?.envoyGrpc?.authority, "collector.app.svc.cluster.local");
    assert.equal(overGrpc?.resourceDetectors?.length, 1);
  });

  it("a sampler of the provider sees every request", () => {
    const found = by({
      opentelemetry: { ...at, http: { path: "/v1" }, dynatraceSampler: { tenant: "t", clusterId: 1 } },
    });
    assert.deepEqual(found?.randomSampling, { value: 100 });
  });

  it("Datadog and SkyWalking", () => {
    assert.equal(by({ datadog: at })?.provider?.name, "envoy.tracers.datadog");
    assert.equal(by({ skywalking: at })?.spawnUpstreamSpan, true);
  });

  it("that the proxy cannot reach mean no traces", () => {
    assert.equal(by({ zipkin: { ...at, port: 1 } }), undefined);
    assert.equal(by({ prometheus: {} }), undefined);
  });
});

describe("Telemetry", () => {
  const at = { service: "collector.app.svc.cluster.local", port: 9411 };
  const mesh = { extensionProviders: [{ name: "z", zipkin: at }] };
  const traces = (sections: readonly object[], listenerClass: ListenerClass = "outbound") => {
    const telemetries = sections.map((tracing, i) =>
      config("Telemetry", i === 0 ? "istio-system/a" : "app/b", { tracing }),
    );
    const { scope } = sidecarView(telemetries, { services, mesh });
    return tracesOf(scope, effectiveProxyConfig(scope.settings, scope.proxy), listenerClass);
  };

  it("names the provider and says how much; narrower objects stand over wider ones", () => {
    const wide = [{ providers: [{ name: "z" }], randomSamplingPercentage: 50, useRequestIdForTraceSampling: false }];
    const narrow = [{ randomSamplingPercentage: 0, customTags: { f: { formatter: { value: "%PROTOCOL%" } } } }];
    const { tracing, decidesById } = traces([wide, narrow]);
    assert.equal(tracing?.provider?.name, "envoy.tracers.zipkin");
    assert.deepEqual(tracing?.randomSampling, { value: 0 });
    assert.ok(tracing?.customTags?.some(({ tag, value }) => tag === "f" && value === "%PROTOCOL%"));
    assert.equal(decidesById, false);
  });

  it("is for one side only where it says so; without a provider there are no traces", () => {
    const client = [{ providers: [{ name: "z" }], match: { mode: "CLIENT" } }];
    assert.ok(traces([client]).tracing);
    assert.equal(traces([client], "inbound").tracing, undefined);
    assert.equal(traces([[{ randomSamplingPercentage: 5 }]]).tracing, undefined);
  });

  it("can switch reporting off, and keep traces from going on", () => {
    const section = { providers: [{ name: "z" }] };
    assert.equal(traces([[{ ...section, disableSpanReporting: true }]]).tracing, undefined);
    assert.equal(traces([[{ ...section, disableContextPropagation: true }]]).tracing?.noContextPropagation, true);
  });
});
