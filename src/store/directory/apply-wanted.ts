import { formatKey, keyOf, type Resource, type SourceProblem } from "../../api/index.ts";
import { isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore } from "../../core/index.ts";
import { sameContent } from "../next-state.ts";
import { sourceOf } from "./source-annotation.ts";
import { faultProblem, type Wanted, type WantedObject } from "./wanted-objects.ts";

/**
 * Makes the store hold what the files ask for: creates and updates their objects, and deletes those that came from a
 * file and are in none any more. Writes nothing that is there already. Returns what the store would not take.
 */
export async function applyWanted(store: ResourceStore, wanted: Wanted): Promise<readonly SourceProblem[]> {
  const problems: SourceProblem[] = [];
  for (const object of wanted.objects.values()) {
    try {
      await put(store, object);
    } catch (fault) {
      problems.push(faultProblem(object.file, fault, object.key));
    }
  }
  for (const object of (await ownedObjects(store)).toReversed()) {
    const source = sourceOf(object) ?? "";
    const stays = wanted.objects.has(formatKey(keyOf(object))) || wanted.isUncertain(source);
    if (!stays && object.metadata.deletionTimestamp === undefined) await remove(store, object);
  }
  return problems;
}

/** Whether the store's object is as its file wants it. */
export function isAsWanted(current: Resource, { resource }: WantedObject): boolean {
  return sameContent(current, merged(current, resource)) && hasWantedStatus(current, resource);
}

async function put(store: ResourceStore, object: WantedObject): Promise<void> {
  const current = await store.get(object.key);
  // One that is on its way out must be gone before it can come back; that it is gone is noticed.
  if (current?.metadata.deletionTimestamp !== undefined || (current && isAsWanted(current, object))) return;
  const wanted = current ? merged(current, object.resource) : object.resource;
  const now = current ? await store.update(wanted) : await store.create(wanted);
  if (!hasWantedStatus(now, wanted)) await store.updateStatus({ ...now, status: wanted.status });
}

/** A file that gives a status, such as a pod's addresses, means it; of others the status is whoever's. */
function hasWantedStatus(current: Resource, { status }: Resource): boolean {
  return status === undefined || jsonEqual(current.status, status);
}

/** The file's object with what controllers keep in the metadata of the store's. */
function merged(current: Resource, resource: Resource): Resource {
  const { finalizers = current.metadata.finalizers, managedFields = current.metadata.managedFields } =
    resource.metadata;
  return { ...resource, metadata: { ...resource.metadata, finalizers, managedFields } };
}

async function ownedObjects(store: ResourceStore): Promise<readonly Resource[]> {
  const owned: Resource[] = [];
  for (const kind of store.kinds().all) {
    if (kind.storedAs) continue;
    const { items } = await store.list(kind, "");
    owned.push(...items.filter((item) => sourceOf(item) !== undefined));
  }
  return owned;
}

async function remove(store: ResourceStore, object: Resource): Promise<void> {
  try {
    await store.delete(keyOf(object), { uid: object.metadata.uid });
  } catch (fault) {
    if (!isFault(fault, "NotFound", "Conflict")) throw fault;
  }
}
