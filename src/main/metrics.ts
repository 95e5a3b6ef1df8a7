import type { Counter, Histogram, Metrics } from "../base/metrics.ts";
import { type EnvironmentMetrics, registerEnvironmentMetrics } from "./environment-metrics.ts";
import { type MeshMetrics, registerMeshMetrics } from "./mesh-metrics.ts";
import { registerProcessMetrics } from "./process-metrics.ts";
import { type RemoteMetrics, registerRemoteMetrics } from "./remote/remote-metrics.ts";
import { registerWorkloadMetrics, type WorkloadMetrics } from "./workload-metrics.ts";
import { registerXdsMetrics, type XdsMetrics } from "./xds-metrics.ts";

/** The metrics of `fairway up` that main itself keeps. */
export interface ServerMetrics {
  readonly requests: Counter;
  readonly requestSeconds: Histogram;
  readonly xds: XdsMetrics;
  readonly mesh: MeshMetrics;
  readonly environment: EnvironmentMetrics;
  readonly remote: RemoteMetrics;
  readonly workloads: WorkloadMetrics;
  /** Objects that proxies asked for and that are no usable secrets. */
  readonly secretErrors: Counter;
  /** What controllers could not do and try again. */
  readonly syncErrors: Counter;
}

const secondsBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Declares every metric, once: the reference is made from this too. `version` is the program's own. */
export function registerMetrics(metrics: Metrics, version = ""): ServerMetrics {
  registerProcessMetrics(metrics);
  metrics.gauge("pilot_info", "Always 1; the label has the version.", ["version"]).set(1, version);
  metrics.gauge("istiod_uptime_seconds", "Time since the process began.", [], () => process.uptime());
  return {
    xds: registerXdsMetrics(metrics),
    mesh: registerMeshMetrics(metrics),
    environment: registerEnvironmentMetrics(metrics),
    remote: registerRemoteMetrics(metrics),
    workloads: registerWorkloadMetrics(metrics),
    syncErrors: metrics.counter(
      "controller_sync_errors_total",
      "Times that a controller could not bring an object into order; it is tried again.",
    ),
    secretErrors: metrics.counter(
      "pilot_sds_certificate_errors_total",
      "Objects with certificates that were asked for and cannot be used, each counted once until it changes.",
    ),
    requests: metrics.counter("fairway_api_requests_total", "Requests to the API by method and HTTP code.", [
      "method",
      "code",
    ]),
    requestSeconds: metrics.histogram(
      "fairway_api_request_seconds",
      "Time until a request was answered, watches left out.",
      secondsBuckets,
      ["method"],
    ),
  };
}
