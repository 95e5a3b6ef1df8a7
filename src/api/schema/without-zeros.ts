import { isObject, setOwn } from "../../base/json.ts";
import type { Field, ObjectSchema, PlainSchema, Schema } from "./schema.ts";
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
    const cleaned = clean(field.schema, item);
    if (!saysNothing(field, cleaned)) setOwn(result, name, cleaned);
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
  return !field.pointer && !field.required && isZero(resolve(field.schema), value);
}

function isZero(schema: PlainSchema, value: unknown): boolean {
  if (schema.type === "object") return isObject(value) && Object.keys(value).length === 0;
  if (schema.type === "list" || schema.type === "map" || schema.type === "any") return false;
  return value === "" || value === 0 || value === false;
}
