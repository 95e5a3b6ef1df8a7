import { type ObjectSchema, resolve, type Schema } from "../../schema/schema.ts";

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = ["", "a", "web", "ä€😀", "x".repeat(200), "1", "kubernetes.io/hostname", '"\\n'];
const quantities = ["0", "1", "100m", "1Gi", "250Mi", "2k"];

/**
 * A value of the schema's types with every field as likely as not, zeros among them; its rules may be broken. Lists and
 * maps are never empty: protobuf does not tell that from absence.
 */
export function randomMessage(schema: ObjectSchema, random: () => number): { [name: string]: unknown } {
  return new Maker(random).object(schema, 0);
}

class Maker {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  object(schema: ObjectSchema, depth: number): { [name: string]: unknown } {
    const value: { [name: string]: unknown } = {};
    for (const [name, field] of Object.entries(schema.fields)) {
      if (field.number === 0) continue;
      if (field.required || this.#random() < 0.6 / (1 + depth / 2)) value[name] = this.#value(field.schema, depth + 1);
    }
    return value;
  }

  #value(lazily: Schema, depth: number): unknown {
    const schema = resolve(lazily);
    switch (schema.type) {
      case "object":
        return this.object(schema, depth);
      case "list":
        return Array.from({ length: 1 + this.#below(2) }, () => this.#value(schema.item, depth + 1));
      case "map":
        return Object.fromEntries(
          ["key", ...texts.filter(() => this.#random() < 0.3)].map((key) => [
            key,
            this.#value(schema.value, depth + 1),
          ]),
        );
      case "string":
        return this.#text(schema.wire, schema.enum);
      case "number":
        return this.#random() < 0.2 ? 0 : this.#below(schema.wire === "int64" ? 2 ** 50 : 2 ** 31) - 1;
      case "boolean":
        return this.#random() < 0.5;
      case "int-or-string":
        if (schema.wire === "quantity") return this.#pick(quantities);
        return this.#random() < 0.5 ? this.#below(70_000) : this.#pick(texts);
      case "any":
        return { "f:a": { ".": {}, 'k:{"b":1}': [this.#below(9), null] } };
    }
  }

  #text(wire: string, words: readonly string[] | undefined): string {
    const seconds = new Date(this.#below(2 ** 32) * 1000).toISOString().slice(0, 19);
    if (wire === "kube-time") return `${seconds}Z`;
    if (wire === "kube-micro-time") return `${seconds}.${String(this.#below(1e6)).padStart(6, "0")}Z`;
    if (wire === "bytes") return Buffer.from(this.#pick(texts)).toString("base64");
    return this.#pick(words ?? texts);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }
}
