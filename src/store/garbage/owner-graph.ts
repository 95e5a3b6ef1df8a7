import type { Resource } from "../../api/index.ts";
import { foregroundFinalizer } from "../deleted-state.ts";

/** What the collector remembers of an object. */
export interface OwnedNode {
  readonly uid: string;
  /** The object as it was seen last, which the store has in any case. */
  readonly resource: Resource;
  /** The owners by uid, and whether each one must wait for this object when it is deleted in the foreground. */
  readonly owners: ReadonlyMap<string, { readonly blocks: boolean }>;
  /** It is being deleted and waits for the objects that it owns. */
  readonly waits: boolean;
}

/**
 * Who owns whom, as far as the collector has seen. It may lag behind the store: nothing is deleted on its word alone. An
 * object that nobody owns and that stays is not in it, and that is what nearly all are.
 */
export class OwnerGraph {
  readonly #nodes = new Map<string, OwnedNode>();
  readonly #dependents = new Map<string, Set<string>>();

  get(uid: string): OwnedNode | undefined {
    return this.#nodes.get(uid);
  }

  /** All uids that are known. */
  uids(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  dependents(uid: string): readonly OwnedNode[] {
    const uids = this.#dependents.get(uid) ?? [];
    return [...uids].flatMap((dependent) => this.#nodes.get(dependent) ?? []);
  }

  /** Undefined of an object for which nothing can be due. */
  set(resource: Resource): OwnedNode | undefined {
    const { uid = "", ownerReferences = [], deletionTimestamp } = resource.metadata;
    this.remove(uid);
    if (ownerReferences.length === 0 && deletionTimestamp === undefined) return undefined;
    const node = toNode(resource);
    this.#nodes.set(uid, node);
    for (const owner of node.owners.keys()) {
      const dependents = this.#dependents.get(owner);
      if (dependents) dependents.add(node.uid);
      else this.#dependents.set(owner, new Set([node.uid]));
    }
    return node;
  }

  remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (!node) return;
    this.#nodes.delete(uid);
    for (const owner of node.owners.keys()) {
      const dependents = this.#dependents.get(owner);
      dependents?.delete(uid);
      if (dependents?.size === 0) this.#dependents.delete(owner);
    }
  }
}

function toNode(resource: Resource): OwnedNode {
  const { uid = "", ownerReferences = [], deletionTimestamp, finalizers = [] } = resource.metadata;
  const owners = ownerReferences.map((ref) => [ref.uid, { blocks: ref.blockOwnerDeletion === true }] as const);
  const waits = deletionTimestamp !== undefined && finalizers.includes(foregroundFinalizer);
  return { uid, resource, owners: new Map(owners), waits };
}
