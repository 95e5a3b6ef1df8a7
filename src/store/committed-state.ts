import { formatGroupKind, type GroupKind, type Resource, type ResourceKey } from "../api/index.ts";
import type { Change } from "./journal.ts";
import { objectId } from "./object-identity.ts";

/** The newest durable version of every object: what reads see. */
export class CommittedState {
  #revision: number;
  readonly #kinds = new Map<string, KindObjects>();

  constructor(revision: number) {
    this.#revision = revision;
  }

  /** The newest revision that reads see. */
  get revision(): number {
    return this.#revision;
  }

  get(key: ResourceKey): Resource | undefined {
    return this.find(key, objectId(key.namespace, key.name));
  }

  find(type: GroupKind, id: string): Resource | undefined {
    return this.#kinds.get(formatGroupKind(type))?.get(id);
  }

  /** Sorted by namespace and name; "" means all namespaces. The list never changes afterwards. */
  list(type: GroupKind, namespace: string): readonly Resource[] {
    return this.#kinds.get(formatGroupKind(type))?.list(namespace) ?? [];
  }

  /** Puts in an object that was read back, without moving on in time. */
  restore(type: GroupKind, id: string, resource: Resource): void {
    this.#objectsOf(type).set(id, resource);
  }

  apply(change: Change): void {
    const objects = this.#objectsOf(change.type);
    if (change.change === "deleted") objects.delete(change.id);
    else objects.set(change.id, change.resource);
    this.#revision = change.revision;
  }

  #objectsOf(type: GroupKind): KindObjects {
    const text = formatGroupKind(type);
    let objects = this.#kinds.get(text);
    if (!objects) {
      objects = new KindObjects();
      this.#kinds.set(text, objects);
    }
    return objects;
  }
}

/** The objects of one kind. Order is kept over changes, so that a list after a change costs a walk and not a sort. */
class KindObjects {
  readonly #byId = new Map<string, Resource>();
  #sortedIds: readonly string[] = [];
  #newIds = new Set<string>();
  #removed = false;
  #list: readonly Resource[] | undefined;

  get(id: string): Resource | undefined {
    return this.#byId.get(id);
  }

  set(id: string, resource: Resource): void {
    if (!this.#byId.has(id)) this.#newIds.add(id);
    this.#byId.set(id, resource);
    this.#list = undefined;
  }

  delete(id: string): void {
    if (!this.#byId.delete(id)) return;
    if (!this.#newIds.delete(id)) this.#removed = true;
    this.#list = undefined;
  }

  list(namespace: string): readonly Resource[] {
    this.#list ??= this.#makeList();
    if (namespace === "") return this.#list;
    // "\u0001" sorts right after the separator, hence after every id of the namespace.
    const from = lowerBound(this.#sortedIds, objectId(namespace, ""));
    const to = lowerBound(this.#sortedIds, `${namespace}\u0001`);
    return Object.freeze(this.#list.slice(from, to));
  }

  #makeList(): readonly Resource[] {
    if (this.#removed || this.#newIds.size > 0) this.#sortIds();
    const list: Resource[] = [];
    for (const id of this.#sortedIds) {
      const resource = this.#byId.get(id);
      if (resource) list.push(resource);
    }
    return Object.freeze(list);
  }

  #sortIds(): void {
    const added = [...this.#newIds].sort();
    const merged: string[] = [];
    let next = 0;
    for (const id of this.#sortedIds) {
      for (let a = added[next]; a !== undefined && a < id; a = added[++next]) merged.push(a);
      // An id that was removed and came back is among the new ones: it must not be listed twice.
      if (this.#byId.has(id) && !this.#newIds.has(id)) merged.push(id);
    }
    for (; next < added.length; next++) merged.push(added[next] as string);
    this.#sortedIds = merged;
    this.#newIds = new Set();
    this.#removed = false;
  }
}

/** The first position whose id is not less than `id`. */
function lowerBound(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as string) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
