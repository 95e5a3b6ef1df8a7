import { isObject, jsonEqual } from "../../base/json.ts";
import { validDnsSubdomain } from "../checks/names.ts";
import { column } from "../columns.ts";
import type { PrinterColumn } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { joinOr } from "./cells.ts";
import { filledText } from "./filled-text.ts";

const rbacGroup = "rbac.authorization.k8s.io";

const subject = obj(
  {
    kind: req(1, str(), "What the subject is: 'User', 'Group' or 'ServiceAccount'."),
    apiGroup: opt(2, str(), "API group of the subject's kind; follows from `kind`."),
    name: req(3, filledText, "Name of the subject."),
    namespace: opt(4, str(), "Namespace of a ServiceAccount; users and groups have none."),
  },
  { atomic: true },
);

const roleRef = obj(
  {
    apiGroup: opt(1, str({ emptyIsAbsent: true }), "API group of the role.", { default: rbacGroup }),
    kind: req(2, str(), "'Role' or 'ClusterRole'."),
    name: req(3, filledText, "Name of the role."),
  },
  { atomic: true },
);

export interface Subject extends Infer<typeof subject> {}
export interface RoleRef extends Infer<typeof roleRef> {}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding extends Resource {
  readonly subjects?: readonly Subject[] | undefined;
  readonly roleRef: RoleRef;
}

/** The fields of both kinds of binding. */
export const bindingSchema = obj({
  subjects: opt(2, list(subject), "Who gets the permissions."),
  roleRef: req(3, roleRef, "The role that has the permissions; cannot change."),
});

/** Fills in the API group of subjects: users and groups belong to RBAC's, accounts to the core group. */
export function completeSubjects(resource: Resource): Resource {
  const { subjects } = resource;
  if (!Array.isArray(subjects)) return resource;
  return { ...resource, subjects: subjects.map(completeSubject) };
}

function completeSubject(value: unknown): unknown {
  if (!isObject(value) || value.apiGroup || (value.kind !== "User" && value.kind !== "Group")) return value;
  return { ...value, apiGroup: rbacGroup };
}

/** The rules of both kinds; `roles` are the kinds of role that a binding may name. */
export function checkBinding(binding: Binding, roles: readonly string[], report: Report): void {
  const { roleRef: role, subjects = [] } = binding;
  const wanted = roles.map((kind) => `'${kind}'`).join(" or ");
  if (!roles.includes(role.kind)) report("FW0666", `must be ${wanted}, not '${role.kind}'`, "roleRef", "kind");
  if (role.apiGroup !== rbacGroup) {
    report("FW0666", `must be '${rbacGroup}', not '${role.apiGroup}'`, "roleRef", "apiGroup");
  }
  subjects.forEach((s, i) => {
    checkSubject(s, (code, message, ...at) => report(code, message, "subjects", i, ...at));
  });
}

function checkSubject({ kind, apiGroup = "", name, namespace }: Subject, report: Report): void {
  if (kind === "ServiceAccount") {
    if (apiGroup !== "") report("FW0666", `must be empty for a ServiceAccount, not '${apiGroup}'`, "apiGroup");
    if (!namespace) report("FW0666", "must be set for a ServiceAccount", "namespace");
    if (!validDnsSubdomain(name)) report("FW0666", `must be the name of a ServiceAccount, not '${name}'`, "name");
  } else if (kind !== "User" && kind !== "Group") {
    report("FW0666", `must be 'User', 'Group' or 'ServiceAccount', not '${kind}'`, "kind");
  } else if (apiGroup !== rbacGroup) report("FW0666", `must be '${rbacGroup}', not '${apiGroup}'`, "apiGroup");
}

/** A binding stays with its role: what subjects were told would otherwise change under them. */
export function checkRoleStays(binding: Binding, old: Binding, report: Report): void {
  if (!jsonEqual(binding.roleRef, old.roleRef)) report("FW0116", "must not change", "roleRef");
}

/** Columns of both kinds. */
export const bindingColumns: readonly PrinterColumn[] = [
  column<Binding>("Role", ({ roleRef: role }) => `${role.kind}/${role.name}`, "The role."),
  column<Binding>("Users", (binding) => namesOf(binding, "User"), "Users with the role.", { priority: 1 }),
  column<Binding>("Groups", (binding) => namesOf(binding, "Group"), "Groups with the role.", { priority: 1 }),
  column<Binding>("ServiceAccounts", (binding) => namesOf(binding, "ServiceAccount"), "Accounts with the role.", {
    priority: 1,
  }),
];

function namesOf({ subjects = [] }: Binding, kind: string): string {
  const names = subjects.filter((s) => s.kind === kind).map((s) => (s.namespace ? `${s.namespace}/${s.name}` : s.name));
  return joinOr(names, "");
}
