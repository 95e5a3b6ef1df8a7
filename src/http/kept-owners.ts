import {
  type FieldOwner,
  type Resource,
  readOwners,
  type TrackedWrite,
  trackUpdate,
  writeOwners,
} from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";

/** Who is taken to own the fields that were there before anybody was recorded. */
const beforeFirstApply = "before-first-apply";

/**
 * The owners that an update goes out from: those that the client sent, if it sent any, else those of the stored object.
 * A list of one empty entry forgets them all. Undefined where none are recorded: then none are from now on, until
 * somebody applies.
 */
export function startingOwners(input: Resource, live?: Resource): readonly FieldOwner[] | "forget" | undefined {
  const { managedFields: sent = [] } = input.metadata;
  if (jsonEqual(sent, [{}])) return "forget";
  const given = sent.length > 0 ? readOwners(sent) : undefined;
  if (given) return given;
  if (!live) return [];
  const { managedFields: kept = [] } = live.metadata;
  return kept.length > 0 ? readOwners(kept) : undefined;
}

/** The owners that an applier finds; what nobody is recorded for belongs to somebody unknown. */
export function ownersBefore(tracked: TrackedWrite, live: Resource): readonly FieldOwner[] {
  const { managedFields = [] } = live.metadata;
  const recorded = managedFields.length > 0 ? readOwners(managedFields) : undefined;
  if (recorded) return recorded;
  const writer = { ...tracked.writer, manager: beforeFirstApply, operation: "Update" } as const;
  return trackUpdate({ ...tracked, writer }, undefined, live, []);
}

/** The object with the owners that it has once `next` takes the place of `live`. */
export function ownersAfter(
  tracked: TrackedWrite,
  live: Resource | undefined,
  next: Resource,
  owners: readonly FieldOwner[] | "forget" | undefined,
): Resource {
  if (owners === undefined || owners === "forget") return withOwners(next, []);
  return withOwners(next, trackUpdate(tracked, live, next, owners));
}

/** The object with these owners on record. */
export function withOwners(resource: Resource, owners: readonly FieldOwner[]): Resource {
  return { ...resource, metadata: { ...resource.metadata, managedFields: writeOwners(owners) } };
}
