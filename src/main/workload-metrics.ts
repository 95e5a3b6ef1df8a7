import type { Counter, Metrics } from "../base/metrics.ts";

/** What became of the WorkloadEntries of proxies, by istiod's names. */
export interface WorkloadMetrics {
  readonly registered: Counter;
  readonly taken: Counter;
  readonly unregistered: Counter;
  readonly removed: Counter;
  readonly errors: Counter;
}

/** Declares them, once. */
export function registerWorkloadMetrics(metrics: Metrics): WorkloadMetrics {
  const total = (name: string, help: string) => metrics.counter(`auto_registration_${name}_total`, help);
  return {
    registered: total("success", "WorkloadEntries that were made for proxies."),
    taken: total("updates", "WorkloadEntries that were there when their proxy connected."),
    unregistered: total("unregister", "Proxies with a WorkloadEntry that have gone."),
    removed: total("deletes", "WorkloadEntries that were deleted after their proxy's grace."),
    errors: total("errors", "Times that a proxy with a WorkloadEntry was refused, or the entry could not be written."),
  };
}
