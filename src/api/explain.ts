import { objectSchema } from "./admit.ts";
import type { KindDefinition } from "./kind.ts";
import { type PlainSchema, resolve, type Schema } from "./schema/schema.ts";

/** What a kind, or a field of it, is. */
export interface Explanation {
  readonly doc: string;
  readonly type: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly doc: string;
    readonly default?: unknown;
  }[];
}

/** Explains the place that `path` names, lists and maps seen through; undefined if there is no such field. */
export function explain(kind: KindDefinition, path: readonly string[]): Explanation | undefined {
  let doc = kind.doc;
  let schema: Schema = objectSchema(kind);
  for (const name of path) {
    const at = element(schema);
    const field = at.type === "object" && Object.hasOwn(at.fields, name) ? at.fields[name] : undefined;
    if (!field) return undefined;
    doc = field.doc;
    schema = field.schema;
  }
  const at = element(schema);
  const fields = at.type !== "object" ? [] : Object.entries(at.fields);
  return {
    doc,
    type: typeName(schema),
    fields: fields.map(([name, field]) => ({
      name,
      type: typeName(field.schema),
      required: field.required,
      doc: field.doc,
      ...(field.default !== undefined && { default: field.default }),
    })),
  };
}

/** The schema inside lists and maps. */
function element(schema: Schema): PlainSchema {
  const plain = resolve(schema);
  if (plain.type === "list") return element(plain.item);
  return plain.type === "map" ? element(plain.value) : plain;
}

/** A short name of a schema's type: `[]string`, `map[string]object`, `"A" | "B"`. */
export function typeName(schema: Schema): string {
  const plain = resolve(schema);
  switch (plain.type) {
    case "string":
      return plain.enum ? plain.enum.join("|") : plain.wire === "duration" ? "duration" : "string";
    case "number":
      return plain.integer ? "integer" : "number";
    case "list":
      return `[]${typeName(plain.item)}`;
    case "map":
      return `map[string]${typeName(plain.value)}`;
    case "boolean":
    case "object":
    case "any":
    case "int-or-string":
      return plain.type;
  }
}
