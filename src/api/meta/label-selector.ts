import { areLabels, validLabelValue, validQualifiedName } from "../checks/names.ts";
import type { Report } from "../problem.ts";
import { choice, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

/** A label key: an optional DNS prefix and a slash, then a name. */
export const isLabelKey: Check<string> = (text, report) => {
  if (!validQualifiedName(text))
    report("FW0213", `must be a label key (optional DNS prefix, then a name), not '${text}'`);
};

/** A label value: empty, or up to 63 characters. */
export const isLabelValue: Check<string> = (text, report) => {
  if (!validLabelValue(text)) report("FW0213", `must be up to 63 of [A-Za-z0-9_.-], not '${text}'`);
};

const valuesFitOperator = (
  requirement: { readonly operator: string; readonly values?: readonly string[] | undefined },
  report: Report,
): void => {
  const count = requirement.values?.length ?? 0;
  const wantsValues = requirement.operator === "In" || requirement.operator === "NotIn";
  if (wantsValues && count === 0)
    report("FW0112", `must not be empty with the operator '${requirement.operator}'`, "values");
  if (!wantsValues && count > 0)
    report("FW0111", `must not be set with the operator '${requirement.operator}'`, "values");
};

/** One condition on a label. */
const labelSelectorRequirement = obj(
  {
    key: req(1, str({ checks: [isLabelKey] }), "Key of the label."),
    operator: req(
      2,
      choice(["In", "NotIn", "Exists", "DoesNotExist"]),
      "How the label is compared: 'In', 'NotIn', 'Exists' or 'DoesNotExist'.",
    ),
    values: opt(
      3,
      list(str({ checks: [isLabelValue] })),
      "Values for 'In' and 'NotIn'; none with the other operators.",
    ),
  },
  { checks: [valuesFitOperator] },
);

/** Picks objects by their labels: all of the conditions must hold; an empty selector picks every object. */
export const labelSelector = obj(
  {
    matchLabels: opt(1, map(str(), { checks: [areLabels] }), "Labels that must be there with exactly these values."),
    matchExpressions: opt(2, list(labelSelectorRequirement), "Further conditions, all of which must hold."),
  },
  { atomic: true },
);

export interface LabelSelectorRequirement extends Infer<typeof labelSelectorRequirement> {}
export interface LabelSelector extends Infer<typeof labelSelector> {}
