import { parseDuration } from "../../../base/duration.ts";
import { isObject } from "../../../base/json.ts";
import { resolve, type Schema, type StringSchema } from "../../schema/schema.ts";
import { escapeName } from "./escape.ts";
import { parseTimestamp } from "./time.ts";
import { CelDuration, type CelValue, UnorderedList } from "./value.ts";

/**
 * A sound value of a schema as rules see it: whole numbers are integers, texts of some formats have types of their own,
 * and an object has its declared fields only.
 */
export function toCel(lazily: Schema, value: unknown): CelValue {
  const schema = resolve(lazily);
  if (value === null || value === undefined) return null;
  switch (schema.type) {
    case "string":
      return typeof value === "string" ? textOf(schema, value) : dynamic(value);
    case "number":
      if (typeof value !== "number") return dynamic(value);
      return schema.integer && Number.isInteger(value) ? BigInt(value) : value;
    case "list":
      return Array.isArray(value) ? listOf(value, schema.item, schema.listType !== "atomic") : dynamic(value);
    case "map":
      if (!isObject(value)) return dynamic(value);
      return new Map(Object.entries(value).map(([key, item]) => [key, toCel(schema.value, item)]));
    case "object":
      return isObject(value) ? objectOf(schema.fields, value) : dynamic(value);
    case "boolean":
    case "int-or-string":
    case "any":
      return dynamic(value);
  }
}

function textOf(schema: StringSchema<unknown>, text: string): CelValue {
  switch (schema.format) {
    case "date-time":
      return parseTimestamp(text) ?? text;
    case "date":
      return parseTimestamp(`${text}T00:00:00Z`) ?? text;
    case "duration": {
      const ms = parseDuration(text);
      return ms === undefined ? text : new CelDuration(BigInt(Math.round(ms * 1e6)));
    }
    case "byte":
      return new Uint8Array(Buffer.from(text, "base64"));
    default:
      return text;
  }
}

function listOf(items: readonly unknown[], schema: Schema, unordered: boolean): CelValue {
  const list = items.map((item) => toCel(schema, item));
  return unordered ? UnorderedList.from(list) : list;
}

function objectOf(fields: { readonly [name: string]: { readonly schema: Schema } }, value: object): CelValue {
  const members = new Map<CelValue, CelValue>();
  for (const [name, field] of Object.entries(fields)) {
    const item: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (item !== undefined) members.set(escapeName(name), toCel(field.schema, item));
  }
  return members;
}

/** A value of which the schema says nothing. */
function dynamic(value: unknown): CelValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(dynamic);
  if (isObject(value)) return new Map(Object.entries(value).map(([key, item]) => [key, dynamic(item)]));
  return null;
}
