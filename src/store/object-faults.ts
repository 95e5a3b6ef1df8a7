import { keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { describeKey } from "./object-identity.ts";

const detailsOf = (key: ResourceKey) => ({ group: key.group, kind: key.kind, name: key.name });

/** No object has this key. */
export function notFound(key: ResourceKey): FairwayError {
  return new FairwayError("NotFound", `${describeKey(key)} was not found`, { details: detailsOf(key) });
}

/** The key of a new object is taken. */
export function alreadyExists(key: ResourceKey): FairwayError {
  return new FairwayError("AlreadyExists", `${describeKey(key)} exists already`, { details: detailsOf(key) });
}

/** Which version and incarnation a request was made from; absent or empty means any. */
export interface Precondition {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Throws a Conflict unless `current` is the version and incarnation that the request was made from. */
export function checkPrecondition(current: Resource, expected: Precondition, request: "update" | "delete"): void {
  const key = keyOf(current);
  const { uid = "", resourceVersion = "" } = current.metadata;
  if (expected.uid && expected.uid !== uid) {
    const message = `${describeKey(key)} has uid ${uid}, the ${request} was made for uid ${expected.uid}: the object was replaced, read it again`;
    throw new FairwayError("Conflict", message, { details: { ...detailsOf(key), uid } });
  }
  if (expected.resourceVersion && expected.resourceVersion !== resourceVersion) {
    const message = `${describeKey(key)} is at version ${resourceVersion}, the ${request} was made from version ${expected.resourceVersion}: read it again and repeat the change`;
    throw new FairwayError("Conflict", message, { details: detailsOf(key) });
  }
}
