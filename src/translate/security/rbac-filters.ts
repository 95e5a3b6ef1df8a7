import type { AuthorizationPolicy } from "../../api/index.ts";
import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { RBAC, Policy as RbacPolicy } from "../../gen/envoy/config/rbac/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { Policy } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { buildRule, neverMatching } from "./authorization-rule.ts";
import type { RuleContext } from "./condition-attribute.ts";
import type { RuleUse } from "./rbac-condition.ts";
import { readPolicy } from "./read-policy.ts";

export const httpRbacFilter = "envoy.filters.http.rbac";
export const networkRbacFilter = "envoy.filters.network.rbac";

/** Stat prefix of the filters on connections. */
export const networkStatPrefix = "tcp.";

/** The actions that proxies decide on their own, in the order in which they are asked. */
const actions = [
  { name: "AUDIT", action: "LOG" },
  { name: "DENY", action: "DENY" },
  { name: "ALLOW", action: undefined },
] as const;

/** The policies of a workload by their action. */
export type PoliciesByAction = {
  readonly [A in "ALLOW" | "DENY" | "AUDIT" | "CUSTOM"]: readonly Policy<AuthorizationPolicy>[];
};

/** What policies are translated with, besides themselves. */
export type AuthorizationContext = Pick<RuleContext, "trustDomains">;

/** Rules of a filter: those that count and those that are only tried. */
export interface RbacRules {
  readonly rules?: RBAC;
  readonly shadowRules?: RBAC;
  readonly shadowRulesStatPrefix?: string;
}

/** The rules of each action that has policies. */
export function rbacRules(
  policies: PoliciesByAction,
  context: AuthorizationContext,
  tcp: boolean,
): readonly RbacRules[] {
  return actions.flatMap(({ name, action }) => {
    const all = policies[name];
    if (all.length === 0) return [];
    const tried = all.filter(({ resource }) => isDryRun(resource));
    const enforced = all.filter(({ resource }) => !isDryRun(resource));
    const use = { tcp, allows: name === "ALLOW" };
    const rulesOf = (some: typeof all) => rbac(action, policyRules(some, context, use));
    return [
      {
        ...(enforced.length > 0 && { rules: rulesOf(enforced) }),
        ...(tried.length > 0 && { shadowRules: rulesOf(tried) }),
        shadowRulesStatPrefix: tried.length > 0 && name === "DENY" ? "istio_dry_run_deny_" : "istio_dry_run_allow_",
      },
    ];
  });
}

/** Rules by the names that logs and metrics show: `ns[app]-policy[web]-rule[0]`. */
export function policyRules(
  policies: readonly Policy<AuthorizationPolicy>[],
  context: AuthorizationContext,
  use: RuleUse,
  name: (rule: string) => string = (rule) => rule,
): { readonly [name: string]: RbacPolicy } {
  const made: { [name: string]: RbacPolicy } = {};
  for (const policy of policies) {
    const rules = readPolicy(policy, context.trustDomains);
    const nameOf = (i: number) => name(`ns[${policy.namespace}]-policy[${policy.name}]-rule[${i}]`);
    if (rules.length === 0) made[nameOf(0)] = neverMatching;
    rules.forEach((rule, i) => {
      const built = buildRule(rule, use);
      if (built) made[nameOf(i)] = built;
    });
  }
  return made;
}

/** The message of rules; ALLOW is what an absent action means. */
export function rbac(action: RBAC["action"], policies: { readonly [name: string]: RbacPolicy }): RBAC {
  return { ...(action && { action }), ...(Object.keys(policies).length > 0 && { policies }) };
}

/** The filter for requests. */
export function httpRbac(rules: RbacRules): HttpFilter {
  return { name: httpRbacFilter, typedConfig: any("envoy.extensions.filters.http.rbac.v3.RBAC", rules) };
}

/** The filter for connections. */
export function networkRbac(rules: RbacRules): Filter {
  const config = { ...rules, statPrefix: networkStatPrefix };
  return { name: networkRbacFilter, typedConfig: any("envoy.extensions.filters.network.rbac.v3.RBAC", config) };
}

/** Go's words for true, as the annotation's readers take them. */
const truths: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);

function isDryRun({ metadata }: AuthorizationPolicy): boolean {
  return truths.has(metadata.annotations?.["istio.io/dry-run"] ?? "");
}
