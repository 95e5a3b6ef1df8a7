import { defineKind } from "../kind.ts";
import { type LabelSelector, labelSelector } from "../meta/label-selector.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, ptr } from "../schema/build.ts";
import { type PolicyRule, policyRule } from "./policy-rule.ts";
import { rbacNameFault } from "./rbac-name.ts";

/** Permissions in the whole cluster, or in the namespaces where RoleBindings give them. */
export interface ClusterRole extends Resource {
  readonly rules?: readonly PolicyRule[] | undefined;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] | undefined } | undefined;
}

const aggregationRule = obj({
  clusterRoleSelectors: opt(
    1,
    list(labelSelector, { minItems: 1 }),
    "ClusterRoles whose rules this one takes over: those that any of the selectors picks.",
  ),
});

export const clusterRoleKind = defineKind<ClusterRole>({
  group: "rbac.authorization.k8s.io",
  kind: "ClusterRole",
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "Permissions in the whole cluster, or in the namespaces where RoleBindings give them.",
  schema: obj({
    rules: opt(2, list(policyRule), "What the role allows; rules only add up."),
    aggregationRule: ptr(3, aggregationRule, "Fills `rules` from other ClusterRoles."),
  }),
  statusSubresource: false,
  generation: false,
  nameFault: rbacNameFault,
  protobuf: { message: "k8s.io.api.rbac.v1.ClusterRole", of: "object" },
});
