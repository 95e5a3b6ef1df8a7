import type { PolicyRule } from "../../../api/index.ts";
import type { Attempt } from "../../access.ts";

const none: readonly string[] = [];
const has = (list: readonly string[] | undefined, item: string) => {
  const all = list ?? none;
  return all.includes("*") || all.includes(item);
};

/** Whether a rule of a role allows an action. */
export function ruleAllows(rule: PolicyRule, attempt: Attempt): boolean {
  if (!has(rule.verbs, attempt.verb)) return false;
  if ("path" in attempt) return (rule.nonResourceURLs ?? none).some((url) => urlCovers(url, attempt.path));
  const { group, resource, subresource, name } = attempt;
  if (!has(rule.apiGroups, group)) return false;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  if (!(rule.resources ?? none).some((allowed) => resourceCovers(allowed, whole))) return false;
  return !rule.resourceNames?.length || rule.resourceNames.includes(name);
}

/** `*`, the resource itself, or `*` before its subresource. */
export function resourceCovers(allowed: string, resource: string): boolean {
  if (allowed === "*" || allowed === resource) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && allowed === `*${resource.slice(slash)}`;
}

/** The path itself, or all that begin with what stands before a `*` at the end. */
export function urlCovers(allowed: string, path: string): boolean {
  return allowed === path || (allowed.endsWith("*") && path.startsWith(allowed.slice(0, -1)));
}
