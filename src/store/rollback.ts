import {
  formatGroupKind,
  type KindCatalog,
  type KindDefinition,
  type Resource,
  type ResourceKey,
  systemNamespaces,
} from "../api/index.ts";
import type { Rollback } from "../core/index.ts";
import { deletedState } from "./deleted-state.ts";
import { sourceOf } from "./directory/source-annotation.ts";
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

/** What is to be written back, and what is not although it was different. */
export interface RollbackPlan {
  /** What existed in the order of the catalogue, then what did not in the opposite order. */
  readonly steps: readonly RollbackStep[];
  readonly leftOut: Rollback["leftOut"];
}

/** Kinds that tell what happens instead of asking for something: nobody wants those of former times back. */
const passing: ReadonlySet<string> = new Set(["Event", "events.k8s.io/Event", "coordination.k8s.io/Lease"]);

/** On what a cluster is given from the start: going back to before it was there would leave a cluster without it. */
const bootstrapLabel = "kubernetes.io/bootstrapping";

/** Decides how former states are written back. `newest` is what an object is now. */
export function planRollback(
  past: Iterable<PastState>,
  newest: (key: ResourceKey) => Resource | undefined,
  kinds: KindCatalog,
): RollbackPlan {
  const states = [...past];
  const ending = new Set(states.filter(isEndingNamespace).map(({ key }) => key.name));
  const rank = new Map(kinds.all.map((kind, i) => [formatGroupKind(kind), i]));
  const rankOf = (step: RollbackStep) => rank.get(formatGroupKind(step.kind)) ?? 0;
  const present: RollbackStep[] = [];
  const absent: RollbackStep[] = [];
  const leftOut: Rollback["leftOut"][number][] = [];
  for (const { key, resource: target } of states) {
    const current = newest(key);
    if (passing.has(formatGroupKind(key)) || (!target && current && isBasic(key, current))) continue;
    const kind = kinds.find(key);
    const reason = kind ? reasonToLeave(key, current, target, ending) : "its kind is not defined now";
    if (kind && reason === undefined) (target ? present : absent).push({ key, kind, target });
    else if (reason !== undefined && (current || target)) leftOut.push({ key, reason });
  }
  present.sort((a, b) => rankOf(a) - rankOf(b));
  absent.sort((a, b) => rankOf(b) - rankOf(a));
  return { steps: [...present, ...absent], leftOut };
}

/** Why an object stays as it is; undefined if it does not. */
function reasonToLeave(
  key: ResourceKey,
  current: Resource | undefined,
  target: Resource | undefined,
  ending: ReadonlySet<string>,
): string | undefined {
  const file = (current && sourceOf(current)) ?? (target && sourceOf(target));
  if (file !== undefined) return `it comes from the file ${file}`;
  if (target && isEnding(target)) return "it was being deleted then";
  if (target && ending.has(key.namespace)) return "its namespace was being deleted then";
  if (target && current && isEnding(current)) return "it is being deleted now";
  return undefined;
}

function isEnding({ metadata }: Resource): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function isEndingNamespace({ key, resource }: PastState): boolean {
  return formatGroupKind(key) === "Namespace" && resource !== undefined && isEnding(resource);
}

function isBasic(key: ResourceKey, { metadata }: Resource): boolean {
  if (formatGroupKind(key) === "Namespace") return systemNamespaces.includes(key.name);
  return metadata.labels !== undefined && Object.hasOwn(metadata.labels, bootstrapLabel);
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
    const { metadata, status } = target;
    const ownerReferences = metadata.ownerReferences?.map((ref) => ({ ...ref, uid: uids.get(ref.uid) ?? ref.uid }));
    const input = { ...target, metadata: { ...metadata, ownerReferences } };
    if (!current) {
      const uid = uids.get(metadata.uid ?? "") ?? metadata.uid ?? "";
      const { change, resource } = createdState(input, step.key.name, uid, context);
      // Whoever wrote the status may be gone for good, as the machine of a pod; others will write it anew.
      return { change, resource: Object.freeze({ ...resource, ...(status !== undefined && { status }) }) };
    }
    const { finalizers } = current.metadata;
    return updatedState(current, { ...input, metadata: { ...input.metadata, finalizers } }, context);
  };
}
