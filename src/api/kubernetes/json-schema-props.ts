import { isObject } from "../../base/json.ts";
import { any, bool, choice, double, int64, lazy, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer, Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";

const validationRule = obj({
  rule: req(1, str(), "CEL expression that must hold; `self` is the value, `oldSelf` what it was before an update."),
  message: opt(2, str(), "What is said when the rule is broken."),
  messageExpression: opt(3, str(), "CEL expression that gives the message; goes before `message`."),
  reason: opt(
    4,
    choice(["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"], {
      emptyIsAbsent: true,
    }),
    "Kind of the fault for machines; default 'FieldValueInvalid'.",
  ),
  fieldPath: opt(5, str(), "JSONPath from the value to the field at fault, such as '.foo.bar'."),
  optionalOldSelf: opt(6, bool(), "Whether a rule on `oldSelf` also runs when there was no old value; default false."),
});

/** A rule in CEL on a value. */
export interface ValidationRule extends Infer<typeof validationRule> {}

/**
 * OpenAPI v3 schema as CustomResourceDefinitions have it. What the interface has and structural schemas may not use
 * (`$ref`, `definitions`, …) is there to be reported, not to be followed.
 */
export interface JsonSchemaProps {
  readonly id?: string | undefined;
  readonly $schema?: string | undefined;
  readonly $ref?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: "array" | "boolean" | "integer" | "number" | "object" | "string" | undefined;
  readonly format?: string | undefined;
  readonly default?: unknown;
  readonly maximum?: number | undefined;
  readonly exclusiveMaximum?: boolean | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly minLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly maxItems?: number | undefined;
  readonly minItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly multipleOf?: number | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly maxProperties?: number | undefined;
  readonly minProperties?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchemaProps | undefined;
  readonly allOf?: readonly JsonSchemaProps[] | undefined;
  readonly oneOf?: readonly JsonSchemaProps[] | undefined;
  readonly anyOf?: readonly JsonSchemaProps[] | undefined;
  readonly not?: JsonSchemaProps | undefined;
  readonly properties?: { readonly [name: string]: JsonSchemaProps } | undefined;
  readonly additionalProperties?: JsonSchemaProps | boolean | undefined;
  readonly patternProperties?: { readonly [pattern: string]: JsonSchemaProps } | undefined;
  readonly dependencies?: unknown;
  readonly additionalItems?: unknown;
  readonly definitions?: { readonly [name: string]: JsonSchemaProps } | undefined;
  readonly externalDocs?: { readonly description?: string | undefined; readonly url?: string | undefined } | undefined;
  readonly example?: unknown;
  readonly nullable?: boolean | undefined;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean | undefined;
  readonly "x-kubernetes-embedded-resource"?: boolean | undefined;
  readonly "x-kubernetes-int-or-string"?: boolean | undefined;
  readonly "x-kubernetes-list-map-keys"?: readonly string[] | undefined;
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map" | undefined;
  readonly "x-kubernetes-map-type"?: "atomic" | "granular" | undefined;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[] | undefined;
}

const nested = lazy<JsonSchemaProps>(() => jsonSchemaProps);

/** The schema language has no unions, so the other half of "schema or boolean" is judged here. */
const isSchemaOrBoolean: Check<unknown> = (value, report) => {
  if (typeof value === "boolean") return;
  if (!isObject(value)) return report("FW0102", "must be a schema or a boolean");
  for (const problem of validate(jsonSchemaProps, value)) report(problem.code, problem.message, ...problem.path);
};

/** The schema of schemas. */
export const jsonSchemaProps: Schema = obj({
  id: opt(1, str(), "Not allowed in structural schemas."),
  $schema: opt(2, str(), "Dialect of the schema; has no effect."),
  $ref: opt(3, str(), "Not allowed in structural schemas."),
  description: opt(4, str(), "What the value is, for `explain`."),
  type: opt(
    5,
    choice(["array", "boolean", "integer", "number", "object", "string"], { emptyIsAbsent: true }),
    "Type of the value.",
  ),
  format: opt(6, str(), "Finer type, such as 'int32', 'date-time' or 'byte'; unknown ones are ignored."),
  title: opt(7, str(), "Short name of the value."),
  default: opt(8, any({ wire: "raw" }), "Value taken when the field is absent."),
  maximum: opt(9, double(), "Largest number allowed."),
  exclusiveMaximum: opt(10, bool(), "Whether `maximum` itself is ruled out; default false."),
  minimum: opt(11, double(), "Smallest number allowed."),
  exclusiveMinimum: opt(12, bool(), "Whether `minimum` itself is ruled out; default false."),
  maxLength: opt(13, int64(), "Most characters of a text."),
  minLength: opt(14, int64(), "Fewest characters of a text."),
  pattern: opt(15, str(), "Regular expression that a text must contain a match of."),
  maxItems: opt(16, int64(), "Most items of a list."),
  minItems: opt(17, int64(), "Fewest items of a list."),
  uniqueItems: opt(18, bool(), "Must not be true; use `x-kubernetes-list-type: set`."),
  multipleOf: opt(19, double(), "Number of which the value must be a multiple."),
  enum: opt(20, list(any({ wire: "raw" })), "The values allowed."),
  maxProperties: opt(21, int64(), "Most fields of an object."),
  minProperties: opt(22, int64(), "Fewest fields of an object."),
  required: opt(23, list(str()), "Fields that must be set."),
  items: opt(24, nested, "Schema of a list's items."),
  allOf: opt(25, list(nested), "Further rules, all of which must hold."),
  oneOf: opt(26, list(nested), "Rules of which exactly one must hold."),
  anyOf: opt(27, list(nested), "Rules of which at least one must hold."),
  not: opt(28, nested, "A rule that must not hold."),
  properties: opt(29, map(nested), "Schemas of an object's fields by name."),
  additionalProperties: opt(
    30,
    any({ checks: [isSchemaOrBoolean] }),
    "Schema of the fields that `properties` does not name; true allows any.",
  ),
  patternProperties: opt(31, map(nested), "Not allowed in structural schemas."),
  dependencies: opt(32, any(), "Not allowed in structural schemas."),
  additionalItems: opt(33, any(), "Not allowed in structural schemas."),
  definitions: opt(34, map(nested), "Not allowed in structural schemas."),
  externalDocs: opt(
    35,
    obj({
      description: opt(1, str(), "What is found there."),
      url: opt(2, str(), "Where it is."),
    }),
    "Further documentation.",
  ),
  example: opt(36, any({ wire: "raw" }), "An example of the value."),
  nullable: opt(37, bool(), "Whether the value may be null; default false."),
  "x-kubernetes-preserve-unknown-fields": opt(38, bool(), "Whether fields that the schema does not name are kept."),
  "x-kubernetes-embedded-resource": opt(39, bool(), "Whether the value is a whole object with kind and metadata."),
  "x-kubernetes-int-or-string": opt(40, bool(), "Whether the value is a whole number or text."),
  "x-kubernetes-list-map-keys": opt(41, list(str()), "Fields that identify the items of a list of type 'map'."),
  "x-kubernetes-list-type": opt(
    42,
    choice(["atomic", "set", "map"]),
    "How writers share the list: 'atomic' (the default) as a whole, 'set' and 'map' item by item.",
  ),
  "x-kubernetes-map-type": opt(
    43,
    choice(["atomic", "granular"]),
    "How writers share the object: 'granular' (the default) field by field, 'atomic' as a whole.",
  ),
  "x-kubernetes-validations": opt(44, list(validationRule), "Rules in CEL on the value."),
});
