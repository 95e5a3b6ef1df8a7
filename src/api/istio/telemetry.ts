import { defineKind } from "../kind.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, list, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { isCelExpression } from "./cel-expression.ts";
import { rejectDryRun } from "./dry-run.ts";
import { objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { attachmentFields, isAttachedOnce } from "./policy-attachment.ts";
import { telemetryMetrics } from "./telemetry-metrics.ts";
import { providerRef, workloadMode } from "./telemetry-provider.ts";
import { telemetryTracing } from "./telemetry-tracing.ts";

const accessLogging = obj({
  match: opt(
    4,
    obj({ mode: opt(1, workloadMode, "On which side of the traffic the workload is; default: both.") }),
    "Traffic that the section is for; absent: all.",
  ),
  providers: opt(1, list(providerRef), "Where the logs go; absent: to the mesh's default."),
  disabled: opt(2, bool({ wrapped: true, nullable: true }), "Whether nothing is logged; default: no."),
  filter: opt(
    3,
    obj(
      { expression: opt(1, str(), "Expression of CEL, such as `response.code >= 400`.") },
      {
        checks: [
          ({ expression = "" }, report) => {
            isCelExpression(expression, within(report, "expression"));
          },
        ],
      },
    ),
    "Which requests are logged; absent: all.",
  ),
});

const telemetrySpec = obj(
  {
    ...attachmentFields({ targetRef: 5, targetRefs: 6 }),
    tracing: opt(
      2,
      list(telemetryTracing, {
        checks: [
          (sections, report) => {
            if (sections.length > 1) report("FW0501", `should have one item, not ${sections.length}`);
          },
        ],
      }),
      "How requests are traced. Only one section is used.",
    ),
    metrics: opt(3, list(telemetryMetrics), "Which metrics are made, with which tags."),
    accessLogging: opt(4, list(accessLogging), "Which requests are logged, and where."),
  },
  { checks: [isAttachedOnce] },
);

export interface AccessLogging extends Infer<typeof accessLogging> {}
export interface TelemetrySpec extends Infer<typeof telemetrySpec> {}

/** Traces, metrics and access logs of workloads. */
export interface Telemetry extends Resource {
  readonly spec?: TelemetrySpec | undefined;
  readonly status?: IstioStatus | undefined;
}

export const telemetryKind = defineKind<Telemetry>({
  group: "telemetry.istio.io",
  kind: "Telemetry",
  versions: [{ name: "v1" }, { name: "v1alpha1" }],
  shortNames: ["telemetry"],
  categories: ["istio-io", "telemetry-istio-io"],
  doc: "Says what workloads tell of their traffic: traces, metrics and access logs.",
  schema: objectWithOptionalSpec(telemetrySpec, "Which workloads, and what they tell."),
  protobuf: { message: "istio.telemetry.v1alpha1.Telemetry", of: "spec" },
  validate: rejectDryRun,
});
