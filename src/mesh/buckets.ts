/** Items in named, sorted lists: the form of every index of a snapshot. */
export type Buckets<T> = ReadonlyMap<string, readonly T[]>;

/** An item that came, went, or was replaced. */
export interface Replacement<T> {
  readonly before?: T | undefined;
  readonly after?: T | undefined;
}

/** Where an item is filed, and the order within a bucket; the order must be total. */
export interface Filing<T> {
  readonly bucketsOf: (item: T) => Iterable<string>;
  readonly compare: (a: T, b: T) => number;
}

interface Touched<T> {
  readonly gone: Set<T>;
  readonly come: T[];
}

/**
 * The buckets after some items were replaced. Buckets that no replacement touches keep their identity, and so does the
 * whole if none is touched; the result does not depend on how the changes were divided into calls.
 */
export function changeBuckets<T>(
  buckets: Buckets<T>,
  replacements: Iterable<Replacement<T>>,
  filing: Filing<T>,
): Buckets<T> {
  const touched = new Map<string, Touched<T>>();
  const touch = (name: string): Touched<T> => {
    const entry = touched.get(name) ?? { gone: new Set(), come: [] };
    touched.set(name, entry);
    return entry;
  };
  for (const { before, after } of replacements) {
    if (before === after) continue;
    if (before !== undefined) for (const name of filing.bucketsOf(before)) touch(name).gone.add(before);
    if (after !== undefined) for (const name of filing.bucketsOf(after)) touch(name).come.push(after);
  }
  if (touched.size === 0) return buckets;
  const next = new Map(buckets);
  for (const [name, { gone, come }] of touched) {
    const items = changeSorted(next.get(name) ?? [], gone, come, filing.compare);
    if (items.length === 0) next.delete(name);
    else next.set(name, items);
  }
  return next;
}

function changeSorted<T>(
  items: readonly T[],
  gone: ReadonlySet<T>,
  come: T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  const kept = gone.size === 0 ? items : items.filter((item) => !gone.has(item));
  if (come.length === 0) return kept;
  return mergeSorted([kept, come.sort(compare)], compare);
}

/** Several sorted lists as one. */
export function mergeSorted<T>(lists: readonly (readonly T[])[], compare: (a: T, b: T) => number): readonly T[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length <= 1 ? (filled[0] ?? []) : filled.reduce((a, b) => mergeTwo(a, b, compare));
}

function mergeTwo<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const out: T[] = [];
  let i = 0;
  for (const item of b) {
    for (let other = a[i]; other !== undefined && compare(other, item) <= 0; other = a[++i]) out.push(other);
    out.push(item);
  }
  for (; i < a.length; i++) out.push(a[i] as T);
  return out;
}
