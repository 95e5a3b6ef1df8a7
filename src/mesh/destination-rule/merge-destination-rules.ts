import type { ResourceKey, Subset, TrafficPolicy } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import type { Visibility } from "../../core/index.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import type { ResolvedDestinationRule } from "./resolve-destination-rule.ts";

/** What the rules of one namespace say together of one host, to the same clients. */
export interface MergedDestinationRule {
  readonly host: string;
  readonly namespace: string;
  readonly visibility: Visibility;
  /** The clients it is for, in its own namespace only; undefined: all. */
  readonly selector?: Labels;
  readonly trafficPolicy?: TrafficPolicy;
  readonly subsets: readonly Subset[];
  /** The objects it was made from, the oldest first. */
  readonly sources: readonly [ResourceKey, ...ResourceKey[]];
  readonly problems: readonly ConfigProblem[];
}

/**
 * Joins rules of one namespace and host, given the oldest first. Those that the same clients see become one: subsets add
 * up, the first of a name stays, and the first traffic policy counts. Rules for selected workloads come first.
 */
export function mergeDestinationRules(rules: readonly ResolvedDestinationRule[]): readonly MergedDestinationRule[] {
  const groups = Map.groupBy(rules, audienceOf);
  const merged = [...groups.values()].map(mergeGroup);
  return [...merged.filter(({ selector }) => selector), ...merged.filter(({ selector }) => !selector)];
}

function audienceOf({ selector, visibility }: ResolvedDestinationRule): string {
  if (selector) return JSON.stringify(Object.entries(selector).sort());
  return visibility === "all" ? "*" : [...visibility].sort().join(" ");
}

function mergeGroup(rules: readonly ResolvedDestinationRule[]): MergedDestinationRule {
  const [first, ...others] = rules as [ResolvedDestinationRule, ...ResolvedDestinationRule[]];
  const subsets = new Map((first.resource.spec.subsets ?? []).map((subset) => [subset.name, subset]));
  let { trafficPolicy } = first.resource.spec;
  const problems: ConfigProblem[] = [];
  for (const { key, resource } of others) {
    const policy = resource.spec.trafficPolicy;
    if (trafficPolicy && policy) problems.push(overruled(key, ["spec", "trafficPolicy"], first));
    trafficPolicy ??= policy;
    resource.spec.subsets?.forEach((subset, i) => {
      if (subsets.has(subset.name)) problems.push(overruled(key, ["spec", "subsets", i], first));
      else subsets.set(subset.name, subset);
    });
  }
  return {
    host: first.host,
    namespace: first.namespace,
    visibility: first.visibility,
    ...(first.selector && { selector: first.selector }),
    ...(trafficPolicy && { trafficPolicy }),
    subsets: [...subsets.values()],
    sources: [first.key, ...others.map(({ key }) => key)],
    problems,
  };
}

function overruled(
  key: ResourceKey,
  path: readonly (string | number)[],
  first: ResolvedDestinationRule,
): ConfigProblem {
  return configProblem(
    key,
    "FW1105",
    path,
    `has no effect: '${first.name}', which is older, says it for '${first.host}'`,
  );
}
