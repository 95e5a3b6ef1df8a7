import { celCompare, celEqual } from "./compare.ts";
import { CelFault } from "./fault.ts";
import type { Runtime } from "./overloads.ts";
import { weight } from "./overloads.ts";
import { typeName } from "./type-name.ts";
import { CelDuration, CelTimestamp, type CelValue } from "./value.ts";

type Binary = (a: CelValue, b: CelValue, runtime: Runtime) => CelValue;

/** An integer, which must fit 64 bits. */
export function int64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new CelFault("the integer overflows");
  return value;
}

function noOverload(operator: string, a: CelValue, b: CelValue): never {
  throw new CelFault(`${typeName(a)} ${operator} ${typeName(b)} does not exist`);
}

/** Sum of numbers, texts, lists, bytes, and of times and spans of time. */
export function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "bigint" && typeof b === "bigint") return int64(a + b);
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.concat([a, b]);
  if (a instanceof CelDuration && b instanceof CelDuration) return new CelDuration(int64(a.nanos + b.nanos));
  if (a instanceof CelTimestamp && b instanceof CelDuration) return new CelTimestamp(a.nanos + b.nanos);
  if (a instanceof CelDuration && b instanceof CelTimestamp) return new CelTimestamp(a.nanos + b.nanos);
  return noOverload("+", a, b);
}

function subtract(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "bigint" && typeof b === "bigint") return int64(a - b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof CelDuration && b instanceof CelDuration) return new CelDuration(int64(a.nanos - b.nanos));
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return new CelDuration(int64(a.nanos - b.nanos));
  if (a instanceof CelTimestamp && b instanceof CelDuration) return new CelTimestamp(a.nanos - b.nanos);
  return noOverload("-", a, b);
}

function divide(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "bigint" && typeof b === "bigint") {
    if (b === 0n) throw new CelFault("the divisor is zero");
    return int64(a / b);
  }
  if (typeof a === "number" && typeof b === "number") return a / b;
  return noOverload("/", a, b);
}

function remainder(a: CelValue, b: CelValue): CelValue {
  if (typeof a !== "bigint" || typeof b !== "bigint") return noOverload("%", a, b);
  if (b === 0n) throw new CelFault("the divisor is zero");
  return a % b;
}

function multiply(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "bigint" && typeof b === "bigint") return int64(a * b);
  if (typeof a === "number" && typeof b === "number") return a * b;
  return noOverload("*", a, b);
}

function contained(item: CelValue, container: CelValue): boolean {
  if (Array.isArray(container)) return container.some((other) => celEqual(item, other));
  return container instanceof Map ? container.has(item) : noOverload("in", item, container);
}

const table: { readonly [operator: string]: Binary } = {
  "+": add,
  "-": subtract,
  "*": multiply,
  "/": divide,
  "%": remainder,
  "==": celEqual,
  "!=": (a, b) => !celEqual(a, b),
  "<": (a, b) => celCompare(a, b) < 0,
  "<=": (a, b) => celCompare(a, b) <= 0,
  ">": (a, b) => celCompare(a, b) > 0,
  ">=": (a, b) => celCompare(a, b) >= 0,
  in: contained,
};

/** The operator of two values, by how expressions write it. */
export function binaryOperator(name: string): Binary | undefined {
  const run = table[name];
  return (
    run &&
    ((a, b, runtime) => {
      runtime.meter.spend(1 + weight(a) + weight(b));
      return run(a, b, runtime);
    })
  );
}

/** The operator `-` of one value. */
export function negate(value: CelValue): CelValue {
  if (typeof value === "bigint") return int64(-value);
  if (typeof value === "number") return -value;
  if (value instanceof CelDuration) return new CelDuration(int64(-value.nanos));
  throw new CelFault(`-${typeName(value)} does not exist`);
}
