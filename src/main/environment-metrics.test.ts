import assert from "node:assert/strict";
import { test } from "node:test";
import type { ResourceKey } from "../api/index.ts";
import { Metrics } from "../base/metrics.ts";
import { service } from "../registry/testing/objects.ts";
import { countObjectChanges, registerEnvironmentMetrics } from "./environment-metrics.ts";
import { RejectedConfigs } from "./rejected-configs.ts";

const keyOf = (kind: string, name: string): ResourceKey => ({
  group: kind === "Service" ? "" : "networking.istio.io",
  kind,
  namespace: "app",
  name,
});

test("objects that come, change and go are counted by kind, apart for services and for configuration", () => {
  const metrics = registerEnvironmentMetrics(new Metrics());
  const after = service("web");
  countObjectChanges(metrics, [
    { key: keyOf("Service", "web"), after },
    { key: keyOf("Service", "web"), before: after, after },
    { key: keyOf("Service", "web"), before: after },
    { key: keyOf("Gateway", "gw"), before: after },
  ]);
  const counts = ["add", "update", "delete"].map((event) => metrics.registryEvents.get("Service", event));
  assert.deepEqual([...counts, metrics.configEvents.get("Gateway", "delete")], [1, 1, 1, 1]);
});

test("objects that cannot be used are counted by name, and no more names than anybody reads", () => {
  const metrics = new Metrics();
  const rejected = new RejectedConfigs(metrics);
  for (let i = 0; i < 1010; i++) rejected.count(keyOf("Gateway", `g${i}`));
  rejected.count(keyOf("Gateway", "g0"));
  const lines = metrics.text().split("\n");
  assert.ok(lines.includes('pilot_total_rejected_configs{type="Gateway",name="app/g0"} 2'));
  assert.ok(lines.includes('pilot_total_rejected_configs{type="Gateway",name="other"} 10'));
});
