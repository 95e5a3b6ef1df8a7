import { FairwayError } from "../../base/fault.ts";
import { sameKey } from "../plan-cache.ts";
import type { OutboundView } from "../view.ts";

/** Finds one thing in a view. Lookups are constants, so that they can be told apart by identity. */
export type Lookup<V, A, R> = (view: V, argument: A) => R;

/** Up to so many reads it costs less to look through them than to index them. */
const fewReads = 24;

/** Reads a view for somebody who has to be told again if one of the answers is another. */
export interface Reading<V extends OutboundView> {
  get<R>(lookup: (view: V) => R): R;
  find<A, R>(lookup: Lookup<V, A, R>, argument: A): R;
}

/** All that was read of a view for some purpose: whoever reads the same from another view comes to the same result. */
export class Reads<V extends OutboundView> implements Reading<V> {
  /** Only while something is made: what is kept must not keep the whole view. */
  #view: V | undefined;
  /** Lookup, argument and answer of each in turn: there are very many, and most are of a few reads. */
  readonly #log: unknown[] = [];
  #index: Map<unknown, Set<unknown>> | undefined;

  constructor(view: V) {
    this.#view = view;
  }

  get<R>(lookup: (view: V) => R): R {
    return this.find(lookup, undefined);
  }

  /** Looks something up and remembers the answer. */
  find<A, R>(lookup: Lookup<V, A, R>, argument: A): R {
    if (!this.#view) throw new FairwayError("Internal", "what was planned reads the view after its planning");
    const answer = lookup(this.#view, argument);
    if (!this.#has(lookup, argument)) this.#log.push(lookup, argument, answer);
    return answer;
  }

  /** Nothing is read any more. */
  close(): void {
    this.#view = undefined;
    this.#index = undefined;
  }

  /** Everything that was read, with the answers. */
  *all(): Generator<readonly [lookup: Lookup<V, unknown, unknown>, argument: unknown, answer: unknown]> {
    const log = this.#log;
    for (let i = 0; i < log.length; i += 3) {
      yield [log[i] as Lookup<V, unknown, unknown>, log[i + 1], log[i + 2]];
    }
  }

  /** Whether another view gives the same answers to everything that was asked. */
  holdFor(view: V): boolean {
    const log = this.#log;
    for (let i = 0; i < log.length; i += 3) {
      const lookup = log[i] as Lookup<V, unknown, unknown>;
      const answer = lookup(view, log[i + 1]);
      if (answer !== log[i + 2] && !sameKey(log[i + 2], answer)) return false;
    }
    return true;
  }

  #has(lookup: unknown, argument: unknown): boolean {
    const log = this.#log;
    if (log.length <= fewReads * 3) {
      for (let i = 0; i < log.length; i += 3) if (log[i] === lookup && log[i + 1] === argument) return true;
      return false;
    }
    this.#index ??= indexOf(log);
    const known = this.#index.get(lookup) ?? new Set();
    this.#index.set(lookup, known);
    const has = known.has(argument);
    known.add(argument);
    return has;
  }
}

function indexOf(log: readonly unknown[]): Map<unknown, Set<unknown>> {
  const index = new Map<unknown, Set<unknown>>();
  for (let i = 0; i < log.length; i += 3) {
    const known = index.get(log[i]) ?? new Set();
    index.set(log[i], known.add(log[i + 1]));
  }
  return index;
}
