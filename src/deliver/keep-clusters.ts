import { memoByPair } from "./memo-by-pair.ts";
import { ResourceGroup } from "./resource-group.ts";
import { ResourceSet } from "./resource-set.ts";

/** Names of what a client has and is no longer to have. */
export function unneeded(set: ResourceSet, has: ResourceSet): readonly string[] {
  return set.differenceFrom(has).removed;
}

/** The set, and what the client has besides: nothing is taken from it. */
export const keepAll = memoByPair((set: ResourceSet, has: ResourceSet): ResourceSet => {
  const kept = unneeded(set, has).flatMap((name) => has.get(name) ?? []);
  return kept.length === 0 ? set : ResourceSet.ofGroups(set.type, [...set.groups, new ResourceGroup(kept)]);
});

/** Sets of a type: what a client is to have, and what it has. */
export interface SetPair {
  readonly set: ResourceSet;
  readonly has: ResourceSet;
}

/**
 * The endpoints that a client is to have, but as it has them for the clusters that it is no longer to have and keeps for
 * now: what is still referred to must not be emptied.
 */
export function keepEndpoints(endpoints: SetPair, clusters: SetPair): ResourceSet {
  if (unneeded(clusters.set, clusters.has).length === 0) return endpoints.set;
  return endpointsBut(endpointsKept(clusters.set, clusters.has), endpoints.set)(endpoints.has);
}

const endpointsKept = memoByPair((clusters: ResourceSet, has: ResourceSet): ReadonlySet<string> => {
  return new Set(unneeded(clusters, has).map((name) => has.get(name)?.follower?.name ?? name));
});

const endpointsBut = memoByPair((names: ReadonlySet<string>, set: ResourceSet) => {
  const known = new WeakMap<ResourceSet, ResourceSet>();
  return (has: ResourceSet): ResourceSet => {
    const found = known.get(has);
    if (found) return found;
    const kept = [...names].flatMap((name) => has.get(name) ?? set.get(name) ?? []);
    const made = ResourceSet.ofGroups(set.type, [new ResourceGroup(kept), ...set.groups]);
    known.set(has, made);
    return made;
  };
});
