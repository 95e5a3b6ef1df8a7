/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether `value` is an object in the sense of JSON (not null, not a list). */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property, also for a key like `__proto__`, which plain assignment would turn into a prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** Reads an own property; inherited names such as `constructor` are absent. */
export function getOwn<T>(target: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

/** Freezes a JSON value through and through and returns it. Frozen parts are taken as frozen wholly. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  else for (const key in value) deepFreeze(value[key]);
  return value;
}

/** Equality of JSON values; the order of an object's keys does not count, and an undefined field is an absent one. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  if (Array.isArray(b)) return false;
  return objectsEqual(a as Record<string, unknown>, b as Record<string, unknown>);
}

function objectsEqual(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let fields = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    fields += 1;
    if (!Object.hasOwn(b, key) || !jsonEqual(a[key], b[key])) return false;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) fields -= 1;
  return fields === 0;
}
