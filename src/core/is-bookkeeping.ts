import type { Resource } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { ResourceChange } from "./resource-change.ts";

/**
 * Whether a change is of an object's bookkeeping only, so that nobody who reads configuration sees a difference: its
 * status, versions, managed fields, owners and finalizers, and the annotations that are not read. Controllers write those
 * often. Where the object's generation does not tell that its specification stayed the same, the change counts.
 */
export function isBookkeeping(
  { before, after }: ResourceChange,
  isRead: (annotation: string) => boolean = () => true,
): boolean {
  if (!before || !after?.metadata.generation) return false;
  return (
    before.metadata.generation === after.metadata.generation &&
    before.metadata.uid === after.metadata.uid &&
    jsonEqual(before["spec"], after["spec"]) &&
    jsonEqual(before.metadata.labels ?? {}, after.metadata.labels ?? {}) &&
    jsonEqual(readAnnotations(before, isRead), readAnnotations(after, isRead))
  );
}

function readAnnotations({ metadata }: Resource, isRead: (annotation: string) => boolean): unknown {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => isRead(name)));
}
