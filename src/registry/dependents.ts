import { KeySets } from "./key-sets.ts";

/** Who has to be made anew when something changes that was read for it. */
export class Dependents {
  readonly #readers = new KeySets();
  readonly #reads = new Map<string, readonly string[]>();

  /** Notes all that was read for `reader`, in place of what was noted before. */
  set(reader: string, read: ReadonlySet<string>): void {
    for (const thing of this.#reads.get(reader) ?? []) if (!read.has(thing)) this.#readers.remove(thing, reader);
    for (const thing of read) this.#readers.add(thing, reader);
    if (read.size === 0) this.#reads.delete(reader);
    else this.#reads.set(reader, [...read]);
  }

  /** For whom `thing` was read. */
  of(thing: string): Iterable<string> {
    return this.#readers.get(thing);
  }
}
