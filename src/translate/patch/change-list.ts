import type { PatchOperation } from "./patch.ts";

/** How a patch finds its place in a list; undefined: it names none. */
export type FindItem<T> = ((item: T) => boolean) | undefined;

/** A list after an operation that adds, inserts, replaces or removes; the list itself if there is nothing to do. */
export function changeList<T>(
  list: readonly T[],
  operation: PatchOperation,
  value: T,
  matches: FindItem<T>,
): readonly T[] {
  switch (operation) {
    case "ADD":
      return [...list, value];
    case "INSERT_FIRST":
      return [value, ...list];
    case "INSERT_BEFORE":
      return matches ? insertAt(list, list.findIndex(matches), value) : [value, ...list];
    case "INSERT_AFTER":
      return matches ? insertAfter(list, list.findIndex(matches), value) : [...list, value];
    case "REPLACE":
      return matches ? replaceAt(list, list.findIndex(matches), value) : list;
    case "REMOVE":
      return matches && list.some(matches) ? list.filter((item) => !matches(item)) : list;
    default:
      return list;
  }
}

/** A list with each of its items changed; the list itself if none was. */
export function changeEach<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.some((item, i) => item !== list[i]) ? changed : list;
}

function insertAt<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return at < 0 ? list : list.toSpliced(at, 0, value);
}

function insertAfter<T>(list: readonly T[], found: number, value: T): readonly T[] {
  return found < 0 ? list : list.toSpliced(found + 1, 0, value);
}

function replaceAt<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return at < 0 ? list : list.with(at, value);
}
