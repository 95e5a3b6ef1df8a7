import type { Report } from "../problem.ts";
import { choice, inline, list, obj, ptr, req, str } from "../schema/build.ts";
import type { InferFields } from "../schema/schema.ts";
import { filledText } from "./filled-text.ts";

const ruleFields = {
  operations: req(
    1,
    list(choice(["*", "CREATE", "UPDATE", "DELETE", "CONNECT"]), { minItems: 1 }),
    "Operations to be told of: 'CREATE', 'UPDATE', 'DELETE', 'CONNECT', or '*' for all.",
  ),
  ...inline(2, {
    apiGroups: req(1, list(str(), { minItems: 1 }), "API groups of the resources; '' is the core group, '*' all."),
    apiVersions: req(2, list(filledText, { minItems: 1 }), "API versions of the resources; '*' for all."),
    resources: req(
      3,
      list(filledText, { minItems: 1 }),
      "Resources, such as 'pods' or 'pods/log'; '*' for all, '*/*' for all with their subresources.",
    ),
    scope: ptr(
      4,
      choice(["Cluster", "Namespaced", "*"]),
      "Only cluster-wide resources ('Cluster'), only those in namespaces ('Namespaced'), or both ('*', the default).",
      { default: "*" },
    ),
  }),
};

function starsStandAlone(rule: InferFields<typeof ruleFields>, report: Report): void {
  for (const field of ["operations", "apiGroups", "apiVersions"] as const) {
    const items: readonly string[] = rule[field];
    if (items.length > 1 && items.includes("*")) report("FW0670", "must have '*' alone", field);
  }
  checkResources(rule.resources, report);
}

/** A wildcard makes single resources of its reach superfluous, which is more likely a slip than meant. */
function checkResources(resources: readonly string[], report: Report): void {
  if (resources.length > 1 && resources.includes("*/*")) return report("FW0670", "must have '*/*' alone", "resources");
  const all = resources.includes("*");
  resources.forEach((resource, i) => {
    if (all && resource !== "*" && !resource.includes("/")) {
      report("FW0670", `must not stand beside '*', which covers '${resource}'`, "resources", i);
    }
    if (resource.endsWith("/") || resource.startsWith("/")) {
      report("FW0670", `must be a resource, or a resource and a subresource, not '${resource}'`, "resources", i);
    }
  });
}

/** Which requests a webhook is told of. */
export const admissionRule = obj(ruleFields, { checks: [starsStandAlone] });
