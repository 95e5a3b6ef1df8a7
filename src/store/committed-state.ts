import { formatGroupKind, type GroupKind, type Resource, type ResourceKey } from "../api/index.ts";
import type { Change } from "./journal.ts";
import { namespaceOfId, objectId } from "./object-identity.ts";
import { SortedObjects } from "./sorted-objects.ts";

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

/** The objects of one kind, by namespace: a change costs those nothing that list another one. */
class KindObjects {
  readonly #namespaces = new Map<string, SortedObjects>();
  /** Of all namespaces; undefined since the last change. */
  #list: readonly Resource[] | undefined;

  get(id: string): Resource | undefined {
    return this.#namespaces.get(namespaceOfId(id))?.get(id);
  }

  /** As `set`, at the cost of sorting everything at the next list. */
  restore(id: string, resource: Resource): void {
    this.#objectsBeside(id).restore(id, resource);
  }

  set(id: string, resource: Resource): void {
    this.#objectsBeside(id).set(id, resource);
    this.#list = undefined;
  }

  delete(id: string): void {
    const namespace = namespaceOfId(id);
    const objects = this.#namespaces.get(namespace);
    if (!objects?.delete(id)) return;
    if (objects.size === 0) this.#namespaces.delete(namespace);
    this.#list = undefined;
  }

  list(namespace: string): readonly Resource[] {
    if (namespace !== "") return this.#listOf(namespace);
    // Objects without a namespace are in the one whose name is empty.
    this.#list ??= Object.freeze([...this.#namespaces.keys()].sort().flatMap((name) => this.#listOf(name)));
    return this.#list;
  }

  #listOf(namespace: string): readonly Resource[] {
    return this.#namespaces.get(namespace)?.list() ?? [];
  }

  #objectsBeside(id: string): SortedObjects {
    const namespace = namespaceOfId(id);
    let objects = this.#namespaces.get(namespace);
    if (!objects) {
      objects = new SortedObjects();
      this.#namespaces.set(namespace, objects);
    }
    return objects;
  }
}
