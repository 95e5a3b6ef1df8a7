import type { Field, ListSchema, ObjectSchema, Schema } from "./schema.ts";

/** A JSON Schema as OpenAPI v3 and CustomResourceDefinitions write it. */
export interface OpenApiSchema {
  [keyword: string]: unknown;
}

/** What a description tells beyond what a CustomResourceDefinition can carry. */
export interface OpenApiOptions {
  /** How strategic merge patches treat lists. Default: not told. */
  readonly patchMarks?: boolean;
}

/**
 * The OpenAPI v3 form of a schema, as a CustomResourceDefinition would carry it (checks have no such form). What
 * contains itself has none either: it is an object of any fields there.
 */
export function toOpenApi(schema: Schema, doc?: string, options: OpenApiOptions = {}): OpenApiSchema {
  const out: OpenApiSchema = doc ? { description: doc } : {};
  if (schema.nullable) out.nullable = true;
  switch (schema.type) {
    case "string":
      return put(out, {
        type: "string",
        format: schema.format,
        enum: schema.enum,
        minLength: schema.minLength,
        maxLength: schema.maxLength,
        pattern: schema.pattern,
      });
    case "number":
      return put(out, {
        type: schema.integer ? "integer" : "number",
        // OpenAPI has no names for unsigned numbers.
        format: schema.format ?? (schema.wire.startsWith("u") ? undefined : schema.wire),
        minimum: schema.min,
        maximum: schema.max,
        exclusiveMinimum: schema.exclusiveMin,
        exclusiveMaximum: schema.exclusiveMax,
        multipleOf: schema.multipleOf,
        enum: schema.enum,
      });
    case "boolean":
      return put(out, { type: "boolean" });
    case "int-or-string":
      return put(out, {
        anyOf: [{ type: "integer" }, { type: "string" }],
        "x-kubernetes-int-or-string": true,
        pattern: schema.pattern,
        maxLength: schema.maxLength,
      });
    case "list":
      return put(out, {
        type: "array",
        items: toOpenApi(schema.item, undefined, options),
        minItems: schema.minItems,
        maxItems: schema.maxItems,
        "x-kubernetes-list-type": schema.listType === "atomic" ? undefined : schema.listType,
        "x-kubernetes-list-map-keys": schema.listType === "map" ? schema.keys : undefined,
        ...(options.patchMarks && patchMarks(schema)),
      });
    case "map":
      return put(out, {
        type: "object",
        additionalProperties: toOpenApi(schema.value, undefined, options),
        minProperties: schema.minProperties,
        maxProperties: schema.maxProperties,
        "x-kubernetes-map-type": schema.atomic ? "atomic" : undefined,
      });
    case "object":
      return put(out, objectForm(schema, options));
    case "any":
      return put(out, { type: schema.object ? "object" : undefined, "x-kubernetes-preserve-unknown-fields": true });
    case "lazy":
      return put(out, { type: "object", "x-kubernetes-preserve-unknown-fields": true });
  }
}

function objectForm(schema: ObjectSchema, options: OpenApiOptions): OpenApiSchema {
  const fields = Object.entries(schema.fields);
  const required = fields.flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: "object",
    properties:
      fields.length === 0 ? undefined : Object.fromEntries(fields.flatMap((each) => propertiesOf(each, options))),
    required: required.length === 0 ? undefined : required,
    "x-kubernetes-preserve-unknown-fields": schema.open || undefined,
    "x-kubernetes-embedded-resource": schema.embedded || undefined,
    "x-kubernetes-map-type": schema.atomic ? "atomic" : undefined,
  };
}

/** A field under its name, and under its other spelling if it has one. */
function propertiesOf([name, field]: [string, Field], options: OpenApiOptions): [string, OpenApiSchema][] {
  const form = fieldForm(field, options);
  return field.alias === undefined
    ? [[name, form]]
    : [
        [name, form],
        [field.alias, form],
      ];
}

function fieldForm(field: Field, options: OpenApiOptions): OpenApiSchema {
  const form = toOpenApi(field.schema, field.doc, options);
  if (field.default !== undefined) form.default = field.default;
  return form;
}

/** A patch names the items of a list by the first key. */
function patchMarks({ listType, keys, patchReplaces }: ListSchema): OpenApiSchema {
  if (listType === "atomic" || patchReplaces) return {};
  return { "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": keys[0] };
}

function put(out: OpenApiSchema, keywords: OpenApiSchema): OpenApiSchema {
  for (const [key, value] of Object.entries(keywords)) if (value !== undefined) out[key] = value;
  return out;
}
