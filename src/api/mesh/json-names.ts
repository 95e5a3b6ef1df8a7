import { isObject, setOwn } from "../../base/json.ts";
import { resolve, type Schema } from "../schema/schema.ts";

/**
 * A value with its fields named as in JSON. Readers of protobuf's JSON form take a field's name in the .proto file too
 * (`registry_service_name` for `registryServiceName`), and old mesh configurations make use of that.
 */
export function withJsonNames(lazily: Schema, value: unknown): unknown {
  const schema = resolve(lazily);
  if (schema.type === "list" && Array.isArray(value)) return value.map((item) => withJsonNames(schema.item, item));
  if (!isObject(value) || (schema.type !== "map" && schema.type !== "object")) return value;
  const result = {};
  for (const [key, item] of Object.entries(value)) {
    if (schema.type === "map") setOwn(result, key, withJsonNames(schema.value, item));
    else {
      const name = Object.hasOwn(schema.fields, key) ? key : jsonName(key);
      const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
      setOwn(result, field ? name : key, field ? withJsonNames(field.schema, item) : item);
    }
  }
  return result;
}

function jsonName(protoName: string): string {
  return protoName.replace(/_([a-zA-Z0-9])/g, (_, next: string) => next.toUpperCase());
}
