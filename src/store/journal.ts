import type { GroupKind, Resource } from "../api/index.ts";
import type { Revision } from "../core/index.ts";

/** What is known of one revision without reading it. */
export interface JournalEntry {
  readonly revision: number;
  /** The revision of the same object that this one supersedes; 0 for a creation. */
  readonly previous: number;
  readonly change: Revision["change"];
  readonly type: GroupKind;
  /** Namespace and name, see object-identity.ts. */
  readonly id: string;
}

/** One change of one object. */
export interface Change extends JournalEntry {
  /** Wall time in milliseconds since the epoch. */
  readonly time: number;
  /** The object after the change; of a deletion the last state. */
  readonly resource: Resource;
  /** The state before; absent for a creation. */
  readonly before: Resource | undefined;
}

/** A change on its way to the journal. */
export interface StagedChange {
  readonly change: Change;
  /** The object as JSON. */
  readonly text: string;
}

/** A revision as it was read back. */
export interface JournalRecord extends JournalEntry {
  readonly time: number;
  readonly resource: Resource;
}

/**
 * The sequence of all changes as far as it is kept: what makes a store durable, and its history. A journal takes one
 * `append` at a time.
 */
export interface Journal {
  /** Changes up to and including this one were forgotten where something superseded them. */
  readonly compacted: number;
  /** The entries that are kept, by rising revision: all after `compacted`, and before it the last of each live object. */
  readonly entries: readonly JournalEntry[];
  /** Keeps all the changes or none of them; resolves once nothing can take them away any more. */
  append(staged: readonly StagedChange[]): Promise<void>;
  /** Reads revisions back, in the order asked for. One that is no longer kept is an Expired fault. */
  load(revisions: readonly number[]): Promise<readonly JournalRecord[]>;
  /** Forgets superseded changes up to and including `upTo`. */
  compact(upTo: number): Promise<void>;
  /** Lets the journal compact in the background, up to `upTo` at most, if that is worth its cost. */
  reclaim(upTo: number): void;
  close(): Promise<void>;
}
