import { containerPorts } from "../kubernetes/container-port.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { type Field, type ListSchema, type ObjectSchema, resolve, type Schema } from "../schema/schema.ts";

type Fields = ObjectSchema["fields"];

/** Lists that the grids' published definitions hold to unique keys although Kubernetes lets them repeat. */
const strictLists: ReadonlySet<Schema> = new Set([containerPorts]);

/**
 * The schema of another kind's part as a grid's template. A template keeps only what its author wrote, since the
 * cluster fills in defaults in what is made of it; lists that may repeat their keys are plain lists, and metadata is
 * open, as in the grids' published definitions. There is no protobuf form.
 */
export function asTemplate<S extends Schema>(schema: S): S {
  return templateOf(schema, [], new Map()) as S;
}

/** `keys` are the fields that tell the schema's values apart in a list; `made` keeps parts shared that were shared. */
function templateOf(lazily: Schema, keys: readonly string[], made: Map<Schema, Schema>): Schema {
  const schema = resolve(lazily);
  if (keys.length > 0 && schema.type === "object") return objectTemplate(schema, keys, made);
  const known = made.get(schema);
  if (known) return known;
  const template = makeTemplate(schema, made);
  made.set(schema, template);
  return template;
}

function makeTemplate(schema: ReturnType<typeof resolve>, made: Map<Schema, Schema>): Schema {
  switch (schema.type) {
    case "object":
      return objectTemplate(schema, [], made);
    case "list":
      return listTemplate(schema, made);
    case "map":
      return { ...schema, value: templateOf(schema.value, [], made) };
    default:
      return schema;
  }
}

function listTemplate(schema: ListSchema, made: Map<Schema, Schema>): ListSchema {
  const { repeats = false, ...rest } = schema;
  if (repeats && !strictLists.has(schema)) {
    return { ...rest, item: templateOf(schema.item, [], made), listType: "atomic", keys: [] };
  }
  return { ...rest, item: templateOf(schema.item, schema.keys, made) };
}

function objectTemplate(schema: ObjectSchema, keys: readonly string[], made: Map<Schema, Schema>): ObjectSchema {
  const entries = Object.entries(schema.fields).map(([name, field]): [string, Field] => {
    const { default: fallback, within: _, ...rest } = field;
    const template = { ...rest, number: 0, schema: templateOf(field.schema, [], made) };
    const needed = fallback !== undefined && (keys.includes(name) || field.required);
    return [name, needed ? { ...template, default: fallback } : template];
  });
  const fields: Fields = Object.fromEntries(entries);
  return { ...schema, fields, open: schema.open || schema === objectMeta };
}
