import type { PolicyRule } from "../../../api/index.ts";
import { FairwayError } from "../../../base/fault.ts";
import { resourceCovers, urlCovers } from "./rule-allows.ts";

/** A rule with one verb on one resource or path. */
interface Permission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Undefined: all. */
  readonly name: string | undefined;
  readonly url: string | undefined;
}

/** How many permissions rules may come to when they are taken apart. */
const maxPermissions = 100_000;

/** Those of the wanted rules, taken apart, that the owned ones do not give. */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  if (wanted.reduce((sum, rule) => sum + sizeOf(rule), 0) > maxPermissions) {
    throw new FairwayError("Invalid", `rules must not come to more than ${maxPermissions} single permissions`);
  }
  return wanted
    .flatMap(takeApart)
    .filter((permission) => !owned.some((rule) => gives(rule, permission)))
    .map(({ verb, group, resource, name, url }) =>
      url === undefined
        ? {
            verbs: [verb],
            apiGroups: [group],
            resources: [resource],
            ...(name !== undefined && { resourceNames: [name] }),
          }
        : { verbs: [verb], nonResourceURLs: [url] },
    );
}

function sizeOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): number {
  const onResources = apiGroups.length * resources.length * Math.max(1, resourceNames.length);
  return verbs.length * (onResources + nonResourceURLs.length);
}

function takeApart(rule: PolicyRule): Permission[] {
  const { verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs = [] } = rule;
  const names = resourceNames?.length ? resourceNames : [undefined];
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) => names.map((name) => ({ verb, group, resource, name, url: undefined }))),
    ),
    ...nonResourceURLs.map((url) => ({ verb, group: "", resource: "", name: undefined, url })),
  ]);
}

/** Whether one rule gives all of a permission; a wildcard is only given by a wildcard. */
function gives(rule: PolicyRule, { verb, group, resource, name, url }: Permission): boolean {
  const has = (list: readonly string[] | undefined, item: string) => list?.includes("*") || list?.includes(item);
  if (!has(rule.verbs, verb)) return false;
  if (url !== undefined) return rule.nonResourceURLs?.some((allowed) => urlCovers(allowed, url)) ?? false;
  if (!has(rule.apiGroups, group) || !rule.resources?.some((allowed) => resourceCovers(allowed, resource)))
    return false;
  return !rule.resourceNames?.length || (name !== undefined && rule.resourceNames.includes(name));
}
