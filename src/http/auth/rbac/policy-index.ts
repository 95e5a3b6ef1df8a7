import {
  type ClusterRole,
  matchesSelector,
  type PolicyRule,
  type Resource,
  type Role,
  type RoleBinding,
} from "../../../api/index.ts";
import type { User } from "../../access.ts";

/** All roles and bindings at one moment. */
export interface Policies {
  readonly roles: readonly Resource[];
  readonly clusterRoles: readonly Resource[];
  readonly roleBindings: readonly Resource[];
  readonly clusterRoleBindings: readonly Resource[];
}

/** Rules that a binding gives, and how to name it. */
export interface Grant {
  readonly binding: RoleBinding;
  readonly rules: readonly PolicyRule[];
}

type Grants = Map<string, Grant[]>;

const none: readonly Grant[] = [];

/** Which rules hold for whom. Made anew whenever a role or binding changes, so that asking costs a few lookups. */
export class PolicyIndex {
  readonly #clusterRoles: ReadonlyMap<string, readonly PolicyRule[]>;
  readonly #roles: ReadonlyMap<string, readonly PolicyRule[]>;
  readonly #everywhere: Grants;
  readonly #byNamespace = new Map<string, Grants>();

  constructor(policies: Policies) {
    const clusterRoles = policies.clusterRoles as readonly ClusterRole[];
    this.#clusterRoles = new Map(clusterRoles.map((role) => [nameOf(role), rulesOf(role, clusterRoles)]));
    this.#roles = new Map((policies.roles as readonly Role[]).map((role) => [placeOf(role), role.rules ?? []]));
    this.#everywhere = new Map();
    for (const binding of policies.clusterRoleBindings as readonly RoleBinding[]) {
      this.#grant(this.#everywhere, binding, "");
    }
    for (const binding of policies.roleBindings as readonly RoleBinding[]) {
      const { namespace = "" } = binding.metadata;
      const grants = this.#byNamespace.get(namespace) ?? new Map<string, Grant[]>();
      this.#byNamespace.set(namespace, grants);
      this.#grant(grants, binding, namespace);
    }
  }

  /** What holds for a user: everywhere, and in a namespace if one is given. */
  *grantsOf(user: User, namespace: string): Generator<Grant> {
    const within = namespace === "" ? undefined : this.#byNamespace.get(namespace);
    for (const subject of [userSubject(user.name), ...user.groups.map(groupSubject)]) {
      yield* this.#everywhere.get(subject) ?? none;
      yield* within?.get(subject) ?? none;
    }
  }

  /** The rules of the role that a binding in a namespace refers to; undefined if there is no such role. */
  rulesBehind({ kind, name }: RoleBinding["roleRef"], namespace: string): readonly PolicyRule[] | undefined {
    return kind === "ClusterRole" ? this.#clusterRoles.get(name) : this.#roles.get(`${namespace}/${name}`);
  }

  #grant(grants: Grants, binding: RoleBinding, namespace: string): void {
    const rules = this.rulesBehind(binding.roleRef, namespace);
    if (!rules) return;
    for (const subject of binding.subjects ?? []) {
      const key = subjectKey(subject, namespace);
      const list = grants.get(key);
      if (list) list.push({ binding, rules });
      else grants.set(key, [{ binding, rules }]);
    }
  }
}

const nameOf = ({ metadata }: Resource) => metadata.name ?? "";
const placeOf = ({ metadata }: Resource) => `${metadata.namespace}/${metadata.name}`;
const userSubject = (name: string) => `user ${name}`;
const groupSubject = (name: string) => `group ${name}`;

function subjectKey(subject: NonNullable<RoleBinding["subjects"]>[number], namespace: string): string {
  if (subject.kind === "Group") return groupSubject(subject.name);
  if (subject.kind === "User") return userSubject(subject.name);
  return userSubject(`system:serviceaccount:${subject.namespace ?? namespace}:${subject.name}`);
}

/** A role's own rules; of one that gathers others, those of all that its selectors pick, which may gather again. */
function rulesOf(role: ClusterRole, all: readonly ClusterRole[], seen = new Set([role])): readonly PolicyRule[] {
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (!selectors?.length) return role.rules ?? [];
  const picked = all.filter(
    (other) => !seen.has(other) && selectors.some((selector) => matchesSelector(selector, other.metadata.labels ?? {})),
  );
  for (const other of picked) seen.add(other);
  return picked.flatMap((other) => rulesOf(other, all, seen));
}
