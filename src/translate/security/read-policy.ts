import type { AuthorizationPolicy } from "../../api/index.ts";
import type { Policy } from "../../mesh/index.ts";
import { type ReadRule, readRule, unreadableRule } from "./authorization-rule.ts";

const known = new WeakMap<Policy<AuthorizationPolicy>, Map<string, readonly ReadRule[]>>();

/**
 * The rules of a policy, read once for all proxies. A rule of the wrong form must not vanish: it is read as one of which
 * nothing can be told.
 */
export function readPolicy(policy: Policy<AuthorizationPolicy>, trustDomains: readonly string[]): readonly ReadRule[] {
  const made = known.get(policy) ?? new Map<string, readonly ReadRule[]>();
  known.set(policy, made);
  const text = trustDomains.join(" ");
  const rules = made.get(text) ?? readRules(policy, trustDomains);
  made.set(text, rules);
  return rules;
}

function readRules({ resource, namespace }: Policy<AuthorizationPolicy>, trustDomains: readonly string[]) {
  const rules = resource.spec?.rules ?? [];
  if (!Array.isArray(rules)) return [unreadableRule];
  return rules.map((rule) => {
    try {
      return readRule(rule, { namespace, trustDomains });
    } catch {
      return unreadableRule;
    }
  });
}
