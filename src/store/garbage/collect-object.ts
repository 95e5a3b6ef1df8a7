import { keyOf, type OwnerReference, type Resource } from "../../api/index.ts";
import { isFault } from "../../base/fault.ts";
import type { Propagation, ResourceStore } from "../../core/index.ts";
import { foregroundFinalizer, orphanFinalizer } from "../deleted-state.ts";
import { classifyOwners } from "./classify-owners.ts";
import type { OwnedNode, OwnerGraph } from "./owner-graph.ts";

/**
 * Does what is due for one object: deletes it if its owners are gone; if it is being deleted itself, lets go of what it
 * owns. Every write names the version it was decided on, so that a change in between makes it a Conflict and the
 * object's turn comes again. Returns the uids whose turn comes next.
 */
export async function collectObject(
  store: ResourceStore,
  graph: OwnerGraph,
  node: OwnedNode,
): Promise<readonly string[]> {
  const object = await store.get(keyOf(node.resource));
  if (object?.metadata.uid !== node.uid) {
    const dependents = graph.dependents(node.uid).map((dependent) => dependent.uid);
    graph.remove(node.uid);
    return [...dependents, ...node.owners.keys()];
  }
  const { deletionTimestamp, finalizers = [], ownerReferences = [] } = object.metadata;
  if (deletionTimestamp === undefined) {
    if (ownerReferences.length > 0) await judge(store, graph, object);
    return [];
  }
  if (finalizers.includes(orphanFinalizer)) {
    await orphanDependents(store, graph, object);
    return [];
  }
  return finalizers.includes(foregroundFinalizer) ? awaitDependents(store, graph, object) : [];
}

/** Whether an object may stay is decided by its owners. */
async function judge(store: ResourceStore, graph: OwnerGraph, object: Resource): Promise<void> {
  const { uid = "", finalizers = [] } = object.metadata;
  const { solid, waiting, gone } = await classifyOwners(store, object);
  if (solid.length > 0) {
    if (gone.length + waiting.length > 0) await setOwners(store, object, solid);
    return;
  }
  const dependents = graph.dependents(uid);
  if (waiting.length > 0 && dependents.length > 0) {
    // Objects that own each other would wait for each other without end.
    const circular = dependents.some((dependent) => dependent.waits);
    await remove(store, circular ? await unblockOwners(store, object) : object, "Foreground");
  } else if (finalizers.includes(orphanFinalizer)) await remove(store, object, "Orphan");
  else await remove(store, object, finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background");
}

/** An owner that is deleted in the foreground goes when no dependent that blocks it is left. */
async function awaitDependents(store: ResourceStore, graph: OwnerGraph, owner: Resource): Promise<readonly string[]> {
  const { uid = "" } = owner.metadata;
  const blocking = graph.dependents(uid).filter((dependent) => dependent.owners.get(uid)?.blocks);
  if (blocking.length === 0) await dropFinalizer(store, owner, foregroundFinalizer);
  return blocking.filter((dependent) => !dependent.waits).map((dependent) => dependent.uid);
}

async function orphanDependents(store: ResourceStore, graph: OwnerGraph, owner: Resource): Promise<void> {
  for (const { resource, uid } of graph.dependents(owner.metadata.uid ?? "")) {
    const dependent = await store.get(keyOf(resource));
    if (dependent?.metadata.uid !== uid) continue;
    const others = (dependent.metadata.ownerReferences ?? []).filter((ref) => ref.uid !== owner.metadata.uid);
    await setOwners(store, dependent, others);
  }
  await dropFinalizer(store, owner, orphanFinalizer);
}

function setOwners(
  store: ResourceStore,
  object: Resource,
  ownerReferences: readonly OwnerReference[],
): Promise<Resource> {
  return store.update({ ...object, metadata: { ...object.metadata, ownerReferences } });
}

function unblockOwners(store: ResourceStore, object: Resource): Promise<Resource> {
  const owners = object.metadata.ownerReferences ?? [];
  return setOwners(
    store,
    object,
    owners.map((ref) => ({ ...ref, blockOwnerDeletion: false })),
  );
}

function dropFinalizer(store: ResourceStore, object: Resource, finalizer: string): Promise<Resource> {
  const finalizers = (object.metadata.finalizers ?? []).filter((other) => other !== finalizer);
  return store.update({ ...object, metadata: { ...object.metadata, finalizers } });
}

async function remove(store: ResourceStore, object: Resource, propagation: Propagation): Promise<void> {
  const { uid, resourceVersion } = object.metadata;
  try {
    await store.delete(keyOf(object), { uid, resourceVersion, propagation });
  } catch (fault) {
    if (!isFault(fault, "NotFound")) throw fault;
  }
}
