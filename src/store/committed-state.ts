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

  /** A function that puts in objects of a kind that were read back, without moving on in time. */
  restorer(type: GroupKind): (id: string, resource: Resource) => void {
    const objects = this.#objectsOf(type);
    return (id, resource) => objects.restore(id, resource);
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
  /** Undefined if they must be sorted from scratch. */
  #sortedIds: readonly string[] | undefined;
  #newIds = new Set<string>();
  #removed = false;
  #list: readonly Resource[] | undefined;

  get(id: string): Resource | undefined {
    return this.#byId.get(id);
  }

  /** As `set`, at the cost of sorting everything at the next list. */
  restore(id: string, resource: Resource): void {
    this.#byId.set(id, resource);
    this.#sortedIds = undefined;
  }

  set(id: string, resource: Resource): void {
    if (this.#sortedIds && !this.#byId.has(id)) this.#newIds.add(id);
    this.#byId.set(id, resource);
    this.#list = undefined;
  }

  delete(id: string): void {
    if (!this.#byId.delete(id)) return;
    if (!this.#newIds.delete(id)) this.#removed = true;
    this.#list = undefined;
  }

  list(namespace: string): readonly Resource[] {
    const ids = this.#ids();
    this.#list ??= Object.freeze(ids.map((id) => this.#byId.get(id) as Resource));
    if (namespace === "") return this.#list;
    // "\u0001" sorts right after the separator, hence after every id of the namespace.
    const [from, to] = [lowerBound(ids, objectId(namespace, "")), lowerBound(ids, `${namespace}\u0001`)];
    return Object.freeze(this.#list.slice(from, to));
  }

  #ids(): readonly string[] {
    if (!this.#sortedIds) this.#sortedIds = [...this.#byId.keys()].sort();
    else if (this.#removed || this.#newIds.size > 0) this.#sortedIds = this.#merge(this.#sortedIds);
    this.#newIds.clear();
    this.#removed = false;
    return this.#sortedIds;
  }

  #merge(sorted: readonly string[]): readonly string[] {
    const added = [...this.#newIds].sort();
    const merged: string[] = [];
    let next = 0;
    for (const id of sorted) {
      for (let a = added[next]; a !== undefined && a < id; a = added[++next]) merged.push(a);
      // An id that was removed and came back is among the new ones: it must not be listed twice.
      if (this.#byId.has(id) && !this.#newIds.has(id)) merged.push(id);
    }
    return merged.concat(added.slice(next));
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
