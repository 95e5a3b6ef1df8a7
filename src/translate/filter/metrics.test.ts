import assert from "node:assert/strict";
import { it } from "node:test";
import type { MeshConfig } from "../../api/index.ts";
import { config } from "../../mesh/testing/configs.ts";
import { sidecarView } from "../listener/testing/sidecar-view.ts";
import type { ListenerClass } from "./listener-class.ts";
import { metricsOf } from "./metrics.ts";

const byDefault: MeshConfig = { defaultProviders: { metrics: ["prometheus"] } };
const prometheus = { providers: [{ name: "prometheus" }] };

function counted(sections: readonly object[], mesh: MeshConfig = byDefault, listenerClass: ListenerClass = "outbound") {
  const resources = sections.length > 0 ? [config("Telemetry", "app/tel", { metrics: sections })] : [];
  return metricsOf(sidecarView(resources, { mesh }).scope, listenerClass);
}

it("metrics are counted if a provider of Prometheus is in use", () => {
  assert.deepEqual(counted([], {}), []);
  assert.deepEqual(counted([]), [{}]);
  assert.deepEqual(counted([], byDefault, "inbound"), [{ disableHostHeaderFallback: true }]);
  assert.deepEqual(counted([{ ...prometheus, reportingInterval: "10s" }], {}), [{ tcpReportingDuration: "10s" }]);
  assert.deepEqual(counted([{ providers: [{ name: "stackdriver" }] }]), []);
});

it("single metrics are changed or dropped, and later changes count", () => {
  const [config] = counted([
    {
      overrides: [
        { match: { metric: "REQUEST_COUNT" }, tagOverrides: { b: { value: "1" }, a: { operation: "REMOVE" } } },
        { match: { metric: "REQUEST_COUNT" }, tagOverrides: { b: { operation: "REMOVE" }, c: { value: "2" } } },
        { match: { customMetric: "mine" }, disabled: true },
        { match: { metric: "TCP_SENT_BYTES", mode: "SERVER" }, disabled: true },
      ],
    },
  ]);
  assert.deepEqual(config?.metrics, [
    { name: "requests_total", dimensions: { c: "2" }, tagsToRemove: ["a", "b"] },
    { name: "mine", drop: true },
  ]);
});

it("all metrics together can be changed, or not counted at all", () => {
  const [config] = counted([{ overrides: [{ tagOverrides: { a: { operation: "REMOVE" } } }] }]);
  assert.equal(config?.metrics?.length, 10);
  const off = { overrides: [{ match: { metric: "ALL_METRICS", mode: "CLIENT" }, disabled: true }] };
  assert.deepEqual(counted([off]), []);
  assert.deepEqual(counted([off], byDefault, "inbound"), [{ disableHostHeaderFallback: true }]);
});
