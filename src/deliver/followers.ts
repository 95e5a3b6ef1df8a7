import { memoByPair } from "./memo-by-pair.ts";
import type { XdsResource } from "./xds-resource.ts";

const ofResources = memoByPair((resources: readonly XdsResource[], _: readonly XdsResource[]) => {
  const followers = resources.flatMap(({ follower }) => follower ?? []);
  const byType = Map.groupBy(followers, ({ type }) => type);
  return new Map(Array.from(byType, ([type, each]) => [type, each.map(({ name }) => name)]));
});

/** What a client needs again with these resources, names by type. Found once for all who are sent the same list. */
export function followersOf(resources: readonly XdsResource[]): ReadonlyMap<string, readonly string[]> {
  return ofResources(resources, resources);
}
