import { celCompare, celEqual } from "../compare.ts";
import { CelFault } from "../fault.ts";
import { add } from "../operators.ts";
import { overloads, type Runtime } from "../overloads.ts";
import type { CelList, CelValue } from "../value.ts";

function extreme(list: CelList, better: (order: number) => boolean): CelValue {
  const [first, ...rest] = list;
  if (first === undefined) throw new CelFault("the list is empty");
  return rest.reduce((best, item) => (better(celCompare(item, best)) ? item : best), first);
}

function isSubset(part: CelList, whole: CelList, { meter }: Runtime): boolean {
  meter.spend(part.length * whole.length);
  return part.every((item) => whole.some((other) => celEqual(item, other)));
}

function flatten(list: CelList, depth: bigint): CelList {
  if (depth < 0n) throw new CelFault("the depth must not be negative");
  return list.flatMap((item) => (depth > 0n && Array.isArray(item) ? flatten(item, depth - 1n) : [item]));
}

function slice(list: CelList, from: bigint, to: bigint): CelList {
  if (from < 0n || to > BigInt(list.length) || from > to) throw new CelFault("the range is not within the list");
  return list.slice(Number(from), Number(to));
}

function distinct(list: CelList, { meter }: Runtime): CelList {
  meter.spend(list.length * list.length);
  return list.filter((item, at) => list.findIndex((other) => celEqual(item, other)) === at);
}

/** Lists, maps, and lists as sets. */
export const lists = overloads({
  "size(list)": (list) => BigInt(list.length),
  "list.size()": (list) => BigInt(list.length),
  "size(map)": (map) => BigInt(map.size),
  "map.size()": (map) => BigInt(map.size),

  "list.isSorted()": (list) => list.every((item, at) => at === 0 || celCompare(list[at - 1] ?? null, item) <= 0),
  "list.sum()": (list) => (list.length === 0 ? 0n : list.reduce(add)),
  "list.min()": (list) => extreme(list, (order) => order < 0),
  "list.max()": (list) => extreme(list, (order) => order > 0),
  "list.indexOf(any)": (list, sought) => BigInt(list.findIndex((item) => celEqual(item, sought))),
  "list.lastIndexOf(any)": (list, sought) => BigInt(list.findLastIndex((item) => celEqual(item, sought))),
  "list.distinct()": (list, runtime) => distinct(list, runtime),
  "list.flatten()": (list) => flatten(list, 1n),
  "list.flatten(int)": (list, depth) => flatten(list, depth),
  "list.reverse()": (list) => [...list].reverse(),
  "list.slice(int, int)": (list, from, to) => slice(list, from, to),
  "list.sort()": (list) => [...list].sort(celCompare),

  "sets::contains(list, list)": (whole, part, runtime) => isSubset(part, whole, runtime),
  "sets::equivalent(list, list)": (a, b, runtime) => isSubset(a, b, runtime) && isSubset(b, a, runtime),
  "sets::intersects(list, list)": (a, b, { meter }) => {
    meter.spend(a.length * b.length);
    return a.some((item) => b.some((other) => celEqual(item, other)));
  },
});
