/**
 * A map that keeps nothing alive: an entry is gone once nobody else holds its value. For answers that are shared by all
 * who hold them and can be made again, where the keys are words of clients, of which there is no end.
 */
export class WeakValueMap<K, V extends object> {
  readonly #refs = new Map<K, WeakRef<V>>();
  /** Entries that came since those were cleared away whose values are gone. */
  #growth = 0;

  /** Entries, those among them whose value is gone but not yet cleared away. */
  get size(): number {
    return this.#refs.size;
  }

  get(key: K): V | undefined {
    return this.#refs.get(key)?.deref();
  }

  set(key: K, value: V): this {
    if (this.get(key) === value) return this;
    this.#refs.set(key, new WeakRef(value));
    this.#growth += 1;
    // Each clearing looks at all entries: it waits until there are enough new ones to be worth it.
    if (this.#growth > fewNew && this.#growth > this.size / 2) this.#clearAway();
    return this;
  }

  #clearAway(): void {
    this.#growth = 0;
    for (const [key, ref] of this.#refs) if (ref.deref() === undefined) this.#refs.delete(key);
  }

  /** The values that somebody holds. */
  *values(): Generator<V> {
    for (const ref of this.#refs.values()) {
      const value = ref.deref();
      if (value !== undefined) yield value;
    }
  }
}

/** New entries for which nobody looks at all. */
const fewNew = 256;
