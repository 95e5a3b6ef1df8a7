/** Objects of one kind by namespace and name. */
export type Objects<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** What an object became; absent `after`: it is gone. */
export interface ObjectChange<T> {
  readonly namespace: string;
  readonly name: string;
  readonly after?: T | undefined;
}

export function getObject<T>(objects: Objects<T>, namespace: string, name: string): T | undefined {
  return objects.get(namespace)?.get(name);
}

/** The objects after some changes; namespaces without a change are shared. */
export function changeObjects<T>(objects: Objects<T>, changes: Iterable<ObjectChange<T>>): Objects<T> {
  const copied = new Map<string, Map<string, T>>();
  for (const { namespace, name, after } of changes) {
    const inside = copied.get(namespace) ?? new Map(objects.get(namespace));
    copied.set(namespace, inside);
    if (after === undefined) inside.delete(name);
    else inside.set(name, after);
  }
  if (copied.size === 0) return objects;
  const next = new Map<string, ReadonlyMap<string, T>>(objects);
  for (const [namespace, inside] of copied) {
    if (inside.size === 0) next.delete(namespace);
    else next.set(namespace, inside);
  }
  return next;
}

/** All objects, in no particular order. */
export function* allObjects<T>(objects: Objects<T>): Generator<T> {
  for (const inside of objects.values()) yield* inside.values();
}
