import { didYouMean } from "../../base/did-you-mean.ts";
import { isObject } from "../../base/json.ts";
import { type ProblemCode, problemCodes } from "../codes.ts";
import type { Path, PathStep, Problem } from "../problem.ts";
import { matchesPattern } from "./pattern.ts";
import {
  type Check,
  type Field,
  type IntOrStringSchema,
  type ListSchema,
  type MapSchema,
  type NumberSchema,
  type ObjectSchema,
  resolve,
  type Schema,
  type StringSchema,
} from "./schema.ts";

/** Everything that is wrong with a value by its schema: types, bounds and checks. The value must be conformed. */
export function validate(schema: Schema, value: unknown, path: Path = []): Problem[] {
  const run = new Validation();
  let at: Place | undefined;
  for (const step of path) at = { within: at, step };
  run.visit(schema, value, at);
  return run.problems;
}

/** Where a value is: a path that is written out only for those who are told of it. Undefined is the whole. */
interface Place {
  readonly within: Place | undefined;
  readonly step: PathStep;
}

function pathTo(place: Place | undefined, ...further: PathStep[]): Path {
  const path: PathStep[] = [];
  for (let at = place; at; at = at.within) path.unshift(at.step);
  return [...path, ...further];
}

/** Problems that make it unsafe to run the checks of what contains the value. */
const unsound: ReadonlySet<ProblemCode> = new Set(["FW0102", "FW0103", "FW0117"]);

/** More problems than this in one object are not told: nobody reads them, and hostile input could make millions. */
const maxProblems = 100;

class Validation {
  readonly problems: Problem[] = [];
  #unsound = 0;

  report(code: ProblemCode, at: Place | undefined, message: string, ...further: PathStep[]): void {
    if (unsound.has(code)) this.#unsound += 1;
    if (this.problems.length < maxProblems) {
      this.problems.push({ code, severity: problemCodes[code].severity, path: pathTo(at, ...further), message });
    }
  }

  visit(lazily: Schema, value: unknown, at: Place | undefined): void {
    const schema = resolve(lazily);
    if (value === null && schema.nullable) return;
    const before = this.#unsound;
    switch (schema.type) {
      case "string":
        this.#string(schema, value, at);
        break;
      case "number":
        this.#number(schema, value, at);
        break;
      case "boolean":
        if (typeof value !== "boolean") this.#wrongType("true or false", value, at);
        break;
      case "int-or-string":
        this.#intOrString(schema, value, at);
        break;
      case "list":
        this.#list(schema, value, at);
        break;
      case "map":
        this.#map(schema, value, at);
        break;
      case "object":
        this.#object(schema, value, at);
        break;
      case "any":
        if (schema.object && !isObject(value)) this.#wrongType("an object", value, at);
        break;
    }
    if (this.#unsound === before && "checks" in schema) this.#check(schema.checks, value, at);
  }

  #check(checks: readonly Check<never>[], value: unknown, at: Place | undefined): void {
    for (const check of checks) {
      check(value as never, (code, message, ...further) => this.report(code, at, message, ...further));
    }
  }

