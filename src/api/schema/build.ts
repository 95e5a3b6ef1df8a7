import type {
  AnySchema,
  BooleanSchema,
  Check,
  Field,
  Infer,
  InferFields,
  IntOrStringSchema,
  LazySchema,
  ListSchema,
  MapSchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
} from "./schema.ts";

interface StringOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly wire?: StringSchema["wire"];
  readonly emptyIsAbsent?: boolean;
  readonly checks?: readonly Check<string>[];
  readonly nullable?: boolean;
}

/** Text. */
export function str(options: StringOptions = {}): StringSchema {
  return { type: "string", wire: "string", checks: [], ...options };
}

/** One of a few words. With an object the values are their numbers in protobuf: `choice({ A: 0, B: 1 })`. */
export function choice<const V extends string>(
  values: readonly V[] | { readonly [K in V]: number },
  options: Pick<StringOptions, "nullable" | "checks" | "maxLength" | "emptyIsAbsent"> = {},
): StringSchema<V> {
  const base = { type: "string", checks: [], ...options } as const;
  if (Array.isArray(values)) return { ...base, wire: "string", enum: values };
  const numbered = values as { readonly [K in V]: number };
  return { ...base, wire: "enum", enum: Object.keys(numbered), numbers: Object.values<number>(numbered) };
}

interface NumberOptions {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: boolean;
  readonly exclusiveMax?: boolean;
  readonly multipleOf?: number;
  readonly zeroIsAbsent?: boolean;
  readonly enum?: readonly number[];
  readonly format?: string;
  readonly wrapped?: boolean;
  readonly checks?: readonly Check<number>[];
  readonly nullable?: boolean;
}

const number =
  (wire: NumberSchema["wire"], integer: boolean) =>
  (options: NumberOptions = {}): NumberSchema => ({
    type: "number",
    integer,
    wire,
    wrapped: false,
    checks: [],
    ...options,
  });

export const int32 = number("int32", true);
export const int64 = number("int64", true);
export const uint32 = number("uint32", true);
export const uint64 = number("uint64", true);
export const double = number("double", false);
export const float = number("float", false);

/** True or false; `wrapped` where protobuf tells false from absent. */
export function bool(options: { readonly wrapped?: boolean; readonly nullable?: boolean } = {}): BooleanSchema {
  return { type: "boolean", wrapped: false, checks: [], ...options };
}

/** A number, or text such as a port's name or a percentage. */
export function intOrString(
  options: Partial<Pick<IntOrStringSchema, "wire" | "checks" | "pattern" | "maxLength" | "nullable">> = {},
): IntOrStringSchema {
  return { type: "int-or-string", wire: "kube", checks: [], ...options };
}

interface ListOptions<T> {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly listType?: ListSchema["listType"];
  readonly keys?: readonly string[];
  readonly repeats?: boolean;
  readonly patchReplaces?: boolean;
  readonly checks?: readonly Check<readonly T[]>[];
  readonly nullable?: boolean;
}

/** A list. `keys` makes it a map-like list, whose items are unique by those fields. */
export function list<S extends Schema>(item: S, options: ListOptions<Infer<S>> = {}): ListSchema<Infer<S>> {
  const listType = options.keys ? "map" : "atomic";
  return { type: "list", item, listType, keys: [], ...options, checks: options.checks ?? [] };
}

interface MapOptions<T> {
  readonly keyWire?: MapSchema["keyWire"];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly atomic?: boolean;
  readonly checks?: readonly Check<{ readonly [key: string]: T }>[];
  readonly nullable?: boolean;
}

/** An object with free keys and values of one schema. */
export function map<S extends Schema>(value: S, options: MapOptions<Infer<S>> = {}): MapSchema<Infer<S>> {
  return { type: "map", value, keyWire: "string", ...options, checks: options.checks ?? [] };
}

interface ObjectOptions<T> {
  readonly open?: boolean;
  readonly embedded?: boolean;
  readonly atomic?: boolean;
  readonly checks?: readonly Check<T>[];
  readonly nullable?: boolean;
}

/** An object with the given fields. */
export function obj<const F extends { readonly [name: string]: Field }>(
  fields: F,
  options: ObjectOptions<InferFields<F>> = {},
): ObjectSchema<InferFields<F>> {
  return { type: "object", fields, open: false, ...options, checks: options.checks ?? [] };
}

/** Any JSON, kept as it is. `object` where it must be an object at the least. */
export function any(options: Partial<Omit<AnySchema, "type">> = {}): AnySchema {
  return { type: "any", wire: "value", object: false, checks: [], ...options };
}

/** A schema made on first use, for kinds that contain themselves. */
export function lazy<T>(resolve: () => Schema): LazySchema<T> {
  return { type: "lazy", resolve };
}

interface FieldOptions {
  readonly default?: unknown;
  readonly oneof?: string;
  readonly alias?: string;
  readonly deprecated?: string;
}

/** An optional field: its number in protobuf (0 if the kind has none), what it holds, and one sentence on it. */
export function opt<S extends Schema>(
  number: number,
  schema: S,
  doc: string,
  options: FieldOptions = {},
): Field<S, false> {
  return { schema, required: false, doc, number, ...options };
}

/**
 * An optional field whose zero value is told from its absence in Kubernetes' protobuf: a pointer in Kubernetes' own
 * types. The others are written at all times there, and a zero that was read is as good as none. Else as `opt`.
 */
export function ptr<S extends Schema>(
  number: number,
  schema: S,
  doc: string,
  options: FieldOptions = {},
): Field<S, false> {
  return { ...opt(number, schema, doc, options), pointer: true };
}

/** A required field, else as `opt`. */
export function req<S extends Schema>(
  number: number,
  schema: S,
  doc: string,
  options: FieldOptions = {},
): Field<S, true> {
  return { schema, required: true, doc, number, ...options };
}

/** Fields that JSON has inline in an object while protobuf keeps them in a message of their own, at `number`. */
export function inline<const F extends { readonly [name: string]: Field }>(number: number, fields: F): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, within: number }]);
  return Object.fromEntries(entries) as F;
}
