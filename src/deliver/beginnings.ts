/**
 * When a client last began with a name: by asking for it, though it may have had it before. What it was sent that belongs to
 * the name's resource it may have lost since.
 */
export class Beginnings {
  readonly #last = new Map<string, number>();
  #count = 0;
  /** When it began with all others; 0 is before the stream. */
  #all = 0;

  /** Grows with every beginning. */
  get count(): number {
    return this.#count;
  }

  /** Another number after each beginning; 0 for what the client had when the stream began. */
  of(name: string): number {
    return this.#last.get(name) ?? this.#all;
  }

  begin(names: Iterable<string>): void {
    this.#count += 1;
    for (const name of names) this.#last.set(name, this.#count);
  }

  end(names: Iterable<string>): void {
    for (const name of names) this.#last.delete(name);
  }

  beginAll(): void {
    this.#count += 1;
    this.#all = this.#count;
    this.#last.clear();
  }
}
