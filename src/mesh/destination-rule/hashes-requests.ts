import type { TrafficPolicy } from "../../api/index.ts";
import type { MergedDestinationRule } from "./merge-destination-rules.ts";

const known = new WeakMap<MergedDestinationRule, boolean>();

/** Whether a rule keeps requests at endpoints by a hash, anywhere in it: routes read nothing else of rules. */
export function hashesRequests(rule: MergedDestinationRule): boolean {
  const answer =
    known.get(rule) ?? (hasHash(rule.trafficPolicy) || rule.subsets.some((subset) => hasHash(subset.trafficPolicy)));
  known.set(rule, answer);
  return answer;
}

function hasHash(policy: TrafficPolicy | undefined): boolean {
  if (policy?.loadBalancer?.consistentHash) return true;
  return (policy?.portLevelSettings ?? []).some(({ loadBalancer }) => loadBalancer?.consistentHash);
}
