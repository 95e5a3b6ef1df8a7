/** Changes that are kept apart; those before them are taken together. */
const mostKept = 10_000;

/**
 * Which version of the configuration brings which change, for as long as somebody may be without it. Takes room for what
 * is under way, and no more than for so many changes.
 */
export class ChangeLedger {
  /** Changes that are in no version yet. */
  readonly #waiting = new Set<string>();
  /** The versions that brought changes, the oldest first. */
  readonly #versions = new Map<string, number>();
  /** All that is not kept came with this version or one before it. */
  #others = 1;

  /** Notes that something changed, by its key: the next version brings it. */
  changed(key: string): void {
    this.#waiting.add(key);
  }

  /** A version is there, with all changes so far; `everywhere` is the newest version that everybody has. */
  published(version: number, everywhere: number): void {
    for (const key of this.#waiting) {
      // Set anew it is the last.
      this.#versions.delete(key);
      this.#versions.set(key, version);
    }
    this.#waiting.clear();
    for (const [key, brought] of this.#versions) {
      if (brought > everywhere && this.#versions.size <= mostKept) break;
      this.#versions.delete(key);
      this.#others = brought;
    }
  }

  /**
   * The version that brought the last change of a key; undefined while none has. Of what is not kept it is the newest that
   * it may be: who has that version has the change.
   */
  versionOf(key: string): number | undefined {
    return this.#waiting.has(key) ? undefined : (this.#versions.get(key) ?? this.#others);
  }

  /** Whether a change of a key is kept. */
  has(key: string): boolean {
    return this.#waiting.has(key) || this.#versions.has(key);
  }

  /** The changes that are kept, with the versions that brought them: those that are in none yet come last. */
  *entries(): Generator<readonly [key: string, version: number | undefined]> {
    for (const entry of this.#versions) if (!this.#waiting.has(entry[0])) yield entry;
    for (const key of this.#waiting) yield [key, undefined];
  }
}
