/** Which names are referred to, and how often: told when the first reference comes, and when the last one has gone. */
export class NameCounts {
  readonly #counts = new Map<string, number>();
  readonly #came: (name: string) => void;
  readonly #went: (name: string) => void;

  constructor(came: (name: string) => void, went: (name: string) => void) {
    this.#came = came;
    this.#went = went;
  }

  /** Takes new references in before old ones go, so that a name that stays is not told of. */
  replace(before: readonly string[], after: readonly string[]): void {
    for (const name of after) {
      const count = this.#counts.get(name) ?? 0;
      this.#counts.set(name, count + 1);
      if (count === 0) this.#came(name);
    }
    for (const name of before) {
      const count = this.#counts.get(name) ?? 0;
      if (count > 1) this.#counts.set(name, count - 1);
      else if (this.#counts.delete(name)) this.#went(name);
    }
  }
}
