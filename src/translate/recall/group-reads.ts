import { sameKey } from "../plan-cache.ts";
import type { OutboundView } from "../view.ts";
import type { Lookup, Reads } from "./reads.ts";

interface Read {
  answer: unknown;
  /** The pieces that read it. */
  readonly by: string[];
}

/** What the pieces of a group read, each thing once: many pieces read the same, and a change concerns few of them. */
export class GroupReads<V extends OutboundView> {
  readonly #reads = new Map<Lookup<V, unknown, unknown>, Map<unknown, Read>>();

  /** Takes down what a piece read. What it read before and no longer does stays, and costs a look at it. */
  add(piece: string, reads: Reads<V>): void {
    for (const [lookup, argument, answer] of reads.all()) {
      const known = this.#reads.get(lookup) ?? new Map<unknown, Read>();
      this.#reads.set(lookup, known);
      const read = known.get(argument);
      if (!read) known.set(argument, { answer, by: [piece] });
      else if (!read.by.includes(piece)) read.by.push(piece);
    }
  }

  /** The pieces for which another view gives another answer. They have to be made for it: it is asked only once. */
  differingFor(view: V): ReadonlySet<string> {
    const differing = new Set<string>();
    for (const [lookup, known] of this.#reads) {
      for (const [argument, read] of known) {
        const answer = lookup(view, argument);
        if (answer === read.answer) continue;
        if (!sameKey(read.answer, answer)) for (const piece of read.by) differing.add(piece);
        read.answer = answer;
      }
    }
    return differing;
  }
}