  #wrongType(wanted: string, value: unknown, at: Place | undefined): void {
    if (value === null) this.report("FW0117", at, `must be ${wanted}, not null`);
    else this.report("FW0102", at, `must be ${wanted}, not ${nameOf(value)}`);
  }

  #string(schema: StringSchema<unknown>, value: unknown, at: Place | undefined): void {
    if (typeof value !== "string") return this.#wrongType("text", value, at);
    if (schema.enum && !schema.enum.includes(value)) {
      const wanted = schema.enum.map((v) => `'${v}'`).join(", ");
      return this.report("FW0104", at, `must be one of ${wanted}, not '${value}'${didYouMean(value, schema.enum)}`);
    }
    if (schema.minLength !== undefined || schema.maxLength !== undefined) {
      this.#length(lengthOf(value), schema.minLength, schema.maxLength, "characters", at);
    }
    if (schema.pattern !== undefined && !matchesPattern(schema.pattern, value)) {
      this.report("FW0107", at, `must match '${schema.pattern}', not '${value}'`);
    }
  }

  #number(schema: NumberSchema, value: unknown, at: Place | undefined): void {
    if (typeof value !== "number" || !Number.isFinite(value)) return this.#wrongType("a number", value, at);
    if (schema.integer && !Number.isInteger(value)) return this.#wrongType("a whole number", value, at);
    const [low, high] = boundsOf(schema);
    if (value < low || value > high) {
      this.report("FW0105", at, `must be ${describeBounds(low, high)}, not ${value}`);
    } else if ((schema.exclusiveMin && value === low) || (schema.exclusiveMax && value === high)) {
      this.report("FW0105", at, `must not be ${value} itself`);
    }
    if (schema.multipleOf !== undefined && value % schema.multipleOf !== 0) {
      this.report("FW0105", at, `must be a multiple of ${schema.multipleOf}, not ${value}`);
    }
    if (schema.enum && !schema.enum.includes(value)) {
      this.report("FW0104", at, `must be one of ${schema.enum.join(", ")}, not ${value}`);
    }
  }

  #intOrString(schema: IntOrStringSchema, value: unknown, at: Place | undefined): void {
    const numeric = typeof value === "number" && Number.isFinite(value);
    if (typeof value !== "string" && !numeric) return this.#wrongType("a number or text", value, at);
    if (numeric && schema.wire === "kube" && !Number.isInteger(value)) {
      return this.#wrongType("a whole number or text", value, at);
    }
    if (typeof value !== "string") return;
    if (schema.maxLength !== undefined) this.#length(lengthOf(value), undefined, schema.maxLength, "characters", at);
    if (schema.pattern !== undefined && !matchesPattern(schema.pattern, value)) {
      this.report("FW0107", at, `must match '${schema.pattern}', not '${value}'`);
    }
  }

  #list(schema: ListSchema, value: unknown, at: Place | undefined): void {
    if (!Array.isArray(value)) return this.#wrongType("a list", value, at);
    this.#length(value.length, schema.minItems, schema.maxItems, "items", at);
    value.forEach((item, i) => {
      this.visit(schema.item, item, { within: at, step: i });
    });
    if (schema.listType !== "atomic" && !schema.repeats) this.#unique(schema, value, at);
  }

  #unique(schema: ListSchema, items: readonly unknown[], at: Place | undefined): void {
    const seen = new Set<string>();
    items.forEach((item, i) => {
      const identity = schema.listType === "map" && isObject(item) ? schema.keys.map((k) => item[k] ?? null) : item;
      const text = JSON.stringify(identity) ?? "";
      if (seen.has(text)) {
        const what =
          schema.listType === "map" ? `the same ${schema.keys.map((k) => `\`${k}\``).join(" and ")}` : "the item";
        this.report("FW0108", at, `must be unique in the list: ${what} stands twice (${text})`, i);
      }
      seen.add(text);
    });
  }

  #map(schema: MapSchema, value: unknown, at: Place | undefined): void {
    if (!isObject(value)) return this.#wrongType("an object", value, at);
    const keys = Object.keys(value);
    this.#length(keys.length, schema.minProperties, schema.maxProperties, "entries", at);
    for (const key of keys) this.visit(schema.value, value[key], { within: at, step: key });
  }

  #object(schema: ObjectSchema, value: unknown, at: Place | undefined): void {
    if (!isObject(value)) return this.#wrongType("an object", value, at);
    let groups: Map<string, string> | undefined;
    for (const name in schema.fields) {
      const field = schema.fields[name] as Field;
      const item = Object.hasOwn(value, name) ? value[name] : undefined;
      if (item === undefined) {
        if (field.required) this.report("FW0103", at, "must be set", name);
        continue;
      }
      this.visit(field.schema, item, { within: at, step: name });
      if (field.deprecated) this.report("FW0114", at, `should not be set any more: ${field.deprecated}`, name);
      if (field.oneof === undefined) continue;
      groups ??= new Map();
      const other = groups.get(field.oneof);
      if (other === undefined) groups.set(field.oneof, name);
      else this.report("FW0111", at, `must have at most one of \`${other}\` and \`${name}\``);
    }
  }

  #length(length: number, min: number | undefined, max: number | undefined, unit: string, at: Place | undefined): void {
    if (min !== undefined && length < min) {
      this.report("FW0106", at, `must have at least ${min} ${unit}, not ${length}`);
    } else if (max !== undefined && length > max) {
      this.report("FW0106", at, `must have at most ${max} ${unit}, not ${length}`);
    }
  }
}

/** Characters as people count them: a surrogate pair is one. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) length -= 1;
  }
  return length;
}

const wireBounds: { readonly [wire in NumberSchema["wire"]]: readonly [number, number] } = {
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
  int64: [-(2 ** 63), 2 ** 63],
  uint64: [0, 2 ** 64],
  double: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  float: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

function boundsOf(schema: NumberSchema): readonly [number, number] {
  const [low, high] = wireBounds[schema.wire];
  return [Math.max(low, schema.min ?? low), Math.min(high, schema.max ?? high)];
}

function describeBounds(low: number, high: number): string {
  if (high >= 2 ** 31 - 1) return `${low} or more`;
  return low <= -(2 ** 31) ? `${high} or less` : `from ${low} to ${high}`;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "object":
      return "an object";
    case "string":
      return `the text '${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
    default:
      return String(value);
  }
}
