import type { Random } from "../../../base/testing/random.ts";
import { type ObjectSchema, resolve, type Schema } from "../../schema/schema.ts";

const texts = ["", "a", "web", "ä€😀", "x".repeat(200), "1", "kubernetes.io/hostname", '"\\n'];
const quantities = ["0", "1", "100m", "1Gi", "250Mi", "2k"];

/**
 * A value of the schema's types with every field as likely as not, zeros among them; its rules may be broken. Lists and
 * maps are never empty: protobuf does not tell that from absence.
 */
export function randomMessage(schema: ObjectSchema, random: Random): { [name: string]: unknown } {
  return new Maker(random).object(schema, 0);
}

class Maker {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  object(schema: ObjectSchema, depth: number): { [name: string]: unknown } {
    const value: { [name: string]: unknown } = {};
    for (const [name, field] of Object.entries(schema.fields)) {
      if (field.number === 0) continue;
      if (field.required || this.#random.chance(0.6 / (1 + depth / 2)))
        value[name] = this.#value(field.schema, depth + 1);
    }
    return value;
  }

  #value(lazily: Schema, depth: number): unknown {
    const schema = resolve(lazily);
    switch (schema.type) {
      case "object":
        return this.object(schema, depth);
      case "list":
        return Array.from({ length: 1 + this.#random.below(2) }, () => this.#value(schema.item, depth + 1));
      case "map":
        return Object.fromEntries(
          ["key", ...texts.filter(() => this.#random.chance(0.3))].map((key) => [
            key,
            this.#value(schema.value, depth + 1),
          ]),
        );
      case "string":
        return this.#text(schema.wire, schema.enum);
      case "number":
        return this.#random.chance(0.2) ? 0 : this.#random.below(schema.wire === "int64" ? 2 ** 50 : 2 ** 31) - 1;
      case "boolean":
        return this.#random.chance(0.5);
      case "int-or-string":
        if (schema.wire === "quantity") return this.#pick(quantities);
        return this.#random.chance(0.5) ? this.#random.below(70_000) : this.#pick(texts);
      case "any":
        return { "f:a": { ".": {}, 'k:{"b":1}': [this.#random.below(9), null] } };
    }
  }

  #text(wire: string, words: readonly string[] | undefined): string {
    const seconds = new Date(this.#random.below(2 ** 32) * 1000).toISOString().slice(0, 19);
    if (wire === "kube-time") return `${seconds}Z`;
    if (wire === "kube-micro-time") return `${seconds}.${String(this.#random.below(1e6)).padStart(6, "0")}Z`;
    if (wire === "bytes") return Buffer.from(this.#pick(texts)).toString("base64");
    return this.#pick(words ?? texts);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.below(items.length)] as T;
  }
}
