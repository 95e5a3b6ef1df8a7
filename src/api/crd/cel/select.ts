import { resolve } from "../../schema/schema.ts";
import { unescapeName } from "./escape.ts";
import { CelFault } from "./fault.ts";
import { CompileFault, type StaticType } from "./scope.ts";
import { typeName } from "./type-name.ts";
import { CelOptional, type CelValue } from "./value.ts";

/** The schema of a field; an object that cannot have the field is a fault of the rule. */
export function fieldType(of: StaticType, name: string): StaticType {
  if (of === undefined) return undefined;
  const schema = resolve(of);
  if (schema.type === "map") return schema.value;
  if (schema.type !== "object") return undefined;
  const own = unescapeName(name);
  const field = Object.hasOwn(schema.fields, own) ? schema.fields[own] : undefined;
  if (!field) throw new CompileFault(`there is no field '${name}'`);
  return field.schema;
}

/** The schema of a list's items or a map's values. */
export function itemType(of: StaticType): StaticType {
  const schema = of && resolve(of);
  if (schema?.type === "list") return schema.item;
  return schema?.type === "map" ? schema.value : undefined;
}

function find(operand: CelValue, key: CelValue): CelValue | undefined {
  if (operand instanceof Map) return operand.get(key);
  if (Array.isArray(operand) && typeof key === "bigint") return key < 0n ? undefined : operand[Number(key)];
  throw new CelFault(`${typeName(operand)} has no items by ${typeName(key)}`);
}

/** The value of `operand.name`; of an optional, an optional one. */
export function selectValue(operand: CelValue, name: string): CelValue {
  if (operand instanceof CelOptional) return indexOptional(operand, name);
  const found = find(operand, name);
  if (found === undefined) throw new CelFault(`the field '${name}' is not set`);
  return found;
}

/** The value of `operand[key]`; of an optional, an optional one. */
export function indexValue(operand: CelValue, key: CelValue): CelValue {
  if (operand instanceof CelOptional) return indexOptional(operand, key);
  const found = find(operand, key);
  if (found === undefined) throw new CelFault(`there is no item '${String(key)}'`);
  return found;
}

/** The value of `operand[?key]` or `operand.?key`, which may be missing. */
export function indexOptional(operand: CelValue, key: CelValue): CelOptional {
  const container = operand instanceof CelOptional ? operand.value : operand;
  return new CelOptional(container === undefined ? undefined : find(container, key));
}

/** Whether `operand.name` is set, as `has(operand.name)` asks. */
export function isSet(operand: CelValue, name: string): boolean {
  return indexOptional(operand, name).value !== undefined;
}
