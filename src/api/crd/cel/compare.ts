import { CelFault } from "./fault.ts";
import { CelCidr, CelIp } from "./ip.ts";
import { CelQuantity } from "./quantity.ts";
import { typeName } from "./type-name.ts";
import { CelUrl } from "./url.ts";
import {
  CelDuration,
  type CelList,
  type CelMap,
  CelOptional,
  CelTimestamp,
  CelType,
  type CelValue,
  UnorderedList,
} from "./value.ts";

/** Equality of values: numbers of different types compare by value, other types are never equal. */
export function celEqual(a: CelValue, b: CelValue): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return celCompare(a, b) === 0;
  if (Array.isArray(a) && Array.isArray(b)) return listsEqual(a, b);
  if (a instanceof Map && b instanceof Map) return mapsEqual(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (a instanceof CelDuration && b instanceof CelDuration) return a.nanos === b.nanos;
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return a.nanos === b.nanos;
  if (a instanceof CelQuantity && b instanceof CelQuantity) return a.nanos === b.nanos;
  if (a instanceof CelType && b instanceof CelType) return a.name === b.name;
  if (a instanceof CelUrl && b instanceof CelUrl) return a.text === b.text;
  if (a instanceof CelIp && b instanceof CelIp) return a.family === b.family && a.bits === b.bits;
  if (a instanceof CelCidr && b instanceof CelCidr) return a.prefix === b.prefix && celEqual(a.ip, b.ip);
  if (a instanceof CelOptional && b instanceof CelOptional) return optionalsEqual(a, b);
  return false;
}

function isNumber(value: CelValue): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

function listsEqual(a: CelList, b: CelList): boolean {
  if (a.length !== b.length) return false;
  if (!(a instanceof UnorderedList || b instanceof UnorderedList))
    return a.every((item, i) => celEqual(item, b[i] ?? null));
  return a.every((item) => b.some((other) => celEqual(item, other)));
}

function mapsEqual(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !celEqual(value, other)) return false;
  }
  return true;
}

function optionalsEqual(a: CelOptional, b: CelOptional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return celEqual(a.value, b.value);
}

/** Below, at or above zero as `a` is less than, equal to or greater than `b`. NaN where they have no order. */
export function celCompare(a: CelValue, b: CelValue): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : a >= b ? 0 : Number.NaN;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (
    (a instanceof CelDuration && b instanceof CelDuration) ||
    (a instanceof CelTimestamp && b instanceof CelTimestamp) ||
    (a instanceof CelQuantity && b instanceof CelQuantity)
  ) {
    return celCompare(a.nanos, b.nanos);
  }
  throw new CelFault(`${typeName(a)} and ${typeName(b)} cannot be compared`);
}

/** By code points, as UTF-8 sorts; JavaScript itself sorts by UTF-16 units. */
function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
