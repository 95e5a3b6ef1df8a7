import { FairwayError } from "../base/fault.ts";
import type { JournalEntry } from "./journal.ts";

/** The entries of a journal by rising revision, with the lookups that history needs. */
export class RevisionIndex<E extends JournalEntry> {
  readonly #entries: E[];

  constructor(entries: E[] = []) {
    this.#entries = entries;
  }

  get entries(): readonly E[] {
    return this.#entries;
  }

  add(entry: E): void {
    this.#entries.push(entry);
  }

  find(revision: number): E | undefined {
    const entry = this.#entries[positionAfter(this.#entries, revision - 1)];
    return entry?.revision === revision ? entry : undefined;
  }

  /** As `find`, but a revision that is not kept is an Expired fault. */
  get(revision: number): E {
    const entry = this.find(revision);
    if (!entry) throw new FairwayError("Expired", `revision ${revision} is no longer kept`);
    return entry;
  }

  /**
   * What remains of the entries when superseded ones up to `point` are forgotten: the last of each object that is alive
   * at that point, and everything after it.
   */
  retained(point: number): E[] {
    const end = positionAfter(this.#entries, point);
    const superseded = new Set<number>();
    for (let i = 0; i < end; i++) superseded.add((this.#entries[i] as E).previous);
    return this.#entries.filter((e, i) => i >= end || (e.change !== "deleted" && !superseded.has(e.revision)));
  }
}

/** The position of the first entry after `revision`. */
export function positionAfter(entries: readonly JournalEntry[], revision: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] as JournalEntry).revision <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}
