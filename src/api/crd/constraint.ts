import { isObject, jsonEqual } from "../../base/json.ts";
import type { JsonSchemaProps } from "../kubernetes/json-schema-props.ts";
import { matchesPattern } from "../schema/pattern.ts";
import { fitsFormat } from "./string-format.ts";

/** What a value must be: the fault in the "must …" form, or undefined if there is none. */
export type Constraint = (value: unknown) => string | undefined;

/** The constraint that a schema's value validations make, its alternatives included. Types are not judged. */
export function constraintOf(schema: JsonSchemaProps): Constraint {
  const parts = [...ownConstraints(schema), ...alternatives(schema)];
  return (value) => {
    for (const part of parts) {
      const fault = part(value);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

/** The constraints of `allOf`, `anyOf`, `oneOf` and `not`. */
export function alternatives({ allOf = [], anyOf = [], oneOf = [], not }: JsonSchemaProps): Constraint[] {
  const constraints = allOf.map(constraintOf);
  if (anyOf.length > 0) constraints.push(countOf(anyOf, (fits) => fits > 0, "at least one"));
  if (oneOf.length > 0) constraints.push(countOf(oneOf, (fits) => fits === 1, "exactly one"));
  if (not) {
    const denied = constraintOf(not);
    constraints.push((value) => (denied(value) === undefined ? `must not be ${describe(not)}` : undefined));
  }
  return constraints;
}

function countOf(schemas: readonly JsonSchemaProps[], enough: (fits: number) => boolean, wanted: string): Constraint {
  const constraints = schemas.map(constraintOf);
  return (value) => {
    const fits = constraints.filter((constraint) => constraint(value) === undefined).length;
    if (enough(fits)) return undefined;
    return `must be ${wanted} of: ${schemas.map(describe).join("; ")} (${fits === 0 ? "none" : fits} of them hold)`;
  };
}

/** A few words on what a schema wants. */
function describe(schema: JsonSchemaProps): string {
  if (schema.required) return `an object with ${schema.required.map((name) => `\`${name}\``).join(" and ")}`;
  if (schema.not) return `not ${describe(schema.not)}`;
  const nested = schema.anyOf ?? schema.oneOf;
  if (nested) return `one of (${nested.map(describe).join("; ")})`;
  return `what fits ${JSON.stringify(schema).slice(0, 200)}`;
}

/** The constraints of the schema's own keywords, each of which is about one JSON type only. */
export function ownConstraints(schema: JsonSchemaProps): Constraint[] {
  return [enumeration(schema), ofText(schema), ofNumber(schema), ofList(schema), ofObject(schema)].flat();
}

function enumeration({ enum: values, nullable }: JsonSchemaProps): Constraint[] {
  if (!values) return [];
  return [
    (value) => {
      if (values.some((allowed) => jsonEqual(allowed, value)) || (nullable && value === null)) return undefined;
      return `must be one of ${values.map((v) => (typeof v === "string" ? `'${v}'` : JSON.stringify(v))).join(", ")}`;
    },
  ];
}

function ofText({ minLength, maxLength, pattern, format }: JsonSchemaProps): Constraint[] {
  const constraints: ((text: string) => string | undefined)[] = [];
  if (minLength !== undefined || maxLength !== undefined) {
    constraints.push((text) => bounds([...text].length, minLength, maxLength, "characters"));
  }
  if (pattern !== undefined) {
    constraints.push((text) => (matchesPattern(pattern, text) ? undefined : `must match '${pattern}'`));
  }
  if (format !== undefined) {
    constraints.push((text) => (fitsFormat(format, text) ? undefined : `must be of the format '${format}'`));
  }
  return constraints.map((constraint) => (value) => (typeof value === "string" ? constraint(value) : undefined));
}

function ofNumber(schema: JsonSchemaProps): Constraint[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum === undefined && maximum === undefined && multipleOf === undefined) return [];
  return [
    (value) => {
      if (typeof value !== "number") return undefined;
      if (minimum !== undefined && (value < minimum || (exclusiveMinimum && value === minimum))) {
        return `must be ${exclusiveMinimum ? "more than" : "at least"} ${minimum}`;
      }
      if (maximum !== undefined && (value > maximum || (exclusiveMaximum && value === maximum))) {
        return `must be ${exclusiveMaximum ? "less than" : "at most"} ${maximum}`;
      }
      if (multipleOf !== undefined && value % multipleOf !== 0) return `must be a multiple of ${multipleOf}`;
      return undefined;
    },
  ];
}

function ofList({ minItems, maxItems, items }: JsonSchemaProps): Constraint[] {
  if (minItems === undefined && maxItems === undefined && items === undefined) return [];
  const each = items && constraintOf(items);
  return [
    (value) => {
      if (!Array.isArray(value)) return undefined;
      const fault = each && value.map(each).find((f) => f !== undefined);
      return bounds(value.length, minItems, maxItems, "items") ?? (fault && `must have only items that ${fault}`);
    },
  ];
}

function ofObject({ minProperties, maxProperties, required = [], properties = {} }: JsonSchemaProps): Constraint[] {
  const members = Object.entries(properties).map(([name, schema]) => [name, constraintOf(schema)] as const);
  return [
    (value) => {
      if (!isObject(value)) return undefined;
      const missing = required.filter((name) => !Object.hasOwn(value, name));
      if (missing.length > 0) return `must have ${missing.map((name) => `\`${name}\``).join(" and ")}`;
      for (const [name, constraint] of members) {
        const fault = Object.hasOwn(value, name) ? constraint(value[name]) : undefined;
        if (fault !== undefined) return `must have a \`${name}\` that ${fault}`;
      }
      return bounds(Object.keys(value).length, minProperties, maxProperties, "fields");
    },
  ];
}

function bounds(size: number, min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && size < min) return `must have at least ${min} ${unit}, not ${size}`;
  return max !== undefined && size > max ? `must have at most ${max} ${unit}, not ${size}` : undefined;
}
