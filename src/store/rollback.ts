import {
  formatGroupKind,
  type KindCatalog,
  type KindDefinition,
  type Resource,
  type ResourceKey,
} from "../api/index.ts";
import { deletedState } from "./deleted-state.ts";
import type { PastState } from "./history.ts";
import { createdState, updatedState } from "./next-state.ts";
import type { Decide } from "./write-lane.ts";

/** One object to be brought back to its former state. */
export interface RollbackStep {
  readonly key: ResourceKey;
  readonly kind: KindDefinition;
  /** The former state; undefined if the object did not exist. */
  readonly target: Resource | undefined;
}

/**
 * The order in which former states are written back: what existed in the order of the catalogue, then what did not in
 * the opposite order. Left out are kinds that the store does not take any more, and objects that were being deleted at
 * the time, for those were on their way out.
 */
export function planRollback(past: Iterable<PastState>, kinds: KindCatalog): readonly RollbackStep[] {
  const rank = new Map(kinds.all.map((kind, i) => [formatGroupKind(kind), i]));
  const rankOf = (step: RollbackStep) => rank.get(formatGroupKind(step.kind)) ?? 0;
  const present: RollbackStep[] = [];
  const absent: RollbackStep[] = [];
  for (const { key, resource } of past) {
    const kind = kinds.find(key);
    if (!kind || resource?.metadata.deletionTimestamp !== undefined) continue;
    (resource ? present : absent).push({ key, kind, target: resource });
  }
  present.sort((a, b) => rankOf(a) - rankOf(b));
  absent.sort((a, b) => rankOf(b) - rankOf(a));
  return [...present, ...absent];
}

/**
 * How one object is brought back. An object that is made anew is another incarnation with another uid; `uids` maps the
 * former ones to the new ones, so that what it owned still belongs to it. Finalizers of a living object are its
 * controllers' and stay.
 */
export function restore(step: RollbackStep, uids: ReadonlyMap<string, string>): Decide {
  return (current, context) => {
    const { target } = step;
    if (!target) return current && deletedState(current, undefined, context);
    const { metadata } = target;
    const ownerReferences = metadata.ownerReferences?.map((ref) => ({ ...ref, uid: uids.get(ref.uid) ?? ref.uid }));
    const input = { ...target, metadata: { ...metadata, ownerReferences } };
    if (!current) {
      const uid = uids.get(metadata.uid ?? "") ?? metadata.uid ?? "";
      return createdState(input, step.key.name, uid, context);
    }
    const { finalizers } = current.metadata;
    return updatedState(current, { ...input, metadata: { ...input.metadata, finalizers } }, context);
  };
}
