import type { KindCatalog } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { type Ids, randomIds } from "../base/ids.ts";
import { CommittedState } from "./committed-state.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { defaultRetention, Retention, type RetentionOptions } from "./retention.ts";
import { firstRevision } from "./revision.ts";
import { SharedOwners } from "./shared-owners.ts";
import { VersionedStore } from "./versioned-store.ts";

/** What the memory store needs to know. */
export interface MemoryStoreOptions {
  /** The kinds that the store takes; asked again with each request. */
  readonly kinds: () => KindCatalog;
  /** How much of the past is kept at the least. */
  readonly retention?: RetentionOptions;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** A store that lives as long as the process. */
export function createMemoryStore(options: MemoryStoreOptions): VersionedStore {
  const { kinds, retention = defaultRetention, clock = systemClock, ids = randomIds } = options;
  return new VersionedStore({
    kinds,
    clock,
    ids,
    journal: new MemoryJournal(firstRevision),
    state: new CommittedState(firstRevision),
    retention: new Retention(retention, clock, firstRevision),
    owners: new SharedOwners(),
  });
}
