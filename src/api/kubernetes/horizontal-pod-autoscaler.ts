import { isObject } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime, quantity } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { metricSpec, metricStatus, scaledObject } from "./autoscaling-metric.ts";
import { updateAt } from "./update-at.ts";

const scalingPolicy = obj({
  type: req(1, choice(["Pods", "Percent"]), "What `value` counts: 'Pods' or 'Percent'."),
  value: req(2, int32({ min: 1 }), "How much may change within the period."),
  periodSeconds: req(3, int32({ min: 1, max: 1800 }), "Length of the period; 1800 at the most."),
});

const scalingRules = obj({
  selectPolicy: ptr(
    1,
    choice(["Max", "Min", "Disabled"]),
    "Which policy counts where there are several; default 'Max'.",
  ),
  policies: opt(2, list(scalingPolicy), "How much may change within which time."),
  stabilizationWindowSeconds: ptr(3, int32({ min: 0, max: 3600 }), "How far one looks back before one acts."),
  tolerance: ptr(4, quantity(), "How far a metric may be off before one acts, as a part of it."),
});

const behavior = obj({
  scaleUp: ptr(1, scalingRules, "How fast pods are added."),
  scaleDown: ptr(2, scalingRules, "How fast pods are taken away."),
});

interface Bounds {
  readonly minReplicas?: number | undefined;
  readonly maxReplicas: number;
}

function checkBounds({ minReplicas = 1, maxReplicas }: Bounds, report: Report): void {
  if (maxReplicas < minReplicas) report("FW0105", `must be at least \`minReplicas\` (${minReplicas})`, "maxReplicas");
}

const autoscalerSpec = obj(
  {
    scaleTargetRef: req(1, scaledObject, "What is scaled."),
    minReplicas: ptr(2, int32({ min: 1 }), "How many pods there are at the least; default 1.", { default: 1 }),
    maxReplicas: req(3, int32({ min: 1 }), "How many pods there are at the most."),
    metrics: opt(4, list(metricSpec), "What the number of pods follows; default 80 % of the cpu that they request."),
    behavior: ptr(5, behavior, "How fast the number changes."),
  },
  { checks: [checkBounds] },
);

const autoscalerCondition = obj({
  type: req(1, str(), "Which aspect: 'ScalingActive', 'AbleToScale' or 'ScalingLimited'."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastTransitionTime: opt(3, kubeTime(), "When `status` last changed."),
  reason: opt(4, str(), "One word for machines on why."),
  message: opt(5, str(), "A sentence for people."),
});

const autoscalerStatus = obj({
  observedGeneration: ptr(1, int64(), "The generation this status is about."),
  lastScaleTime: ptr(2, kubeTime(), "When the number of pods was last changed."),
  currentReplicas: opt(3, int32(), "Pods that there were when it last looked."),
  desiredReplicas: req(4, int32(), "Pods that there should be."),
  currentMetrics: opt(5, list(metricStatus), "What was measured last."),
  conditions: opt(6, list(autoscalerCondition, { keys: ["type"] }), "Conditions of the autoscaler."),
});

/** Keeps the number of a workload's pods in step with what they have to do. */
export interface HorizontalPodAutoscaler extends Resource {
  readonly spec: Infer<typeof autoscalerSpec>;
  readonly status?: Infer<typeof autoscalerStatus> | undefined;
}

const defaultMetrics = [
  { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
];

function defaultAutoscaler(resource: Resource): Resource {
  return updateAt(resource, ["spec"], (spec) => {
    if (!isObject(spec) || (Array.isArray(spec.metrics) && spec.metrics.length > 0)) return spec;
    return { ...spec, metrics: defaultMetrics };
  }) as Resource;
}

const whole = { type: "integer" } as const;

export const horizontalPodAutoscalerKind = defineKind<HorizontalPodAutoscaler>({
  group: "autoscaling",
  kind: "HorizontalPodAutoscaler",
  versions: [{ name: "v2" }],
  shortNames: ["hpa"],
  categories: ["all"],
  doc: "Keeps the number of a workload's pods in step with what they have to do.",
  schema: obj({
    spec: req(2, autoscalerSpec, "What is asked for."),
    status: opt(3, autoscalerStatus, "How many pods there are; written by its controller."),
  }),
  columns: [
    column<HorizontalPodAutoscaler>(
      "Reference",
      ({ spec: { scaleTargetRef } }) => `${scaleTargetRef.kind}/${scaleTargetRef.name}`,
      "What is scaled.",
    ),
    column<HorizontalPodAutoscaler>("MinPods", ({ spec }) => spec.minReplicas ?? 1, "Pods at the least.", whole),
    column<HorizontalPodAutoscaler>("MaxPods", ({ spec }) => spec.maxReplicas, "Pods at the most.", whole),
    column<HorizontalPodAutoscaler>("Replicas", ({ status }) => status?.currentReplicas ?? 0, "Pods now.", whole),
  ],
  normalize: defaultAutoscaler,
  protobuf: { message: "k8s.io.api.autoscaling.v2.HorizontalPodAutoscaler", of: "object" },
});
