import { jsonEqual } from "../base/json.ts";
import type { Endpoint, EndpointShards, Service, Visibility } from "../core/index.ts";

/** Whether two services say the same. */
export function sameService(a: Service, b: Service): boolean {
  if (a === b) return true;
  const { visibility: seenA, addressesByCluster: addressesA, ...restA } = a;
  const { visibility: seenB, addressesByCluster: addressesB, ...restB } = b;
  return sameVisibility(seenA, seenB) && jsonEqual([...addressesA], [...addressesB]) && jsonEqual(restA, restB);
}

function sameVisibility(a: Visibility, b: Visibility): boolean {
  if (a === b) return true;
  return a !== "all" && b !== "all" && a.size === b.size && [...a].every((namespace) => b.has(namespace));
}

/** The new endpoints, but each of them, and the list, is the old one where it says the same. */
export function keepEndpoints(old: readonly Endpoint[], fresh: readonly Endpoint[]): readonly Endpoint[] {
  if (old === fresh) return old;
  let byPlace: ReadonlyMap<string, Endpoint> | undefined;
  const kept = fresh.map((endpoint, i) => {
    // By position first: the same address may stand there twice, told by two objects.
    if (jsonEqual(old[i], endpoint)) return old[i] as Endpoint;
    byPlace ??= new Map(old.map((before) => [placeOf(before), before]));
    const moved = byPlace.get(placeOf(endpoint));
    return jsonEqual(moved, endpoint) ? (moved as Endpoint) : endpoint;
  });
  return sameItems(old, kept) ? old : kept;
}

/** As `keepEndpoints`, for each cluster. */
export function keepShards(old: EndpointShards | undefined, fresh: EndpointShards): EndpointShards {
  if (old === undefined || old === fresh) return fresh;
  let same = old.size === fresh.size;
  const kept = new Map<string, readonly Endpoint[]>();
  for (const [cluster, endpoints] of fresh) {
    const before = old.get(cluster);
    const after = before === undefined ? endpoints : keepEndpoints(before, endpoints);
    same &&= after === before;
    kept.set(cluster, after);
  }
  return same ? old : kept;
}

function placeOf({ addresses, portName, workload }: Endpoint): string {
  return `${addresses[0]} ${portName} ${workload}`;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
