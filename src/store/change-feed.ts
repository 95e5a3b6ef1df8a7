import type { Change, Journal, JournalEntry, JournalRecord } from "./journal.ts";
import { checkRevision } from "./revision.ts";
import { positionAfter } from "./revision-index.ts";

/** How many of the newest changes are kept in memory at the least, where nothing else is said. */
const recentChanges = 1024;

/** How many changes are read back from the journal at once. */
const readBackLimit = 256;

/** Where changes are read back from that are no longer in memory. */
type Past = Pick<Journal, "compacted" | "entries" | "load">;

/** Whether a watcher is interested in a change. */
export type ChangeFilter = (entry: JournalEntry) => boolean;

/** A watcher that has seen everything and waits for more. */
export interface Waiter {
  readonly filter: ChangeFilter;
  /** Called once, when there is something for it after `cursor`, or the feed has ended. */
  wake(cursor: number): void;
}

/** Changes that a watcher has not seen yet, and the revision up to which it has seen all with them. */
export interface FeedPage {
  readonly changes: readonly Change[];
  readonly cursor: number;
}

/**
 * The one sequence that all watchers read, each by its own cursor: a watcher costs the feed a number, however far behind
 * it is.
 */
export class ChangeFeed {
  readonly #journal: Past;
  readonly #kept: () => number;
  #newest: number;
  #recent: Change[] = [];
  /** All changes after this one are in memory. */
  #recentFrom: number;
  #closed = false;
  readonly #waiters = new Set<Waiter>();

  /**
   * `newest` is the revision before the first that is published, `kept` how many of the newest changes are in memory at the
   * least; older ones are read back from the journal.
   */
  constructor(journal: Past, newest: number, kept = () => recentChanges) {
    this.#journal = journal;
    this.#kept = kept;
    this.#newest = newest;
    this.#recentFrom = newest;
  }

  /** A feed of which nothing is known but what is in memory: who falls behind that must list again. */
  static inMemory(newest: number, kept = () => recentChanges): ChangeFeed {
    const feed: ChangeFeed = new ChangeFeed(
      {
        get compacted() {
          return feed.#recentFrom;
        },
        entries: [],
        load: async () => [],
      },
      newest,
      kept,
    );
    return feed;
  }

  /** The newest revision that was published. */
  get newest(): number {
    return this.#newest;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** To be called only after all changes were read: what the waiter's filter leaves out counts as seen meanwhile. */
  wait(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  stopWaiting(waiter: Waiter): void {
    this.#waiters.delete(waiter);
  }

  publish(changes: readonly Change[]): void {
    const before = this.#newest;
    for (const change of changes) this.#recent.push(change);
    this.#newest = changes.at(-1)?.revision ?? this.#newest;
    const kept = this.#kept();
    // Dropping many at a time makes the cost of a change constant.
    if (this.#recent.length > 1.25 * kept) {
      const dropped = this.#recent.length - kept;
      this.#recentFrom = this.#recent[dropped - 1]?.revision ?? this.#recentFrom;
      this.#recent = this.#recent.slice(dropped);
    }
    this.#wake(before, (waiter) => changes.some(waiter.filter));
  }

  close(): void {
    this.#closed = true;
    this.#wake(this.#newest, () => true);
  }

  /** Throws an Expired fault if what follows `cursor` was forgotten, a Timeout fault if `cursor` is still to come. */
  check(cursor: number): void {
    checkRevision(cursor, this.#journal.compacted, this.#newest);
  }

  /** What comes after `cursor`, at once; undefined if it must be read back. */
  peek(cursor: number, filter: ChangeFilter, limit: number): FeedPage | undefined {
    if (cursor < this.#recentFrom) return undefined;
    const changes: Change[] = [];
    for (let i = positionAfter(this.#recent, cursor); i < this.#recent.length; i++) {
      const change = this.#recent[i] as Change;
      if (!filter(change)) continue;
      changes.push(change);
      if (changes.length >= limit) return { changes, cursor: change.revision };
    }
    return { changes, cursor: this.#newest };
  }

  /** What comes after `cursor`, read back from the journal. */
  async readBack(cursor: number, filter: ChangeFilter, limit: number): Promise<FeedPage> {
    const newest = this.#newest;
    const { entries } = this.#journal;
    const wanted: JournalEntry[] = [];
    for (let i = positionAfter(entries, cursor); i < entries.length; i++) {
      const entry = entries[i] as JournalEntry;
      if (entry.revision > newest) break;
      if (!filter(entry)) continue;
      wanted.push(entry);
      if (wanted.length >= Math.min(limit, readBackLimit)) {
        return { changes: await this.#load(wanted), cursor: entry.revision };
      }
    }
    return { changes: await this.#load(wanted), cursor: newest };
  }

  async #load(entries: readonly JournalEntry[]): Promise<Change[]> {
    const revisions = new Set<number>();
    for (const { revision, previous } of entries) {
      revisions.add(revision);
      if (previous !== 0) revisions.add(previous);
    }
    const records = new Map<number, JournalRecord>();
    for (const record of await this.#journal.load([...revisions])) records.set(record.revision, record);
    return entries.map((entry) => ({
      ...(records.get(entry.revision) as JournalRecord),
      before: records.get(entry.previous)?.resource,
    }));
  }

  #wake(cursor: number, concerned: (waiter: Waiter) => boolean): void {
    for (const waiter of this.#waiters) {
      if (!concerned(waiter)) continue;
      this.#waiters.delete(waiter);
      waiter.wake(cursor);
    }
  }
}
