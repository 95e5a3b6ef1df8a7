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
  if (schema.type === "object" && isObject(value)) return visitObject({ schema, value, path, run });
  if (schema.type === "list" && Array.isArray(value)) {
    return mapShared(value, (item, i) => (isHolder(item) ? visit(schema.item, item, [...path, i], run) : item));
  }
  if (schema.type === "map" && isObject(value)) {
    let copy: object | undefined;
    for (const key of Object.keys(value)) {
      const item = value[key];
      const next = isHolder(item) ? visit(schema.value, item, [...path, key], run) : item;
      if (next === item) continue;
      copy ??= { ...value };
      setOwn(copy, key, next);
    }
    return copy ?? value;
  }
  return value;
}

/** Whether a value can hold others: nothing else can be brought into another form. */
function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An object on its way into its schema's form. */
interface Visited {
  readonly schema: ObjectSchema;
  readonly value: { readonly [key: string]: unknown };
  readonly path: Path;
  readonly run: Run;
}

function visitObject(visited: Visited): object {
  const { schema, value, path, run } = visited;
  const keys = Object.keys(value);
  // Nearly all objects are in the form already: they are copied when the first thing differs.
  let copy: Record<string, unknown> | undefined;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const name = Object.hasOwn(schema.fields, key) ? key : aliasOf(schema, key);
    const kept = visitMember(visited, key, name);
    if (kept === undefined || kept !== value[key] || (name !== key && name !== undefined)) {
      copy ??= membersBefore(i, keys, value);
    }
    if (copy && kept !== undefined) setOwn(copy, name ?? key, kept);
  }
  if (!run.defaults) return copy ?? value;
  for (const name in schema.fields) {
    const field = schema.fields[name];
    if (field?.default === undefined || Object.hasOwn(copy ?? value, name)) continue;
    copy ??= { ...value };
    copy[name] = visit(field.schema, field.default, [...path, name], run);
  }
  return copy ?? value;
}

/** What becomes of a member, which is the field `name` if it is one; undefined if it goes. */
function visitMember({ schema, value, path, run }: Visited, key: string, name: string | undefined): unknown {
  const item = value[key];
  const field = name === undefined ? undefined : schema.fields[name];
  if (name === undefined || field === undefined) {
    if (!schema.open) run.unknown.push(unknownField(schema, key, path));
    return schema.open ? item : undefined;
  }
  if (name !== key && Object.hasOwn(value, name)) {
    run.unknown.push(spelledTwice(key, name, path));
    return undefined;
  }
  const plain = resolve(field.schema);
  if (run.dropEmpty && !field.required && isEmptyHolder(plain, item)) return undefined;
  if (item === undefined || meansAbsent(plain, item)) return undefined;
  return isHolder(item) ? visit(plain, item, [...path, key], run) : item;
}

function membersBefore(end: number, keys: readonly string[], value: Visited["value"]): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of keys.slice(0, end)) setOwn(copy, key, value[key]);
  return copy;
}

function isEmptyHolder(schema: Schema, item: unknown): boolean {
  if (schema.type === "list") return schema.minItems === undefined && Array.isArray(item) && item.length === 0;
  if (schema.type !== "map" || !isObject(item)) return false;
  for (const _ in item) return false;
  return true;
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
