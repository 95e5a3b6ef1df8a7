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

/** Gives a role's permissions in one namespace to users. */
export interface RoleBinding extends Binding {}

export const roleBindingKind = defineKind<RoleBinding>({
  group: "rbac.authorization.k8s.io",
  kind: "RoleBinding",
  versions: [{ name: "v1" }],
  doc: "Gives the permissions of a Role or ClusterRole in one namespace to users, groups and ServiceAccounts.",
  schema: bindingSchema,
  statusSubresource: false,
  generation: false,
  columns: bindingColumns,
  nameFault: rbacNameFault,
  normalize: completeSubjects,
  validate: (binding, report) => checkBinding(binding, ["Role", "ClusterRole"], report),
  validateUpdate: checkRoleStays,
  protobuf: { message: "k8s.io.api.rbac.v1.RoleBinding", of: "object" },
});
