import type { OutboundView } from "../view.ts";
import type { GroupReads } from "./group-reads.ts";
import type { Reads } from "./reads.ts";

/** Something that was made, and all that it depends on. */
export interface Piece<V extends OutboundView> {
  given: readonly unknown[];
  reads: Reads<V>;
  result: unknown;
  /** The version for which it was asked for last. */
  round: number;
}

/** Pieces that are made together. */
export interface Group<V extends OutboundView> {
  readonly given: readonly unknown[];
  readonly memory: Memory<V>;
  readonly reads: GroupReads<V>;
  readonly result: unknown;
  round: number;
}

/** What was made for a version of a view, piece by piece. Whoever makes the next version with it uses it up. */
export interface Memory<V extends OutboundView> {
  readonly pieces: Map<string, Piece<V>>;
  readonly groups: Map<string, Group<V>>;
  readonly scope: V["scope"];
  readonly round: number;
}
