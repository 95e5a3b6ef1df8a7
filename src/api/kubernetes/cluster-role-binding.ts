import { defineKind } from "../kind.ts";
import {
  type Binding,
  bindingColumns,
  bindingSchema,
  checkBinding,
  checkRoleStays,
  completeSubjects,
} from "./binding.ts";
import { rbacNameFault } from "./rbac-name.ts";

/** Gives a role's permissions in the whole cluster to users. */
export interface ClusterRoleBinding extends Binding {}

export const clusterRoleBindingKind = defineKind<ClusterRoleBinding>({
  group: "rbac.authorization.k8s.io",
  kind: "ClusterRoleBinding",
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "Gives the permissions of a ClusterRole in the whole cluster to users, groups and ServiceAccounts.",
  schema: bindingSchema,
  statusSubresource: false,
  generation: false,
  columns: bindingColumns,
  nameFault: rbacNameFault,
  normalize: completeSubjects,
  validate: (binding, report) => checkBinding(binding, ["ClusterRole"], report),
  validateUpdate: checkRoleStays,
  protobuf: { message: "k8s.io.api.rbac.v1.ClusterRoleBinding", of: "object" },
});
