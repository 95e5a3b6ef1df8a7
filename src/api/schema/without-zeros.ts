import { isObject, setOwn } from "../../base/json.ts";
import type { Field, ObjectSchema, Schema } from "./schema.ts";
import { resolve } from "./schema.ts";

/**
 * A value read from Kubernetes' protobuf as a person would have written it. Its Go types write every field that is no
 * pointer, so a zero says nothing there, unless the field must be there; a time that is not set is null, and goes.
 */
export function withoutZeros(schema: ObjectSchema, value: { [name: string]: unknown }): { [name: string]: unknown } {
  const result: { [name: string]: unknown } = {};
  for (const [name, item] of Object.entries(value)) {
    const field = schema.fields[name];
    if (!field) continue;
    if (!saysNothing(field, item)) setOwn(result, name, clean(field.schema, item));
  }
  return result;
}

function clean(lazily: Schema, value: unknown): unknown {
  const schema = resolve(lazily);
  if (schema.type === "object" && isObject(value)) return withoutZeros(schema, value);
  if (schema.type === "list" && Array.isArray(value)) return value.map((item) => clean(schema.item, item));
  if (schema.type !== "map" || !isObject(value)) return value;
  const result = {};
  for (const [key, item] of Object.entries(value)) setOwn(result, key, clean(schema.value, item));
  return result;
}

function saysNothing(field: Field, value: unknown): boolean {
  if (value === null) return !field.required;
  return !field.required && isZero(field, value);
}

/** A message is zero as a whole if all in it is, what must be there too. */
function isZero(field: Field, value: unknown): boolean {
  if (field.pointer) return false;
  if (value === null) return true;
  const schema = resolve(field.schema);
  if (schema.type === "object" && isObject(value)) {
    return Object.entries(value).every(([name, item]) => {
      const inner = schema.fields[name];
      return inner !== undefined && isZero(inner, item);
    });
  }
  if (schema.type === "list" || schema.type === "map" || schema.type === "any") return false;
  if (schema.type === "string" && schema.wire === "bytes") return false;
  if (schema.type === "int-or-string") return value === (schema.wire === "quantity" ? "0" : 0);
  return value === "" || value === 0 || value === false;
}
