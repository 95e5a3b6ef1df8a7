import { readFileSync } from "node:fs";

/** What a writer is about to do, and how it ended. A deletion has the value null. */
export type Note =
  | { readonly writer: number; readonly begins: { readonly name: string; readonly value: number | null } }
  | { readonly writer: number; readonly revision: number }
  | { readonly writer: number; readonly refused: true };

/** What the notes say of one object. */
export interface Expected {
  /** The value that was acknowledged last; null if it was deleted. */
  acknowledged: number | null;
  /** Values that writes gave it which were under way at the end. */
  readonly underWay: (number | null)[];
}

/** Follows the notes of all cycles. */
export class Expectations {
  readonly objects = new Map<string, Expected>();
  acknowledgements = 0;
  /** The newest revision that was acknowledged. */
  revision = 0;

  /** Reads the notes of one cycle. The last line may be cut off. */
  read(path: string): void {
    const begun = new Map<number, { name: string; value: number | null }>();
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const entry = parse(line);
      if (!entry) continue;
      if ("begins" in entry) {
        begun.set(entry.writer, entry.begins);
        continue;
      }
      const write = begun.get(entry.writer);
      begun.delete(entry.writer);
      if (!write || "refused" in entry) continue;
      this.acknowledgements += 1;
      this.revision = Math.max(this.revision, entry.revision);
      const object = this.#object(write.name);
      // Counters raise one object together, and their acknowledgements may be noted out of order.
      const value = write.name === "counter" ? Math.max(object.acknowledged ?? 0, write.value ?? 0) : write.value;
      object.acknowledged = value;
    }
    for (const { name, value } of begun.values()) this.#object(name).underWay.push(value);
  }

  /** Takes what was found as the start of the next cycle. */
  settle(found: ReadonlyMap<string, number>): void {
    for (const [name, expected] of this.objects) {
      expected.acknowledged = found.get(name) ?? null;
      expected.underWay.length = 0;
    }
  }

  #object(name: string): Expected {
    let object = this.objects.get(name);
    if (!object) {
      object = { acknowledged: null, underWay: [] };
      this.objects.set(name, object);
    }
    return object;
  }
}

function parse(line: string): Note | undefined {
  try {
    return line === "" ? undefined : (JSON.parse(line) as Note);
  } catch {
    return undefined;
  }
}
