import { formatGroupKind } from "../api/index.ts";
import type { Counter, Metrics } from "../base/metrics.ts";
import type { ResourceChange } from "../core/index.ts";
import { registryKinds } from "../registry/index.ts";

/** The metrics of what comes from the store. They have istiod's names. */
export interface EnvironmentMetrics {
  readonly registryEvents: Counter;
  readonly configEvents: Counter;
}

/** Declares them, once. */
export function registerEnvironmentMetrics(metrics: Metrics): EnvironmentMetrics {
  return {
    registryEvents: metrics.counter(
      "pilot_k8s_reg_events",
      "Objects behind services and workloads that came, changed or went, by kind: add, update or delete.",
      ["type", "event"],
    ),
    configEvents: metrics.counter(
      "pilot_k8s_cfg_events",
      "Objects of configuration that came, changed or went, by kind: add, update or delete.",
      ["type", "event"],
    ),
  };
}

const ofRegistry = new Set(registryKinds.map(formatGroupKind));

/** Objects came, changed or went. */
export function countObjectChanges(metrics: EnvironmentMetrics, changes: readonly ResourceChange[]): void {
  for (const { key, before, after } of changes) {
    const counter = ofRegistry.has(formatGroupKind(key)) ? metrics.registryEvents : metrics.configEvents;
    counter.inc(key.kind, after ? (before ? "update" : "add") : "delete");
  }
}
