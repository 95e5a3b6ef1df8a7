import type { ClusterRole, PolicyRule, Resource, RoleBinding } from "../../../api/index.ts";
import { FairwayError } from "../../../base/fault.ts";
import { jsonEqual } from "../../../base/json.ts";
import { mastersGroup, type User } from "../../access.ts";
import { missingRules } from "./covers-rules.ts";
import type { Rbac } from "./rbac.ts";

const group = "rbac.authorization.k8s.io";

/** How many of the missing rules a message names. */
const named = 5;

/**
 * Refuses a role or binding by which somebody would give permissions that they do not have themselves: for roles the verb
 * `escalate` lifts that, for bindings the verb `bind` on the role. `old` is what the object is to replace.
 */
export async function checkEscalation(rbac: Rbac, user: User, object: Resource, old?: Resource): Promise<void> {
  if (!object.apiVersion.startsWith(`${group}/`) || user.groups.includes(mastersGroup)) return;
  if (object.kind === "Role" || object.kind === "ClusterRole") await checkRole(rbac, user, object, old);
  else await checkBinding(rbac, user, object as RoleBinding, old as RoleBinding | undefined);
}

async function checkRole(rbac: Rbac, user: User, role: ClusterRole, old: ClusterRole | undefined): Promise<void> {
  const { namespace = "", name = "" } = role.metadata;
  if (old && jsonEqual(old.rules, role.rules) && jsonEqual(old.aggregationRule, role.aggregationRule)) return;
  const resource = role.kind === "Role" ? "roles" : "clusterroles";
  if (await may(rbac, user, "escalate", resource, namespace, name)) return;
  // Which roles will be gathered nobody can know now.
  const wanted = role.aggregationRule ? [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }] : (role.rules ?? []);
  await demandRules(rbac, user, namespace, wanted, `${resource}.${group} "${name}"`);
}

async function checkBinding(rbac: Rbac, user: User, binding: RoleBinding, old: RoleBinding | undefined): Promise<void> {
  const { namespace = "", name = "" } = binding.metadata;
  const { roleRef } = binding;
  if (old && jsonEqual(old.subjects, binding.subjects) && jsonEqual(old.roleRef, roleRef)) return;
  const isRole = roleRef.kind === "Role";
  if (await may(rbac, user, "bind", isRole ? "roles" : "clusterroles", namespace, roleRef.name)) return;
  const rules = (await rbac.index()).rulesBehind(roleRef, namespace);
  const whole = `${binding.kind.toLowerCase()}s.${group} "${name}"`;
  if (!rules)
    throw new FairwayError("Forbidden", `${whole} is forbidden: there is no ${roleRef.kind} "${roleRef.name}"`);
  await demandRules(rbac, user, namespace, rules, whole);
}

async function may(rbac: Rbac, user: User, verb: string, resource: string, namespace: string, name: string) {
  const attempt = { verb, group, resource, subresource: "", namespace, name };
  return (await rbac.authorize(user, attempt)).allowed;
}

async function demandRules(
  rbac: Rbac,
  user: User,
  namespace: string,
  wanted: readonly PolicyRule[],
  what: string,
): Promise<void> {
  const missing = missingRules(await rbac.rulesFor(user, namespace), wanted);
  if (missing.length === 0) return;
  const list = missing.slice(0, named).map((rule) => JSON.stringify(rule));
  const more = missing.length > named ? ` and ${missing.length - named} more` : "";
  const message = `${what} is forbidden: user "${user.name}" must hold the permissions that it gives, and lacks: ${list.join(", ")}${more}`;
  throw new FairwayError("Forbidden", message);
}
