import type { Endpoint, Locality } from "../../core/index.ts";
import type { LocalityLbEndpoints } from "../../gen/envoy/config/endpoint/v3.ts";
import type { Reached } from "./across-networks.ts";

/** What is reached in one locality. */
export interface LocalityGroup {
  readonly locality: Locality;
  readonly reached: readonly Reached[];
  /** Share among its peers of the same priority. */
  readonly weight: number;
  /** 0 is taken first; others stand in, in their order. */
  readonly priority: number;
}

/** Endpoints apart by locality, in the order of its name. */
export function byLocality(endpoints: readonly Endpoint[]): readonly (readonly [Locality, readonly Endpoint[]])[] {
  const groups = new Map<string, [Locality, Endpoint[]]>();
  for (const endpoint of endpoints) {
    const { region, zone, subzone } = endpoint.locality;
    const name = `${region}/${zone}/${subzone}`;
    const group = groups.get(name);
    if (group) group[1].push(endpoint);
    else groups.set(name, [endpoint.locality, [endpoint]]);
  }
  if (groups.size < 2) return [...groups.values()];
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The group of what is reached in a locality; it weighs as much as its members do together. */
export function localityGroup(locality: Locality, reached: readonly Reached[], priority = 0): LocalityGroup {
  let weight = 0;
  for (const each of reached) weight += each.weight;
  return { locality, reached, weight, priority };
}

/** Envoy refuses an assignment whose weights do not fit into this. */
const largestWeight = 4294967295;

/** A group as Envoy is told it. */
export function localityMessage({ locality, reached, weight, priority }: LocalityGroup): LocalityLbEndpoints {
  const { region, zone, subzone } = locality;
  const message = {
    locality: {
      ...(region !== "" && { region }),
      ...(zone !== "" && { zone }),
      ...(subzone !== "" && { subZone: subzone }),
    },
    ...(priority > 0 && { priority }),
  };
  // A locality of which nothing can be reached is told all the same, as istiod does; Envoy passes over it.
  return {
    ...message,
    ...(reached.length > 0 && { lbEndpoints: reached.map(({ message }) => message) }),
    ...(weight > 0 && { loadBalancingWeight: Math.min(weight, largestWeight) }),
  };
}
