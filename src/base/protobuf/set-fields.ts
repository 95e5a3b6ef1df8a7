import type { CodecField } from "./message-registry.ts";

/**
 * The fields that are set in a message and in those around it: a stack, on which a message's own are the last ones and stand by
 * rising number. All messages of an encoder share it, so that nothing is made and sorted for each.
 */
export class SetFields {
  readonly #fields: CodecField[] = [];
  readonly #values: unknown[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  field(index: number): CodecField {
    return this.#fields[index] as CodecField;
  }

  value(index: number): unknown {
    return this.#values[index];
  }

  /** Puts a field among those from `first` on. */
  add(first: number, field: CodecField, value: unknown): void {
    let at = this.#length++;
    for (; at > first && this.field(at - 1).number >= field.number; at--) {
      this.#fields[at] = this.field(at - 1);
      this.#values[at] = this.#values[at - 1];
    }
    this.#fields[at] = field;
    this.#values[at] = value;
  }

  /** Takes away all from an index on. Values are let go of with the last one. */
  cutTo(length: number): void {
    this.#length = length;
    if (length === 0) this.#values.length = 0;
  }
}
