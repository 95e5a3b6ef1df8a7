import type { Resource } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { Propagation } from "../core/index.ts";
import { type Step, type StepContext, timestamp } from "./next-state.ts";
import { assemble, takeContent, takeUserMeta } from "./object-fields.ts";

/** On an owner being deleted: it waits until the dependents that block it are gone. */
export const foregroundFinalizer = "foregroundDeletion";
/** On an owner being deleted: it waits until its dependents no longer refer to it. */
export const orphanFinalizer = "orphan";

/**
 * What deleting an object makes of it: gone, or marked as being deleted while finalizers remain. Undefined if it was
 * marked before and nothing changes.
 */
export function deletedState(
  current: Resource,
  propagation: Propagation | undefined,
  context: StepContext,
): Step | undefined {
  const { metadata } = current;
  const finalizers = finalizersFor(metadata.finalizers ?? [], propagation);
  const marked = metadata.deletionTimestamp !== undefined;
  const gone = finalizers.length === 0 && !context.kind.heldBack?.(current);
  if (marked && !gone && jsonEqual(finalizers, metadata.finalizers ?? [])) return undefined;
  const mark = {
    deletionTimestamp: timestamp(context.time),
    deletionGracePeriodSeconds: 0,
    generation: context.kind.generation ? (metadata.generation ?? 1) + 1 : undefined,
  };
  const server = { ...metadata, ...(marked || gone ? {} : mark), resourceVersion: String(context.revision) };
  const user = takeUserMeta({ ...metadata, finalizers }, metadata).fields;
  const content = takeContent(current, current).fields;
  return { change: gone ? "deleted" : "updated", resource: assemble(current, user, server, content, current.status) };
}

/** A policy that is asked for takes the place of one asked for before; without one, what stands stays. */
function finalizersFor(current: readonly string[], propagation: Propagation | undefined): readonly string[] {
  if (propagation === undefined) return current;
  const others = current.filter((f) => f !== foregroundFinalizer && f !== orphanFinalizer);
  if (propagation === "Foreground") return [...others, foregroundFinalizer];
  if (propagation === "Orphan") return [...others, orphanFinalizer];
  return others;
}
