/** Sets of keys by place; places without keys take no room. */
export class KeySets {
  readonly #sets = new Map<string, Set<string>>();

  get(place: string): ReadonlySet<string> {
    return this.#sets.get(place) ?? none;
  }

  add(place: string, key: string): void {
    const set = this.#sets.get(place);
    if (set === undefined) this.#sets.set(place, new Set([key]));
    else set.add(key);
  }

  remove(place: string, key: string): void {
    const set = this.#sets.get(place);
    if (set?.delete(key) && set.size === 0) this.#sets.delete(place);
  }

  /** Moves a key between places; undefined is no place. */
  move(key: string, from: string | undefined, to: string | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.remove(from, key);
    if (to !== undefined) this.add(to, key);
  }
}

const none: ReadonlySet<string> = new Set();
