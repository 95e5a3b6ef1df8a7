import type { Locality } from "../../core/index.ts";
import type { LocalityGroup } from "./locality-group.ts";
import type { LocalityPlan } from "./locality-preference.ts";

type Distribution = NonNullable<LocalityPlan["distribute"]>;

/**
 * Groups with the shares that the first fitting rule gives to their localities. Localities that share one entry divide
 * it by their weights; of those of no entry nothing is reached.
 */
export function distribute(
  groups: readonly LocalityGroup[],
  rules: Distribution,
  from: Locality,
): readonly LocalityGroup[] {
  const rule = rules.find((each) => coversLocality(each.from ?? "", from));
  if (!rule) return groups;
  const shares = Object.entries(rule.to ?? {}).sort(([a], [b]) => depthOf(b) - depthOf(a));
  const entryOf = (group: LocalityGroup) => shares.find(([place]) => coversLocality(place, group.locality))?.[0];
  const placed = Map.groupBy(groups, entryOf);
  return groups.map((group) => {
    const entry = entryOf(group);
    if (entry === undefined) return { ...group, reached: [] };
    const peers = placed.get(entry) ?? [];
    const total = peers.reduce((sum, { weight }) => sum + (weight || 1), 0);
    const share = rule.to?.[entry] ?? 0;
    return { ...group, weight: Math.ceil(((group.weight || 1) * share) / total) };
  });
}

/** Whether a locality is within `region/zone/subzone`, a beginning of it, or one with `*` for all that follows. */
export function coversLocality(place: string, { region, zone, subzone }: Locality): boolean {
  const actual = [region, zone, subzone];
  const wanted = place.split("/");
  return wanted.every((word, i) => word === "*" || word === "" || word === actual[i]);
}

/** The most specific of several entries counts, whatever their order in the map. */
function depthOf(place: string): number {
  return place.split("/").filter((word) => word !== "*" && word !== "").length;
}
