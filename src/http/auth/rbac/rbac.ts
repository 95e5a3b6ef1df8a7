import type { PolicyRule, Resource } from "../../../api/index.ts";
import type { ResourceStore } from "../../../core/index.ts";
import { type Attempt, type Decision, mastersGroup, type User } from "../../access.ts";
import { type Grant, type Policies, PolicyIndex } from "./policy-index.ts";
import { ruleAllows } from "./rule-allows.ts";

const group = "rbac.authorization.k8s.io";

const everything: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

const asMaster: Decision = { allowed: true, reason: `the user is in the group ${mastersGroup}` };

/** Kubernetes' role-based access control on the roles and bindings of a store: a change holds for the next request. */
export class Rbac {
  readonly #store: ResourceStore;
  #policies: Policies | undefined;
  #index: PolicyIndex | undefined;

  constructor(store: ResourceStore) {
    this.#store = store;
  }

  /** Whether a user may do something, and which binding lets them. */
  authorize(user: User, attempt: Attempt): Decision | Promise<Decision> {
    return user.groups.includes(mastersGroup) ? asMaster : this.#judge(user, attempt);
  }

  /** All rules that hold for a user in a namespace. */
  async rulesFor(user: User, namespace: string): Promise<readonly PolicyRule[]> {
    if (user.groups.includes(mastersGroup)) return everything;
    const index = await this.index();
    return [...index.grantsOf(user, namespace)].flatMap(({ rules }) => rules);
  }

  /** The index of what the store holds now. */
  async index(): Promise<PolicyIndex> {
    const [roles, clusterRoles, roleBindings, clusterRoleBindings] = await Promise.all([
      this.#list("Role"),
      this.#list("ClusterRole"),
      this.#list("RoleBinding"),
      this.#list("ClusterRoleBinding"),
    ]);
    const known = this.#policies;
    // A store hands out the same list while nothing in it changes.
    const same =
      known?.roles === roles &&
      known.clusterRoles === clusterRoles &&
      known.roleBindings === roleBindings &&
      known.clusterRoleBindings === clusterRoleBindings;
    if (same && this.#index) return this.#index;
    this.#policies = { roles, clusterRoles, roleBindings, clusterRoleBindings };
    this.#index = new PolicyIndex(this.#policies);
    return this.#index;
  }

  async #judge(user: User, attempt: Attempt): Promise<Decision> {
    const index = await this.index();
    for (const grant of index.grantsOf(user, "path" in attempt ? "" : attempt.namespace)) {
      if (grant.rules.some((rule) => ruleAllows(rule, attempt))) return { allowed: true, reason: reasonOf(grant) };
    }
    return { allowed: false, reason: "" };
  }

  async #list(kind: string): Promise<readonly Resource[]> {
    return (await this.#store.list({ group, kind }, "")).items;
  }
}

function reasonOf({ binding }: Grant): string {
  const { kind, metadata, roleRef } = binding;
  const place = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
  return `RBAC: allowed by ${kind} "${place}" of ${roleRef.kind} "${roleRef.name}"`;
}
