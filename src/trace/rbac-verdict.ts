import type { Policy, RBAC } from "../gen/envoy/config/rbac/v3.ts";
import type { RbacInput } from "./rbac-input.ts";
import { matchesPermission } from "./rbac-permission.ts";
import { matchesPrincipal } from "./rbac-principal.ts";
import { every, some, type Truth } from "./truth.ts";

/** What a set of rules says of a call. */
export interface RbacVerdict {
  /** Undefined: only the proxy at work can tell. */
  readonly allowed: Truth;
  /** The policy that decided; absent if it was that none matches. */
  readonly policy?: string;
}

/** ALLOW lets through what a policy matches, DENY the rest; LOG lets everything through. */
export function rbacVerdict(rules: RBAC, input: RbacInput): RbacVerdict {
  const verdicts = Object.entries(rules.policies ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([policy, each]) => ({ policy, matches: matchesPolicy(each, input) }));
  const matched = verdicts.find(({ matches }) => matches === true);
  if (matched) return { allowed: rules.action !== "DENY", policy: matched.policy };
  if (rules.action === "LOG") return { allowed: true };
  const unknown = verdicts.find(({ matches }) => matches === undefined);
  if (unknown) return { allowed: undefined, policy: unknown.policy };
  return { allowed: rules.action === "DENY" };
}

function matchesPolicy(policy: Policy, input: RbacInput): Truth {
  const { permissions = [], principals = [], condition, checkedCondition } = policy;
  return every(
    [
      () => some(permissions, (permission) => matchesPermission(permission, input)),
      () => some(principals, (principal) => matchesPrincipal(principal, input)),
      () => ((condition ?? checkedCondition) ? undefined : true),
    ],
    (test) => test(),
  );
}

/** The object behind a policy of Istio's naming (`ns[app]-policy[allow]-rule[0]`), as a path; undefined for other names. */
export function policyConfig(name: string): string | undefined {
  const [, namespace, policy] = /^(?:istio-ext-authz-)?ns\[([^\]]*)\]-policy\[([^\]]*)\]-rule\[/.exec(name) ?? [];
  if (namespace === undefined) return undefined;
  return `/apis/security.istio.io/v1/namespaces/${namespace}/authorization-policy/${policy}`;
}
