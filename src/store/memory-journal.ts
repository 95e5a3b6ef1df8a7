import type { Journal, JournalRecord, StagedChange } from "./journal.ts";
import { RevisionIndex } from "./revision-index.ts";

/** A journal that lives as long as the process. */
export class MemoryJournal implements Journal {
  #index = new RevisionIndex<JournalRecord>();
  #compacted: number;
  /** How many entries were left by the last compaction. */
  #settled = 0;

  /** `compacted`: the revision before the first. */
  constructor(compacted: number) {
    this.#compacted = compacted;
  }

  get compacted(): number {
    return this.#compacted;
  }

  get entries(): readonly JournalRecord[] {
    return this.#index.entries;
  }

  async append(staged: readonly StagedChange[]): Promise<void> {
    for (const { change } of staged) {
      const { before: _, ...record } = change;
      this.#index.add(record);
    }
  }

  async load(revisions: readonly number[]): Promise<readonly JournalRecord[]> {
    return revisions.map((revision) => this.#index.get(revision));
  }

  async compact(upTo: number): Promise<void> {
    if (upTo <= this.#compacted) return;
    this.#index = new RevisionIndex(this.#index.retained(upTo));
    this.#compacted = upTo;
    this.#settled = this.#index.entries.length;
  }

  reclaim(upTo: number): void {
    // Waiting until the entries have doubled spreads the cost of the walk over the changes that made it necessary.
    if (upTo > this.#compacted && this.#index.entries.length >= 2 * this.#settled + 1024) void this.compact(upTo);
  }

  async close(): Promise<void> {}
}
