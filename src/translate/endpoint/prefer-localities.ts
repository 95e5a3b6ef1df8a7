import { type Locality, parseLocality } from "../../core/index.ts";
import type { Reached } from "./across-networks.ts";
import { distribute } from "./distribute.ts";
import { type LocalityGroup, localityGroup } from "./locality-group.ts";
import type { LocalityPlan, LocalityPreference } from "./locality-preference.ts";

/** More than the ranks that a place can have, so that labels always count before places. */
const placeRanks = 5;

/** Groups with the weights or priorities that a client's preference gives them. */
export function preferLocalities(
  groups: readonly LocalityGroup[],
  preference: LocalityPreference,
): readonly LocalityGroup[] {
  const { plan, byRegion, labelValues } = preference;
  if (!plan) return groups;
  const from = parseLocality(preference.from);
  if (plan.distribute?.length) return distribute(groups, plan.distribute, from);
  const byLabels = labelValues.length > 0;
  const byPlace = byRegion || !byLabels || Boolean(plan.failover?.length);
  const split = byLabels ? groups.flatMap((group) => splitByLabels(group, preference)) : groups;
  const ranked = split.map((group) => ({
    ...group,
    priority: group.priority * placeRanks + (byPlace ? placeRank(group.locality, from, plan, byRegion) : 0),
  }));
  return withoutGaps(ranked);
}

/** How far a locality is: 0 the same, 1 the same zone, 2 the same region, 3 the region that stands in, 4 others. */
function placeRank(to: Locality, from: Locality, plan: LocalityPlan, byRegion: boolean): number {
  if (to.region === from.region) {
    if (byRegion) return 0;
    if (to.zone !== from.zone) return 2;
    return to.subzone === from.subzone ? 0 : 1;
  }
  const standIn = plan.failover?.find((each) => each.from === from.region);
  return standIn && standIn.to !== to.region ? 4 : 3;
}

/** Members of one locality may differ in their labels, and then in their priority. */
function splitByLabels(group: LocalityGroup, preference: LocalityPreference): readonly LocalityGroup[] {
  const ranks = Map.groupBy(group.reached, (reached) => labelRank(reached, preference));
  if (ranks.size === 1) return Array.from(ranks.keys(), (priority) => ({ ...group, priority }));
  return [...ranks]
    .sort(([a], [b]) => a - b)
    .map(([priority, reached]) => localityGroup(group.locality, reached, priority));
}

const network = "topology.istio.io/network";

/**
 * How many of the labels, from the first that differs on, are lost. If networks come first, another network is worse than
 * anything in the own one, and within it the other labels count as they do here.
 */
function labelRank({ labels }: Reached, { plan, labelValues }: LocalityPreference): number {
  const keys = plan?.failoverPriority ?? [];
  const same = (i: number) => (labels[keyOf(keys[i] ?? "")] ?? "") === labelValues[i];
  const foreign = keyOf(keys[0] ?? "") === network && !same(0);
  for (let i = foreign ? 1 : 0; i < keys.length; i++) {
    if (!same(i)) return keys.length - i + (foreign ? keys.length : 0);
  }
  return foreign ? keys.length : 0;
}

/** An entry is a label's key, or a key and the value that counts. */
function keyOf(entry: string): string {
  const equals = entry.indexOf("=");
  return equals < 0 ? entry : entry.slice(0, equals);
}

/** Envoy wants priorities from 0 on without a gap. */
function withoutGaps(groups: readonly LocalityGroup[]): readonly LocalityGroup[] {
  const used = [...new Set(groups.map(({ priority }) => priority))].sort((a, b) => a - b);
  const places = new Map(used.map((priority, i) => [priority, i]));
  return groups.map((group) => ({ ...group, priority: places.get(group.priority) ?? 0 }));
}
