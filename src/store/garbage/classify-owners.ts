import { groupOf, type OwnerReference, type Resource } from "../../api/index.ts";
import type { ResourceStore } from "../../core/index.ts";
import { foregroundFinalizer } from "../deleted-state.ts";

/** An object's owners by what they mean for it. */
export interface Owners {
  /** They are there, or nobody can tell: the object stays. */
  readonly solid: readonly OwnerReference[];
  /** They are being deleted and wait for the object to go first. */
  readonly waiting: readonly OwnerReference[];
  /** They are gone, or others have taken their names. */
  readonly gone: readonly OwnerReference[];
}

/**
 * Looks each owner up in the store itself. A namespaced owner is looked for in the object's own namespace, so that one
 * in another namespace counts as gone. An owner whose kind is not known, or a namespaced owner of a cluster-scoped
 * object, cannot be looked up at all and counts as solid.
 */
export async function classifyOwners(store: ResourceStore, object: Resource): Promise<Owners> {
  const solid: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  const gone: OwnerReference[] = [];
  for (const ref of object.metadata.ownerReferences ?? []) {
    const owner = await findOwner(store, object, ref);
    if (owner === "unresolvable") solid.push(ref);
    else if (owner?.metadata.uid !== ref.uid) gone.push(ref);
    else if (isWaiting(owner)) waiting.push(ref);
    else solid.push(ref);
  }
  return { solid, waiting, gone };
}

async function findOwner(store: ResourceStore, object: Resource, ref: OwnerReference) {
  const type = { group: groupOf(ref.apiVersion), kind: ref.kind };
  const definition = store.kinds().find(type);
  const { namespace = "" } = object.metadata;
  if (!definition || (definition.namespaced && namespace === "")) return "unresolvable";
  return store.get({ ...type, namespace: definition.namespaced ? namespace : "", name: ref.name });
}

function isWaiting({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(foregroundFinalizer);
}
