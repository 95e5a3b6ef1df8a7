/** A value that is made when it is first asked for, and kept. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that keeps its answer to an object for as long as somebody has the object. */
export function memoisedFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = answers.get(key) ?? { value: make(key) };
    answers.set(key, known);
    return known.value;
  };
}

/** A function that keeps its answers. */
export function memoised<K, V>(make: (key: K) => V): (key: K) => V {
  const answers = new Map<K, { readonly value: V }>();
  return (key) => {
    const known = answers.get(key) ?? { value: make(key) };
    answers.set(key, known);
    return known.value;
  };
}
