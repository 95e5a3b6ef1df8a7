import type { KindDefinition, ObjectMeta, Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { Revision } from "../core/index.ts";
import { mergeChange } from "./merge-change.ts";
import { assemble, type ServerMeta, type TakenFields, takeContent, takeUserMeta, takeValue } from "./object-fields.ts";
import type { SharedOwners } from "./shared-owners.ts";

/** What a write makes of an object: its next version, or its last one if it goes. */
export interface Step {
  readonly change: Revision["change"];
  readonly resource: Resource;
}

/** What a step needs to know beyond the object itself. */
export interface StepContext {
  readonly kind: KindDefinition;
  /** The revision that the step will have. */
  readonly revision: number;
  /** Wall time in milliseconds since the epoch. */
  readonly time: number;
  readonly owners: SharedOwners;
}

/** RFC 3339 in whole seconds, as Kubernetes stamps objects. */
export function timestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** A new object from what the user sent, in its stored version, under the name and uid that were chosen for it. */
export function createdState(input: Resource, name: string, uid: string, context: StepContext): Step {
  const { kind, revision, time } = context;
  const generation = kind.generation ? 1 : undefined;
  const server = { uid, resourceVersion: String(revision), generation, creationTimestamp: timestamp(time) };
  const user = sharing(takeUserMeta({ ...input.metadata, name }, undefined), undefined, context.owners).fields;
  const content = takeContent(input, undefined).fields;
  const status = takeValue(kind.statusSubresource ? kind.initialStatus : input.status, undefined, "status");
  return { change: "created", resource: assemble(input, user, server, content, status) };
}

/** The user's new state of an object. Undefined if it changes nothing. */
export function updatedState(current: Resource, input: Resource, context: StepContext): Step | undefined {
  const status = context.kind.statusSubresource ? current.status : input.status;
  return replacedState(current, { ...input, status }, context);
}

/** A controller's new status of an object. Undefined if it changes nothing. */
export function statusState(current: Resource, input: Resource, context: StepContext): Step | undefined {
  const managedFields = input.metadata.managedFields ?? current.metadata.managedFields;
  const metadata = { ...current.metadata, managedFields };
  return replacedState(current, { ...current, metadata, status: input.status }, context);
}

/** The object with what was changed from `original` to `changed`. Undefined if that is nothing. */
export function patchedState(
  current: Resource,
  original: Resource,
  changed: Resource,
  context: StepContext,
): Step | undefined {
  return replacedState(current, mergeChange(original, changed, current) as Resource, context);
}

/** Whether two states of an object ask for the same: all is equal but status and what the store itself writes. */
export function sameContent(a: Resource, b: Resource): boolean {
  return !takeContent(a, b).changed && !takeUserMeta(a.metadata, b.metadata).changed;
}

function replacedState(current: Resource, wanted: Resource, context: StepContext): Step | undefined {
  const { kind, revision } = context;
  const content = takeContent(wanted, current);
  const managedFields = wanted.metadata.managedFields ?? current.metadata.managedFields;
  const user = sharing(takeUserMeta({ ...wanted.metadata, managedFields }, current.metadata), current, context.owners);
  const status = takeValue(wanted.status, current.status, "status");
  const statusChanged = status !== current.status;
  const changed = content.changed || user.changed || statusChanged || wanted.apiVersion !== current.apiVersion;
  if (!changed) return undefined;
  const { finalizers = [] } = user.fields as ObjectMeta;
  const deleting = current.metadata.deletionTimestamp !== undefined;
  if (deleting) refuseNewFinalizers(current.metadata.finalizers ?? [], finalizers);
  const asked = content.changed || (statusChanged && !kind.statusSubresource);
  const server: ServerMeta = {
    ...current.metadata,
    resourceVersion: String(revision),
    generation: kind.generation ? (current.metadata.generation ?? 1) + (asked ? 1 : 0) : undefined,
  };
  return {
    change: deleting && finalizers.length === 0 && !kind.heldBack?.(wanted) ? "deleted" : "updated",
    resource: assemble(wanted, user.fields, server, content.fields, status),
  };
}

function refuseNewFinalizers(current: readonly string[], next: readonly string[]): void {
  const added = next.filter((finalizer) => !current.includes(finalizer));
  if (added.length === 0) return;
  const list = added.map((finalizer) => `'${finalizer}'`).join(", ");
  const message = `must not gain ${list} while the object is being deleted`;
  const cause = { reason: "FieldValueForbidden", message, field: "metadata.finalizers" };
  throw new FairwayError("Invalid", `metadata.finalizers ${message}`, { details: { causes: [cause] } });
}

/** Metadata whose entries about owners, where they are new, share what they have in common with those of other objects. */
function sharing(taken: TakenFields, current: Resource | undefined, owners: SharedOwners): TakenFields {
  const { managedFields } = taken.fields as ObjectMeta;
  if (!managedFields || managedFields === current?.metadata.managedFields) return taken;
  return { ...taken, fields: { ...taken.fields, managedFields: owners.share(managedFields) } };
}
