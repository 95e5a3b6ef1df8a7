import type { Wanted } from "../deliver/index.ts";

/** Something for each wish: for everything, for the first set of names, and for others as long as somebody asks for them. */
export class ByWanted<V> {
  #all: V | undefined;
  /** Most have one wish only: a map for each of them would cost more than all that is in them. */
  #first: { readonly names: ReadonlySet<string>; value: V } | undefined;
  #others: WeakMap<ReadonlySet<string>, V> | undefined;

  get(wanted: Wanted): V | undefined {
    if (wanted === "all") return this.#all;
    return this.#first?.names === wanted ? this.#first.value : this.#others?.get(wanted);
  }

  set(wanted: Wanted, value: V): void {
    if (wanted === "all") this.#all = value;
    else if (!this.#first) this.#first = { names: wanted, value };
    else if (this.#first.names === wanted) this.#first.value = value;
    else {
      this.#others ??= new WeakMap();
      this.#others.set(wanted, value);
    }
  }

  /** Gives what there is for a wish away. */
  take(wanted: Wanted): V | undefined {
    const value = this.get(wanted);
    if (wanted === "all") this.#all = undefined;
    else if (this.#first?.names === wanted) this.#first = undefined;
    else this.#others?.delete(wanted);
    return value;
  }
}
