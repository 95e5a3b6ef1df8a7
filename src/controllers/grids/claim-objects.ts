import type { OwnerReference, Resource } from "../../api/index.ts";
import { gridSelectorLabel } from "./grid-labels.ts";

/** What becomes of objects that may be a grid's. */
export interface Claim {
  /** They are the grid's. */
  readonly claimed: readonly Resource[];
  /** They have the grid's label and no controller: they are to become the grid's. */
  readonly adoptable: readonly Resource[];
  /** They were the grid's, and somebody took the label off: they are to be let go. */
  readonly released: readonly Resource[];
}

/** Sorts objects by whether they are the grid's; those of another controller, or being deleted, are left alone. */
export function claimObjects(grid: Resource, objects: readonly Resource[]): Claim {
  const claimed: Resource[] = [];
  const adoptable: Resource[] = [];
  const released: Resource[] = [];
  const leaving = grid.metadata.deletionTimestamp !== undefined;
  for (const object of objects) {
    const controller = controllerOf(object);
    const matches = object.metadata.labels?.[gridSelectorLabel] === grid.metadata.name;
    const busy = leaving || object.metadata.deletionTimestamp !== undefined;
    if (controller && controller.uid !== grid.metadata.uid) continue;
    if (controller && matches) claimed.push(object);
    else if (controller && !busy) released.push(object);
    else if (!controller && matches && !busy) adoptable.push(object);
  }
  return { claimed, adoptable, released };
}

/** The one owner that controls an object. */
export function controllerOf(object: Resource): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** The reference by which a grid owns and controls an object. */
export function ownerReferenceTo(grid: Resource): OwnerReference {
  const { name = "", uid = "" } = grid.metadata;
  return { apiVersion: grid.apiVersion, kind: grid.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The object as the grid's. */
export function adopted(object: Resource, grid: Resource): Resource {
  const others = object.metadata.ownerReferences ?? [];
  return { ...object, metadata: { ...object.metadata, ownerReferences: [...others, ownerReferenceTo(grid)] } };
}

/** The object as nobody's. */
export function letGo(object: Resource, grid: Resource): Resource {
  const others = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== grid.metadata.uid);
  return { ...object, metadata: { ...object.metadata, ownerReferences: others } };
}
