import { memoByPair } from "./memo-by-pair.ts";
import { ResourceSet } from "./resource-set.ts";

/** Names of what a client has and is no longer to have. */
export const unneeded = memoByPair(
  (set: ResourceSet, has: ResourceSet): ReadonlySet<string> => new Set(set.changesSince(has).removed),
);

/** The set, and what the client has besides: nothing is taken from it. */
export const keepAll = memoByPair((set: ResourceSet, has: ResourceSet): ResourceSet => {
  const kept = [...has.resources.values()].filter(({ name }) => !set.resources.has(name));
  return kept.length === 0 ? set : new ResourceSet(set.type, [...set.resources.values(), ...kept]);
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
  const names = endpointsKept(clusters.set, clusters.has);
  return names.size === 0 ? endpoints.set : endpointsBut(names, endpoints.set)(endpoints.has);
}

const endpointsKept = memoByPair((clusters: ResourceSet, has: ResourceSet): ReadonlySet<string> => {
  const names = [...unneeded(clusters, has)];
  return new Set(names.map((name) => has.resources.get(name)?.follower?.name ?? name));
});

const endpointsBut = memoByPair((names: ReadonlySet<string>, set: ResourceSet) => {
  const known = new WeakMap<ResourceSet, ResourceSet>();
  return (has: ResourceSet): ResourceSet => {
    const found = known.get(has);
    if (found) return found;
    const others = [...set.resources.values()].filter(({ name }) => !names.has(name));
    const kept = [...names].flatMap((name) => has.resources.get(name) ?? set.resources.get(name) ?? []);
    const made = new ResourceSet(set.type, [...others, ...kept]);
    known.set(has, made);
    return made;
  };
});
