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

/** The same once more, for another view that begins with it. What was made is not copied, only what is known of it. */
export function copyOfMemory<V extends OutboundView>({ pieces, groups, scope }: Memory<V>): Memory<V> {
  // The version that it is used for has not asked for any of it yet.
  const round = -1;
  const copyOfGroup = (group: Group<V>): Group<V> => ({
    ...group,
    memory: copyOfMemory(group.memory),
    reads: group.reads.copy(),
    round,
  });
  return {
    pieces: new Map(Array.from(pieces, ([id, piece]) => [id, { ...piece, round }])),
    groups: new Map(Array.from(groups, ([id, group]) => [id, copyOfGroup(group)])),
    scope,
    round,
  };
}
