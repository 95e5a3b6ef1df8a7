import type { Wanted } from "../deliver/index.ts";

/** Something for each wish: for everything, and for sets of names for as long as somebody asks for them. */
export class ByWanted<V> {
  #all: V | undefined;
  readonly #named = new WeakMap<ReadonlySet<string>, V>();

  get(wanted: Wanted): V | undefined {
    return wanted === "all" ? this.#all : this.#named.get(wanted);
  }

  set(wanted: Wanted, value: V): void {
    if (wanted === "all") this.#all = value;
    else this.#named.set(wanted, value);
  }
}
