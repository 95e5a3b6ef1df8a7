import { type GroupKind, keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import type { Revision, RevisionFilter } from "../core/index.ts";
import type { ChangeFilter } from "./change-feed.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { keyOfId, objectId, slotOf } from "./object-identity.ts";
import { positionAfter } from "./revision-index.ts";

/** What an object was at some revision; undefined if it did not exist. */
export interface PastState {
  readonly key: ResourceKey;
  readonly resource: Resource | undefined;
}

/** The kept revisions up to `newest`, the newest first; with a key, of that object only. */
export async function readRevisions(
  journal: Journal,
  newest: number,
  filter: Omit<RevisionFilter, "before">,
): Promise<readonly Revision[]> {
  const { key, limit = Number.POSITIVE_INFINITY } = filter;
  const slot = key && slotOf(key, objectId(key.namespace, key.name));
  const wanted: number[] = [];
  for (let i = positionAfter(journal.entries, newest) - 1; i >= 0 && wanted.length < limit; i--) {
    const entry = journal.entries[i] as JournalEntry;
    if (slot === undefined || slotOf(entry.type, entry.id) === slot) wanted.push(entry.revision);
  }
  return (await journal.load(wanted)).map(({ revision, time, change, resource }) => ({
    revision: String(revision),
    time,
    change,
    key: keyOf(resource),
    resource,
  }));
}

/**
 * The state at `revision` of all objects that changed after it, by slot. The first change after that revision says which
 * revision it superseded, and that is the state that was asked for.
 */
export async function statesAt(
  journal: Journal,
  revision: number,
  filter: ChangeFilter,
): Promise<ReadonlyMap<string, PastState>> {
  const { entries } = journal;
  const first = new Map<string, JournalEntry>();
  for (let i = positionAfter(entries, revision); i < entries.length; i++) {
    const entry = entries[i] as JournalEntry;
    const slot = slotOf(entry.type, entry.id);
    if (filter(entry) && !first.has(slot)) first.set(slot, entry);
  }
  const revisions = [...first.values()].map((entry) => entry.previous).filter((previous) => previous !== 0);
  const loaded = new Map<number, Resource>();
  for (const record of await journal.load(revisions)) loaded.set(record.revision, record.resource);
  const states = new Map<string, PastState>();
  for (const [slot, { type, id, previous }] of first) {
    states.set(slot, { key: keyOfId(type, id), resource: loaded.get(previous) });
  }
  return states;
}

/** The objects of a kind as they were, from what they are now and what has changed since. */
export function rewind(
  type: GroupKind,
  now: readonly Resource[],
  changed: ReadonlyMap<string, PastState>,
): readonly Resource[] {
  const past: { id: string; resource: Resource }[] = [];
  for (const resource of now) {
    const id = objectId(resource.metadata.namespace ?? "", resource.metadata.name ?? "");
    if (!changed.has(slotOf(type, id))) past.push({ id, resource });
  }
  for (const { key, resource } of changed.values()) {
    if (resource) past.push({ id: objectId(key.namespace, key.name), resource });
  }
  past.sort((a, b) => (a.id < b.id ? -1 : 1));
  return Object.freeze(past.map((entry) => entry.resource));
}
