import { didYouMean } from "../../base/did-you-mean.ts";
import { isObject, setOwn } from "../../base/json.ts";
import type { Path, Problem } from "../problem.ts";
import { type ObjectSchema, resolve, type Schema } from "./schema.ts";

/** What bringing a value into its schema's form found. */
export interface Conformed {
  readonly value: unknown;
  /** Fields that the schema does not have; they are gone from the value. */
  readonly unknown: readonly Problem[];
}

/**
 * Brings a value into the form of its schema: unknown fields and nulls that mean "absent" go, aliases become the
 * field's own name, defaults come in. Values of the wrong type are left for `validate` to report. Parts that do not
 * change are shared with the input.
 */
export function conform(schema: Schema, value: unknown, options: { readonly dropEmpty?: boolean } = {}): Conformed {
  const run: Run = { unknown: [], defaults: true, dropEmpty: options.dropEmpty ?? false };
  return { value: visit(schema, value, [], run), unknown: run.unknown };
}

/** As `conform`, but without the defaults: what is left out stays left out. */
export function prune(schema: Schema, value: unknown): Conformed {
  const run: Run = { unknown: [], defaults: false, dropEmpty: false };
  return { value: visit(schema, value, [], run), unknown: run.unknown };
}

interface Run {
  readonly unknown: Problem[];
  readonly defaults: boolean;
  /** Optional lists and maps without anything in them count as absent, as in Kubernetes' own types. */
  readonly dropEmpty: boolean;
}

function visit(lazily: Schema, value: unknown, path: Path, run: Run): unknown {
  const schema = resolve(lazily);
  if (schema.type === "object" && isObject(value)) return visitObject(schema, value, path, run);
  if (schema.type === "list" && Array.isArray(value)) {
    return mapShared(value, (item, i) => visit(schema.item, item, [...path, i], run));
  }
  if (schema.type === "map" && isObject(value)) {
    let copy: object | undefined;
    for (const [key, item] of Object.entries(value)) {
      const next = visit(schema.value, item, [...path, key], run);
      if (next === item) continue;
      copy ??= { ...value };
      setOwn(copy, key, next);
    }
    return copy ?? value;
  }
  return value;
}

function visitObject(schema: ObjectSchema, value: object, path: Path, run: Run): object {
  const result: Record<string, unknown> = {};
  let changed = false;
  for (const [key, item] of Object.entries(value)) {
    const name = Object.hasOwn(schema.fields, key) ? key : aliasOf(schema, key);
    const field = name === undefined ? undefined : schema.fields[name];
    if (name === undefined || field === undefined) {
      if (schema.open) setOwn(result, key, item);
      else {
        run.unknown.push(unknownField(schema, key, path));
        changed = true;
      }
      continue;
    }
    if (name !== key && Object.hasOwn(value, name)) {
      run.unknown.push(spelledTwice(key, name, path));
      changed = true;
      continue;
    }
    const empty = run.dropEmpty && !field.required && isEmptyHolder(resolve(field.schema), item);
    if (item === undefined || empty || meansAbsent(resolve(field.schema), item)) {
      changed = true;
      continue;
    }
    const next = visit(field.schema, item, [...path, key], run);
    if (next !== item || name !== key) changed = true;
    setOwn(result, name, next);
  }
  for (const [name, field] of run.defaults ? Object.entries(schema.fields) : []) {
    if (field.default === undefined || Object.hasOwn(result, name)) continue;
    result[name] = visit(field.schema, field.default, [...path, name], run);
    changed = true;
  }
  return changed ? result : value;
}

function isEmptyHolder(schema: Schema, item: unknown): boolean {
  if (schema.type === "list") return schema.minItems === undefined && Array.isArray(item) && item.length === 0;
  return schema.type === "map" && isObject(item) && Object.keys(item).length === 0;
}

function meansAbsent(schema: Schema, item: unknown): boolean {
  if (item === null) return !schema.nullable;
  if (item === "") return schema.type === "string" && schema.emptyIsAbsent === true;
  return item === 0 && schema.type === "number" && schema.zeroIsAbsent === true;
}

function aliasOf(schema: ObjectSchema, key: string): string | undefined {
  for (const [name, field] of Object.entries(schema.fields)) if (field.alias === key) return name;
  return undefined;
}

function unknownField(schema: ObjectSchema, key: string, path: Path): Problem {
  const message = `must not be set: there is no field '${key}' here${didYouMean(key, Object.keys(schema.fields))}`;
  return { code: "FW0101", severity: "error", path: [...path, key], message };
}

function spelledTwice(alias: string, name: string, path: Path): Problem {
  const message = `must not be set together with \`${name}\`: they are one field in two spellings`;
  return { code: "FW0111", severity: "error", path: [...path, alias], message };
}

function mapShared(items: readonly unknown[], each: (item: unknown, index: number) => unknown): readonly unknown[] {
  const next = items.map(each);
  return next.every((item, i) => item === items[i]) ? items : next;
}
