import type { PersistentMap } from "../base/persistent-map.ts";

/** An index from a place to the keys that are there, each list sorted. */
export type ListIndex = PersistentMap<readonly string[]>;

/** Edits of an index, visible at once to who reads through it. */
export class ListIndexEdits {
  readonly #base: ListIndex;
  readonly #edits = new Map<string, readonly string[]>();

  constructor(base: ListIndex) {
    this.#base = base;
  }

  get(place: string): readonly string[] {
    return this.#edits.get(place) ?? this.#base.get(place) ?? [];
  }

  add(place: string, key: string): void {
    const list = this.get(place);
    if (list.includes(key)) return;
    this.#edits.set(place, [...list, key].sort());
  }

  remove(place: string, key: string): void {
    const list = this.get(place);
    if (list.includes(key))
      this.#edits.set(
        place,
        list.filter((other) => other !== key),
      );
  }

  /** Moves a key from some places to others; what is in both stays. */
  move(key: string, from: readonly string[], to: readonly string[]): void {
    for (const place of from) if (!to.includes(place)) this.remove(place, key);
    for (const place of to) this.add(place, key);
  }

  finish(): ListIndex {
    const edits = new Map<string, readonly string[] | undefined>();
    for (const [place, list] of this.#edits) edits.set(place, list.length === 0 ? undefined : list);
    return this.#base.with(edits);
  }
}
