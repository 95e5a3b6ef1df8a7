import { sameKey } from "../plan-cache.ts";
import type { OutboundView } from "../view.ts";
import { type Reading, Reads } from "./reads.ts";
import { likeBefore } from "./steady-scope.ts";

/** Gives a view of which everything that is read is remembered. */
export type ViewReader<V extends OutboundView> = (reads: Reading<V>, view: V) => V;

interface Piece<V extends OutboundView> {
  given: readonly unknown[];
  reads: Reads<V>;
  result: unknown;
  /** The version for which it was asked for last. */
  round: number;
  /** The pieces of a group. */
  group?: Recall<V>;
}

/**
 * What was made for a view, piece by piece, each with all that was read for it. The next version of the view takes over the
 * pieces for which it would read the same, so that a change costs what it concerns, and no dependency can be forgotten.
 */
export class Recall<V extends OutboundView> {
  readonly #reader: ViewReader<V>;
  readonly #pieces: Map<string, Piece<V>>;
  readonly #round: number;
  readonly #scope: V["scope"];
  #asked = 0;
  #view: V | undefined;

  /** `before` is what was made for the view's version before this one; it is used up. */
  constructor(view: V, reader: ViewReader<V>, before?: Recall<V>) {
    this.#reader = reader;
    this.#view = before ? { ...view, scope: likeBefore(view.scope, before.#scope) } : view;
    this.#scope = this.#view.scope;
    this.#pieces = before ? before.#pieces : new Map();
    this.#round = before ? before.#round + 1 : 0;
  }

  /** What is read here is not remembered: a piece must be given it. */
  get view(): V {
    if (!this.#view) throw new Error("all pieces were made");
    return this.#view;
  }

  /** Makes all pieces. Those of the version before that are not asked for are forgotten. */
  all<T>(make: (recall: Recall<V>) => T): T {
    const made = make(this);
    this.#view = undefined;
    if (this.#asked < this.#pieces.size) {
      for (const [id, { round }] of this.#pieces) if (round !== this.#round) this.#pieces.delete(id);
    }
    return made;
  }

  /**
   * A piece, by a name of its own. It may depend on what it is given and on what it reads of the view it is called with;
   * from what it was before, which `make` is told too, it may take what is equal.
   */
  piece<T>(id: string, given: readonly unknown[], make: (view: V, before: T | undefined) => T): T {
    const before = this.#ask(id);
    if (before && this.#holds(before, given)) return before.result as T;
    const reads = new Reads(this.view);
    const made = make(this.#reader(reads, this.view), before?.result as T | undefined);
    reads.close();
    return this.#keep(id, before, { given, reads }, made);
  }

  /**
   * Many pieces that are made together. Where what the group is given is the same, and all that any of them read, none of them
   * is looked at. As with a piece, `make` must be given what it reads itself.
   */
  group<T>(id: string, given: readonly unknown[], make: (recall: Recall<V>) => T): T {
    const before = this.#ask(id);
    if (before && this.#holds(before, given)) return before.result as T;
    const group = new Recall(this.view, this.#reader, before?.group);
    const made = group.all(make);
    return this.#keep(id, before, { given, reads: Reads.joined(group.#reads()), group }, made);
  }

  #ask(id: string): Piece<V> | undefined {
    const before = this.#pieces.get(id);
    this.#asked += 1;
    if (before) before.round = this.#round;
    return before;
  }

  #holds(before: Piece<V>, given: readonly unknown[]): boolean {
    return sameGiven(before.given, given) && before.reads.holdFor(this.view);
  }

  /** What turns out to be the same is the same object for whoever is given it. */
  #keep<T>(id: string, before: Piece<V> | undefined, by: Pick<Piece<V>, "given" | "reads" | "group">, made: T): T {
    const result = before && sameKey(before.result, made) ? before.result : made;
    if (before) Object.assign(before, by, { result });
    else this.#pieces.set(id, { ...by, result, round: this.#round });
    return result as T;
  }

  *#reads(): Generator<Reads<V>> {
    for (const { reads } of this.#pieces.values()) yield reads;
  }
}

function sameGiven(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !sameKey(a[i], b[i])) return false;
  return true;
}
