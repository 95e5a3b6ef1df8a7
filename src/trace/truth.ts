/** Yes, no, or not to be told from configuration alone (undefined). */
export type Truth = boolean | undefined;

export function not(a: Truth): Truth {
  return a === undefined ? undefined : !a;
}

/** True if all are; false as soon as one is false, whatever is not known. */
export function every<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let result: Truth = true;
  for (const item of items) {
    const each = test(item);
    if (each === false) return false;
    if (each === undefined) result = undefined;
  }
  return result;
}

/** True if any is; false only if all are. */
export function some<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  return not(every(items, (item) => not(test(item))));
}
