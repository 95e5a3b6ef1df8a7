import type { Report } from "../problem.ts";
import { bool, choice, list, map, obj, opt, str } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { providerRef, workloadMode } from "./telemetry-provider.ts";

/** The metrics that proxies of a mesh make. */
export const istioMetric = choice({
  ALL_METRICS: 0,
  REQUEST_COUNT: 1,
  REQUEST_DURATION: 2,
  REQUEST_SIZE: 3,
  RESPONSE_SIZE: 4,
  TCP_OPENED_CONNECTIONS: 5,
  TCP_CLOSED_CONNECTIONS: 6,
  TCP_SENT_BYTES: 7,
  TCP_RECEIVED_BYTES: 8,
  GRPC_REQUEST_MESSAGES: 9,
  GRPC_RESPONSE_MESSAGES: 10,
});

const metricSelector = obj({
  metric: opt(1, istioMetric, "One of the mesh's own metrics; default: all.", { oneof: "metric_match" }),
  customMetric: opt(2, str({ minLength: 1 }), "Name of another metric.", { oneof: "metric_match" }),
  mode: opt(3, workloadMode, "On which side of the traffic the workload is; default: both."),
});

interface TagChange {
  readonly operation?: "UPSERT" | "REMOVE" | undefined;
  readonly value?: string | undefined;
}

function valueFitsOperation({ operation = "UPSERT", value }: TagChange, report: Report): void {
  if (operation === "UPSERT" && !value) report("FW0504", "must be set with the operation 'UPSERT'", "value");
  if (operation === "REMOVE" && value !== undefined) {
    report("FW0504", "must not be set with the operation 'REMOVE'", "value");
  }
}

const tagOverride = obj(
  {
    operation: opt(
      1,
      choice({ UPSERT: 0, REMOVE: 1 }),
      "Whether the tag is set (`UPSERT`, the default) or left out (`REMOVE`).",
    ),
    value: opt(2, str(), "Expression of CEL for the tag's value; with `UPSERT` only."),
  },
  { checks: [valueFitsOperation] },
);

const metricsOverride = obj({
  match: opt(1, metricSelector, "Metrics that the change is for; absent: all, on both sides."),
  disabled: opt(2, bool({ wrapped: true, nullable: true }), "Whether the metrics are not made at all; default: no."),
  tagOverrides: opt(3, map(tagOverride), "Changes of the metrics' tags, by the tags' names."),
});

/** Which metrics are made, with which tags. */
export const telemetryMetrics = obj({
  providers: opt(1, list(providerRef), "Providers that the section is for; absent: the mesh's default."),
  overrides: opt(2, list(metricsOverride), "Changes of what is made; later ones win."),
  reportingInterval: opt(3, duration({ min: 1 }), "Time between two reports of an open TCP connection; default: `5s`."),
});

export type IstioMetric = Infer<typeof istioMetric>;
export interface MetricsOverride extends Infer<typeof metricsOverride> {}
export interface TelemetryMetrics extends Infer<typeof telemetryMetrics> {}
