import { isLabelKey, labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { choice, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

interface Requirement {
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}

function valuesFitOperator({ operator, values = [] }: Requirement, report: Report): void {
  const at = "values";
  if (operator === "In" || operator === "NotIn") {
    if (values.length === 0) report("FW0112", `must not be empty with the operator '${operator}'`, at);
  } else if (operator === "Gt" || operator === "Lt") {
    if (values.length !== 1) report("FW0112", `must have one item with the operator '${operator}'`, at);
  } else if (values.length > 0) report("FW0111", `must not be set with the operator '${operator}'`, at);
}

const operator = choice(["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]);
const operatorDoc = "How it is compared: 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt' or 'Lt'.";
const valuesDoc = "Values: any number for 'In' and 'NotIn', one whole number for 'Gt' and 'Lt', else none.";

const labelRequirement = obj(
  {
    key: req(1, str({ checks: [isLabelKey] }), "Key of the node's label."),
    operator: req(2, operator, operatorDoc),
    values: opt(3, list(str()), valuesDoc),
  },
  { checks: [valuesFitOperator] },
);

const fieldRequirement = obj({
  key: req(1, choice(["metadata.name"]), "The node's field; only `metadata.name`."),
  operator: req(2, operator, "How it is compared: 'In' or 'NotIn'."),
  values: opt(3, list(str()), "The one value to compare with."),
});

/** Conditions on a node, all of which must hold; without conditions it matches no node. */
const nodeSelectorTerm = obj(
  {
    matchExpressions: opt(1, list(labelRequirement), "Conditions on the node's labels."),
    matchFields: opt(2, list(fieldRequirement), "Conditions on the node's fields."),
  },
  { atomic: true },
);

/** Nodes that match at least one of the terms. */
const nodeSelector = obj(
  {
    nodeSelectorTerms: req(1, list(nodeSelectorTerm, { minItems: 1 }), "Terms, one of which must match."),
  },
  { atomic: true },
);

const weight = int32({ min: 1, max: 100 });
const weightDoc = "How much the preference counts, 1 to 100.";
const requiredName = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredName = "preferredDuringSchedulingIgnoredDuringExecution";

const nodeAffinity = obj({
  [requiredName]: ptr(1, nodeSelector, "Nodes on which the pod may run; later changes of labels do not move it."),
  [preferredName]: opt(
    2,
    list(
      obj({
        weight: req(1, weight, weightDoc),
        preference: req(2, nodeSelectorTerm, "Nodes that are preferred."),
      }),
    ),
    "Nodes on which the pod rather runs; the greatest sum of weights wins.",
  ),
});

const podAffinityTerm = obj({
  labelSelector: ptr(1, labelSelector, "Which pods; none if absent."),
  namespaces: opt(2, list(str()), "Namespaces of those pods; by default the pod's own."),
  topologyKey: req(
    3,
    str({ checks: [isLabelKey] }),
    "Node label whose equal value means 'the same place', such as `kubernetes.io/hostname`.",
  ),
  namespaceSelector: ptr(4, labelSelector, "Namespaces of those pods by their labels; an empty selector means all."),
  matchLabelKeys: opt(5, list(str()), "Label keys whose value must be the same as the incoming pod's."),
  mismatchLabelKeys: opt(6, list(str()), "Label keys whose value must differ from the incoming pod's."),
});

const weightedPodAffinityTerm = obj({
  weight: req(1, weight, weightDoc),
  podAffinityTerm: req(2, podAffinityTerm, "Which pods, and what 'the same place' is."),
});

const podAffinity = obj({
  [requiredName]: opt(1, list(podAffinityTerm), "Pods in whose place the pod must run; all terms must hold."),
  [preferredName]: opt(2, list(weightedPodAffinityTerm), "Pods in whose place the pod rather runs."),
});

const podAntiAffinity = obj({
  [requiredName]: opt(1, list(podAffinityTerm), "Pods in whose place the pod must not run."),
  [preferredName]: opt(2, list(weightedPodAffinityTerm), "Pods in whose place the pod rather does not run."),
});

/** Where a pod may and would rather run. */
export const affinity = obj({
  nodeAffinity: ptr(1, nodeAffinity, "Choice by the nodes' labels."),
  podAffinity: ptr(2, podAffinity, "Choice of places where certain other pods run."),
  podAntiAffinity: ptr(3, podAntiAffinity, "Choice of places where certain other pods do not run."),
});

export interface NodeSelector extends Infer<typeof nodeSelector> {}
export interface Affinity extends Infer<typeof affinity> {}
