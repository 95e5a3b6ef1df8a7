import { sameKey } from "../plan-cache.ts";
import type { OutboundView } from "../view.ts";
import { GroupReads } from "./group-reads.ts";
import type { Group, Memory, Piece } from "./memory.ts";
import { type Reading, Reads } from "./reads.ts";
import { likeBefore } from "./steady-scope.ts";

/** What was made already, and may be used again. */
export interface Remembered<V extends OutboundView> {
  /** For the view's version before this one; it is used up. */
  readonly before?: Memory<V> | undefined;
  /** For another view; it is left as it is. */
  readonly like?: Memory<V> | undefined;
  /** The only pieces that may differ from those before; absent: any. */
  readonly doubtful?: ReadonlySet<string> | undefined;
}

/** Gives a view of which everything that is read is remembered. */
export type ViewReader<V extends OutboundView> = (reads: Reading<V>, view: V) => V;

/**
 * Makes what a view needs piece by piece, each with all that was read for it. The next version of the view takes over the
 * pieces for which it would read the same, so that a change costs what it concerns, and no dependency can be forgotten.
 */
export class Recall<V extends OutboundView> {
  readonly #reader: ViewReader<V>;
  readonly #pieces: Map<string, Piece<V>>;
  readonly #groups: Map<string, Group<V>>;
  readonly #doubtful: ReadonlySet<string> | undefined;
  readonly #like: Memory<V> | undefined;
  readonly #round: number;
  readonly #scope: V["scope"];
  #asked = 0;
  #view: V | undefined;

  constructor(view: V, reader: ViewReader<V>, { before, like, doubtful }: Remembered<V> = {}) {
    this.#reader = reader;
    const known = before ?? like;
    this.#view = known ? { ...view, scope: likeBefore(view.scope, known.scope) } : view;
    this.#scope = this.#view.scope;
    this.#pieces = before ? before.pieces : new Map();
    this.#groups = before ? before.groups : new Map();
    this.#doubtful = doubtful;
    this.#like = like;
    this.#round = before ? before.round + 1 : 0;
  }

  /** For the next version. */
  get memory(): Memory<V> {
    return { pieces: this.#pieces, groups: this.#groups, scope: this.#scope, round: this.#round };
  }

  /** What is read here is not remembered: a piece must be given it. */
  get view(): V {
    if (!this.#view) throw new Error("all pieces were made");
    return this.#view;
  }

  /** Makes all pieces and groups. Those of the version before that are not asked for are forgotten. */
  all<T>(make: (recall: Recall<V>) => T): T {
    const made = make(this);
    this.#view = undefined;
    if (this.#asked < this.#pieces.size) forgetAllBut(this.#round, this.#pieces);
    forgetAllBut(this.#round, this.#groups);
    return made;
  }

  /**
   * A piece, by a name of its own. It may depend on what it is given and on what it reads of the view it is called with;
   * from what it was before or is for another view, which `make` is told too, it may take what is equal.
   */
  piece<T>(id: string, given: readonly unknown[], make: (view: V, known: T | undefined) => T): T {
    const before = this.#pieces.get(id);
    if (before) {
      this.#keep(before);
      if (!this.#canDiffer(id) || this.#holds(before, given)) return before.result as T;
    }
    const like = this.#like?.pieces.get(id);
    const found = like && this.#holds(like, given) ? like : this.#made(given, make, before ?? like);
    const result = likeResult(before, found.result);
    const known = { given: found.given, reads: found.reads, result, round: this.#round };
    if (before) Object.assign(before, known);
    else {
      this.#pieces.set(id, known);
      this.#asked += 1;
    }
    return known.result as T;
  }

  /** A piece of a group that cannot differ from what it was: who asks for it need not find out what to give it. */
  unchanged<T>(id: string): T | undefined {
    const before = this.#canDiffer(id) ? undefined : this.#pieces.get(id);
    if (before) this.#keep(before);
    return before?.result as T | undefined;
  }

  #canDiffer(id: string): boolean {
    return !this.#doubtful || this.#doubtful.has(id);
  }

  #keep(before: Piece<V>): void {
    if (before.round !== this.#round) this.#asked += 1;
    before.round = this.#round;
  }

  /** Whether a piece would be made alike of what it is given now, and of what it would read. */
  #holds(piece: Piece<V>, given: readonly unknown[]): boolean {
    return sameGiven(piece.given, given) && piece.reads.holdFor(this.view);
  }

  #made<T>(
    given: readonly unknown[],
    make: (view: V, known: T | undefined) => T,
    known: Piece<V> | undefined,
  ): Omit<Piece<V>, "round"> {
    const reads = new Reads(this.view);
    const result = make(this.#reader(reads, this.view), known?.result as T | undefined);
    reads.close();
    return { given, reads, result };
  }

  /**
   * Many pieces that are made together, and may be given nothing but what the group is given. Where that is the same, only
   * those are looked at for which something else would be read.
   */
  group<T>(id: string, given: readonly unknown[], make: (recall: Recall<V>) => T): T {
    const before = this.#groups.get(id);
    const doubtful = before && sameGiven(before.given, given) ? before.reads.differingFor(this.view) : undefined;
    if (before && doubtful?.size === 0) {
      before.round = this.#round;
      return before.result as T;
    }
    // Should making fail, nothing is known of it: what differs is told only once.
    this.#groups.delete(id);
    const like = this.#like?.groups.get(id);
    const recall = new Recall(this.view, this.#reader, { before: before?.memory, like: like?.memory, doubtful });
    const made = recall.all(make);
    const reads = (doubtful && before?.reads) ?? new GroupReads();
    for (const piece of doubtful ?? recall.#pieces.keys()) {
      const read = recall.#pieces.get(piece)?.reads;
      if (read) reads.add(piece, read);
    }
    const result = likeResult(before, likeResult(like, made));
    this.#groups.set(id, { given, memory: recall.memory, reads, result, round: this.#round });
    return result as T;
  }
}

/** What was made, but what there is already if that is the same: the same object for whoever is given it. */
function likeResult(known: { readonly result: unknown } | undefined, made: unknown): unknown {
  return known && sameKey(known.result, made) ? known.result : made;
}

function forgetAllBut(round: number, all: Map<string, { readonly round: number }>): void {
  for (const [id, each] of all) if (each.round !== round) all.delete(id);
}

function sameGiven(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !sameKey(a[i], b[i])) return false;
  return true;
}
