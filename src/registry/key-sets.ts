/** Sets of keys by place; places without keys take no room, and those with one key no set. */
export class KeySets {
  readonly #sets = new Map<string, string | Set<string>>();

  get(place: string): Iterable<string> {
    const keys = this.#sets.get(place) ?? none;
    return typeof keys === "string" ? [keys] : keys;
  }

  add(place: string, key: string): void {
    const keys = this.#sets.get(place);
    if (keys === undefined) this.#sets.set(place, key);
    else if (typeof keys !== "string") keys.add(key);
    else if (keys !== key) this.#sets.set(place, new Set([keys, key]));
  }

  remove(place: string, key: string): void {
    const keys = this.#sets.get(place);
    if (typeof keys === "object") keys.delete(key);
    if (keys === key || (typeof keys === "object" && keys.size === 0)) this.#sets.delete(place);
  }

  /** Moves a key between places; undefined is no place. */
  move(key: string, from: string | undefined, to: string | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.remove(from, key);
    if (to !== undefined) this.add(to, key);
  }
}

const none: ReadonlySet<string> = new Set();
