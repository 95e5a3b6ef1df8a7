/** Who has to be made anew when something changes that was read for it. */
export class Dependents {
  /** Most things are read for one only: then it stands here itself, without a set. */
  readonly #readers = new Map<string, string | Set<string>>();
  readonly #reads = new Map<string, readonly string[]>();

  /** Notes all that was read for `reader`, in place of what was noted before. */
  set(reader: string, read: ReadonlySet<string>): void {
    for (const thing of this.#reads.get(reader) ?? []) if (!read.has(thing)) this.#forget(thing, reader);
    for (const thing of read) this.#note(thing, reader);
    if (read.size === 0) this.#reads.delete(reader);
    else this.#reads.set(reader, [...read]);
  }

  /** For whom `thing` was read. */
  of(thing: string): Iterable<string> {
    const readers = this.#readers.get(thing);
    return typeof readers === "string" ? [readers] : (readers ?? []);
  }

  #note(thing: string, reader: string): void {
    const readers = this.#readers.get(thing);
    if (readers === undefined) this.#readers.set(thing, reader);
    else if (typeof readers !== "string") readers.add(reader);
    else if (readers !== reader) this.#readers.set(thing, new Set([readers, reader]));
  }

  #forget(thing: string, reader: string): void {
    const readers = this.#readers.get(thing);
    if (typeof readers === "object") readers.delete(reader);
    if (readers === reader || (typeof readers === "object" && readers.size === 0)) this.#readers.delete(thing);
  }
}
