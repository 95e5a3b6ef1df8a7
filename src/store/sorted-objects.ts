import type { Resource } from "../api/index.ts";

/** Objects by id. Their order is kept over changes, so that a list after a change costs a walk and not a sort. */
export class SortedObjects {
  readonly #byId = new Map<string, Resource>();
  /** Undefined if they must be sorted from scratch. */
  #sortedIds: readonly string[] | undefined;
  #newIds = new Set<string>();
  #removed = false;
  #list: readonly Resource[] | undefined;

  get size(): number {
    return this.#byId.size;
  }

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

  /** Whether it was there. */
  delete(id: string): boolean {
    if (!this.#byId.delete(id)) return false;
    if (!this.#newIds.delete(id)) this.#removed = true;
    this.#list = undefined;
    return true;
  }

  /** Sorted by id. The list never changes afterwards. */
  list(): readonly Resource[] {
    this.#list ??= Object.freeze(this.#ids().map((id) => this.#byId.get(id) as Resource));
    return this.#list;
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
