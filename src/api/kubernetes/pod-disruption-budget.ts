import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import { labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, int64, list, map, obj, opt, ptr, req } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { percentOf, rolloutAmount } from "./rollout-amount.ts";

interface Amounts {
  readonly minAvailable?: number | string | undefined;
  readonly maxUnavailable?: number | string | undefined;
}

function checkAmounts(spec: Amounts, report: Report): void {
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    report("FW0111", "must not be set beside `minAvailable`", "maxUnavailable");
  }
  for (const field of ["minAvailable", "maxUnavailable"] as const) {
    const amount = spec[field];
    if (amount !== undefined && (percentOf(amount) ?? 0) > 100) {
      report("FW0619", `must be at most '100%', not '${amount}'`, field);
    }
  }
}

const budgetSpec = obj(
  {
    minAvailable: ptr(1, rolloutAmount, "How many pods must be left when some are evicted: a number or a percentage."),
    selector: ptr(2, labelSelector, "Which pods are meant; an empty selector: all of the namespace, none: no pod."),
    maxUnavailable: ptr(3, rolloutAmount, "How many pods may be missing, in place of `minAvailable`."),
    unhealthyPodEvictionPolicy: ptr(
      4,
      choice(["IfHealthyBudget", "AlwaysAllow"]),
      "Whether pods that are not ready may be evicted at all times ('AlwaysAllow') or as others are.",
    ),
  },
  { checks: [checkAmounts] },
);

const budgetStatus = obj({
  observedGeneration: opt(1, int64(), "The generation this status is about."),
  disruptedPods: opt(2, map(kubeTime()), "Pods whose eviction was allowed and that are not gone yet, and since when."),
  disruptionsAllowed: req(3, int32(), "How many pods may be evicted now."),
  currentHealthy: req(4, int32(), "Pods that are ready."),
  desiredHealthy: req(5, int32(), "Pods that must be ready at the least."),
  expectedPods: req(6, int32(), "Pods that count."),
  conditions: opt(7, list(condition, { keys: ["type"] }), "Conditions of the budget."),
});

/** How many pods of a group may be missing at once when nodes are emptied. */
export interface PodDisruptionBudget extends Resource {
  readonly spec?: Infer<typeof budgetSpec> | undefined;
  readonly status?: Infer<typeof budgetStatus> | undefined;
}

export const podDisruptionBudgetKind = defineKind<PodDisruptionBudget>({
  group: "policy",
  kind: "PodDisruptionBudget",
  versions: [{ name: "v1" }],
  shortNames: ["pdb"],
  doc: "How many pods of a group may be missing at once when nodes are emptied.",
  schema: obj({
    spec: opt(2, budgetSpec, "What is asked for."),
    status: opt(3, budgetStatus, "How many pods there are and may go; written by its controller."),
  }),
  columns: [
    column<PodDisruptionBudget>("Min available", ({ spec }) => spec?.minAvailable ?? "N/A", "Pods that must be left."),
    column<PodDisruptionBudget>("Max unavailable", ({ spec }) => spec?.maxUnavailable ?? "N/A", "Pods that may go."),
    column<PodDisruptionBudget>(
      "Allowed disruptions",
      ({ status }) => status?.disruptionsAllowed ?? 0,
      "Pods that may be evicted now.",
      { type: "integer" },
    ),
  ],
  protobuf: { message: "k8s.io.api.policy.v1.PodDisruptionBudget", of: "object" },
});
