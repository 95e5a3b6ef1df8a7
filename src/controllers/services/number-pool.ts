/**
 * Numbers from 0 up to `size` that are given out once each. Those that somebody asked for by name come from all of them;
 * others come from the upper part first, so that the lower one stays free for those that are asked for.
 */
export class NumberPool {
  readonly #size: number;
  /** Where the upper part begins. */
  readonly #upper: number;
  readonly #random: () => number;
  /** How many have each that is taken: what was never allocated here may be taken twice. */
  readonly #taken = new Map<number, number>();

  /** `random` gives numbers from 0 up to 1; `lower` is how many are kept for those that are asked for. */
  constructor(size: number, lower: number, random: () => number) {
    this.#size = size;
    this.#upper = Math.min(lower, size);
    this.#random = random;
  }

  get free(): number {
    return this.#size - this.#taken.size;
  }

  has(number: number): boolean {
    return this.#taken.has(number);
  }

  take(number: number): void {
    this.#taken.set(number, (this.#taken.get(number) ?? 0) + 1);
  }

  release(number: number): void {
    const count = (this.#taken.get(number) ?? 0) - 1;
    if (count > 0) this.#taken.set(number, count);
    else this.#taken.delete(number);
  }

  /** A free number, which it takes; undefined if there is none. */
  takeAny(): number | undefined {
    const found = this.#find(this.#upper, this.#size) ?? this.#find(0, this.#upper);
    if (found !== undefined) this.take(found);
    return found;
  }

  /** From a random place on, so that a number that was just freed is not soon another's. */
  #find(from: number, to: number): number | undefined {
    const count = to - from;
    const start = Math.floor(this.#random() * count);
    for (let i = 0; i < count; i++) {
      const number = from + ((start + i) % count);
      if (!this.#taken.has(number)) return number;
    }
    return undefined;
  }
}
