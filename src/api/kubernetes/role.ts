import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt } from "../schema/build.ts";
import { type PolicyRule, policyRule } from "./policy-rule.ts";
import { rbacNameFault } from "./rbac-name.ts";

/** Permissions in one namespace. */
export interface Role extends Resource {
  readonly rules?: readonly PolicyRule[] | undefined;
}

export const roleKind = defineKind<Role>({
  group: "rbac.authorization.k8s.io",
  kind: "Role",
  versions: [{ name: "v1" }],
  doc: "Permissions in one namespace, given to users by RoleBindings.",
  schema: obj({ rules: opt(2, list(policyRule), "What the role allows; rules only add up.") }),
  statusSubresource: false,
  generation: false,
  nameFault: rbacNameFault,
  validate: checkNoUrls,
  protobuf: { message: "k8s.io.api.rbac.v1.Role", of: "object" },
});

function checkNoUrls({ rules = [] }: Role, report: Report): void {
  rules.forEach((rule, i) => {
    if (!rule.nonResourceURLs?.length) return;
    report("FW0665", "must not be set in a Role: paths have no namespace", "rules", i, "nonResourceURLs");
  });
}
