import { exactlyOne } from "../checks/across.ts";
import { isDnsLabel, isDnsSubdomain } from "../checks/names.ts";
import { isLabelKey, isLabelValue, labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { choice, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

interface TolerationFields {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
  readonly tolerationSeconds?: number | undefined;
}

function checkToleration(toleration: TolerationFields, report: Report): void {
  const { key, operator = "Equal", value, effect, tolerationSeconds } = toleration;
  if (!key && operator !== "Exists") report("FW0112", "must be 'Exists' when `key` is empty", "operator");
  if (value && operator === "Exists") report("FW0111", "must be empty with the operator 'Exists'", "value");
  if (tolerationSeconds !== undefined && effect !== "NoExecute") {
    report("FW0112", "must be 'NoExecute' when `tolerationSeconds` is set", "effect");
  }
}

/** A taint of nodes that the pod can live with. */
export const toleration = obj(
  {
    key: opt(1, str({ emptyIsAbsent: true, checks: [isLabelKey] }), "Key of the taint; any with 'Exists' and no key."),
    operator: opt(
      2,
      choice(["Exists", "Equal", "Lt", "Gt"], { emptyIsAbsent: true }),
      "How the value is compared: 'Equal' (the default), 'Exists', 'Lt' or 'Gt'.",
    ),
    value: opt(3, str({ checks: [isLabelValue] }), "Value of the taint; empty with 'Exists'."),
    effect: opt(
      4,
      choice(["NoSchedule", "PreferNoSchedule", "NoExecute"], { emptyIsAbsent: true }),
      "Effect of the taint: 'NoSchedule', 'PreferNoSchedule' or 'NoExecute'; any if absent.",
    ),
    tolerationSeconds: ptr(5, int64(), "Seconds the pod stays after a 'NoExecute' taint comes; forever if absent."),
  },
  { checks: [checkToleration] },
);

interface Spread {
  readonly whenUnsatisfiable: string;
  readonly minDomains?: number | undefined;
}

function domainsFitAction({ whenUnsatisfiable, minDomains }: Spread, report: Report): void {
  if (minDomains !== undefined && whenUnsatisfiable !== "DoNotSchedule") {
    report("FW0111", "must not be set unless `whenUnsatisfiable` is 'DoNotSchedule'", "minDomains");
  }
}

const inclusion = choice(["Honor", "Ignore"]);

/** How evenly matching pods are spread over the values of a node label. */
export const topologySpreadConstraint = obj(
  {
    maxSkew: req(1, int32({ min: 1 }), "By how many pods two places may differ."),
    topologyKey: req(2, str({ checks: [isLabelKey] }), "Node label whose values are the places."),
    whenUnsatisfiable: req(
      3,
      choice(["DoNotSchedule", "ScheduleAnyway"]),
      "What happens when it cannot be kept: 'DoNotSchedule' or 'ScheduleAnyway'.",
    ),
    labelSelector: ptr(4, labelSelector, "Which pods are counted."),
    minDomains: ptr(5, int32({ min: 1 }), "Number of places below which each missing one counts as empty; default 1."),
    nodeAffinityPolicy: ptr(6, inclusion, "Whether nodes the pod cannot run on are left out: 'Honor' (the default)."),
    nodeTaintsPolicy: ptr(7, inclusion, "Whether nodes with untolerated taints are left out; default 'Ignore'."),
    matchLabelKeys: opt(8, list(str()), "Label keys whose value must be the same as the incoming pod's."),
  },
  { checks: [domainsFitAction] },
);

/** A reason not to schedule the pod yet. */
export const podSchedulingGate = obj({
  name: req(1, str({ checks: [isLabelKey] }), "Name of the gate."),
});

/** A claim of devices that the pod's containers can use. */
export const podResourceClaim = obj(
  {
    name: req(1, str({ checks: [isDnsLabel] }), "Name by which containers refer to the claim."),
    resourceClaimName: ptr(3, str({ checks: [isDnsSubdomain] }), "Name of a ResourceClaim in the pod's namespace."),
    resourceClaimTemplateName: ptr(
      4,
      str({ checks: [isDnsSubdomain] }),
      "Name of a ResourceClaimTemplate from which the pod gets a claim of its own.",
    ),
  },
  { checks: [exactlyOne("resourceClaimName", "resourceClaimTemplateName")] },
);

/** The group with which the pod is scheduled. */
export const podSchedulingGroup = obj({
  podGroupName: ptr(1, str({ checks: [isDnsSubdomain] }), "Name of the PodGroup in the pod's namespace."),
});

export interface Toleration extends Infer<typeof toleration> {}
