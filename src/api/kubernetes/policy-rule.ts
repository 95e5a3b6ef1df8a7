import type { Report } from "../problem.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer, InferFields } from "../schema/schema.ts";

const policyRuleFields = {
  verbs: req(1, list(str()), "What may be done, such as 'get' or 'create'; '*' for all."),
  apiGroups: opt(2, list(str()), "API groups of the resources; '' is the core group, '*' all."),
  resources: opt(3, list(str()), "Resources, such as 'pods' or 'pods/log'; '*' for all."),
  resourceNames: opt(4, list(str()), "Names of single objects; all if absent."),
  nonResourceURLs: opt(
    5,
    list(str()),
    "Paths of the API server that are no resources, such as '/healthz' or '/metrics/*'.",
  ),
};

type PolicyRuleFields = InferFields<typeof policyRuleFields>;

function checkRule(rule: PolicyRuleFields, report: Report): void {
  if (rule.verbs.length === 0) report("FW0665", "must have at least one verb", "verbs");
  if (rule.nonResourceURLs?.length) {
    if (rule.apiGroups?.length || rule.resources?.length || rule.resourceNames?.length) {
      report("FW0665", "must not be in one rule with resources", "nonResourceURLs");
    }
    return;
  }
  if (!rule.apiGroups?.length)
    report("FW0665", "must have at least one API group ('' for the core group)", "apiGroups");
  if (!rule.resources?.length) report("FW0665", "must have at least one resource", "resources");
}

/** What may be done to which resources or paths. */
export const policyRule = obj(policyRuleFields, { checks: [checkRule] });

export interface PolicyRule extends Infer<typeof policyRule> {}
