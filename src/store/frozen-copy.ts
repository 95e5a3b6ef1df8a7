import { FairwayError } from "../base/fault.ts";

/** Deepest nesting of one field: far beyond any kind's need, and far below what would overflow a walker's stack. */
const maxDepth = 128;

/**
 * A copy of a JSON value that nobody can change. Fields that are undefined are left out; what JSON cannot carry at all
 * (a function, NaN, a Date …) is an Invalid fault that names `field`, so that a store never holds what it cannot write.
 */
export function frozenCopy<T>(value: T, field: string): T {
  return copyValue(value, field, 0) as T;
}

function copyValue(value: unknown, field: string, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "object":
      if (value === null) return null;
      if (depth >= maxDepth) {
        throw new FairwayError("Invalid", `${field} must not be nested more than ${maxDepth} levels deep`);
      }
      return Array.isArray(value) ? copyList(value, field, depth) : copyObject(value, field, depth);
    default:
  }
  throw new FairwayError("Invalid", `${field} must hold JSON only, not ${describe(value)}`);
}

function copyList(list: readonly unknown[], field: string, depth: number): readonly unknown[] {
  const copy = list.slice();
  for (let i = 0; i < copy.length; i++) copy[i] = copyValue(copy[i], field, depth + 1);
  return Object.freeze(copy);
}

function copyObject(object: object, field: string, depth: number): object {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new FairwayError("Invalid", `${field} must hold JSON only, not ${describe(object)}`);
  }
  // Spreading keeps the object's hidden class, which makes this several times faster than filling an empty object, and
  // it makes every key an own property, so that assigning to `__proto__` below cannot reach the prototype.
  const copy: Record<string, unknown> = { ...object };
  for (const key of Object.keys(copy)) {
    if (copy[key] === undefined) delete copy[key];
    else copy[key] = copyValue(copy[key], field, depth + 1);
  }
  return Object.freeze(copy);
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return `a ${value?.constructor?.name ?? "foreign object"}`;
  return value === undefined ? "undefined" : `a ${typeof value}`;
}
