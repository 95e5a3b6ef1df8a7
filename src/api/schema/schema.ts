import type { Report } from "../problem.ts";

/** A rule on one value beyond its type. It reports what is wrong and never throws. */
export type Check<T> = (value: T, report: Report) => void;

declare const typed: unique symbol;

interface Typed<T> {
  /** Never there at run time: carries the TypeScript type of the values. */
  readonly [typed]?: T;
}

export interface StringSchema<T = string> extends Typed<T> {
  readonly type: "string";
  /** Allowed values; with protobuf, `numbers` holds their numbers in the same order. */
  readonly enum?: readonly string[];
  readonly numbers?: readonly number[];
  readonly minLength?: number;
  readonly maxLength?: number;
  /** RE2 expression, unanchored. */
  readonly pattern?: string;
  /** OpenAPI's format, such as `date-time` or `byte`. */
  readonly format?: string;
  readonly wire:
    | "string"
    | "bytes"
    | "enum"
    | "duration"
    | "timestamp"
    | "wrapped"
    | "kube-time"
    | "kube-micro-time"
    | "quantity";
  /** The empty text counts as an absent field, as in Kubernetes' own types. */
  readonly emptyIsAbsent?: boolean;
  readonly checks: readonly Check<string>[];
  readonly nullable?: boolean;
}

export interface NumberSchema extends Typed<number> {
  readonly type: "number";
  readonly integer: boolean;
  readonly wire: "int32" | "int64" | "uint32" | "uint64" | "double" | "float";
  /** Travels in protobuf as google.protobuf.UInt32Value and the like, so that 0 differs from absent. */
  readonly wrapped: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: boolean;
  readonly exclusiveMax?: boolean;
  readonly multipleOf?: number;
  /** 0 counts as an absent field, as in Kubernetes' own types. */
  readonly zeroIsAbsent?: boolean;
  /** OpenAPI's format as the kind's published schema has it, where that is not the wire type. */
  readonly format?: string;
  readonly enum?: readonly number[];
  readonly checks: readonly Check<number>[];
  readonly nullable?: boolean;
}

export interface BooleanSchema extends Typed<boolean> {
  readonly type: "boolean";
  readonly wrapped: boolean;
  readonly checks: readonly Check<boolean>[];
  readonly nullable?: boolean;
}

export interface IntOrStringSchema extends Typed<number | string> {
  readonly type: "int-or-string";
  readonly pattern?: string;
  readonly maxLength?: number;
  /** `kube` is Kubernetes' IntOrString message, `quantity` its Quantity, `number` a plain number that may be quoted. */
  readonly wire: "kube" | "quantity" | "number";
  readonly checks: readonly Check<number | string>[];
  readonly nullable?: boolean;
}

export interface ListSchema<T = unknown> extends Typed<readonly T[]> {
  readonly type: "list";
  readonly item: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** `set` and `map` items are unique (a map's by `keys`) and merge one by one; atomic lists are replaced whole. */
  readonly listType: "atomic" | "set" | "map";
  readonly keys: readonly string[];
  /** Items may share their keys although they merge by them, as in some of Kubernetes' older lists. */
  readonly repeats?: boolean;
  /** A strategic merge patch replaces the list whole although it merges when it is applied. */
  readonly patchReplaces?: boolean;
  readonly checks: readonly Check<readonly never[]>[];
  readonly nullable?: boolean;
}

export interface MapSchema<T = unknown> extends Typed<{ readonly [key: string]: T }> {
  readonly type: "map";
  readonly value: Schema;
  /** What the keys are in protobuf; in JSON they are text all the same. */
  readonly keyWire: "string" | "uint32";
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Whoever sets one key sets all: the map is replaced whole when it is applied. */
  readonly atomic?: boolean;
  readonly checks: readonly Check<never>[];
  readonly nullable?: boolean;
}

export interface ObjectSchema<T = unknown> extends Typed<T> {
  readonly type: "object";
  readonly fields: { readonly [name: string]: Field };
  /** Fields beyond the declared ones are kept as they are. */
  readonly open: boolean;
  /** The object is a whole Kubernetes object with apiVersion, kind and metadata. */
  readonly embedded?: boolean;
  /** Whoever sets one field sets all: the object is replaced whole when it is applied. */
  readonly atomic?: boolean;
  readonly checks: readonly Check<never>[];
  readonly nullable?: boolean;
}

/** Any JSON: kept as it is. */
export interface AnySchema extends Typed<unknown> {
  readonly type: "any";
  readonly wire: "struct" | "value" | "raw";
  /** OpenAPI says `object` for these rather than nothing. */
  readonly object: boolean;
  readonly checks: readonly Check<unknown>[];
  readonly nullable?: boolean;
}

/** A schema that stands for another one made later: the way a kind can contain itself. */
export interface LazySchema<T = unknown> extends Typed<T> {
  readonly type: "lazy";
  readonly resolve: () => Schema;
  readonly nullable?: boolean;
}

/** A schema that says itself what it is. */
export type PlainSchema =
  | StringSchema<unknown>
  | NumberSchema
  | BooleanSchema
  | IntOrStringSchema
  | ListSchema
  | MapSchema
  | ObjectSchema
  | AnySchema;

export type Schema = PlainSchema | LazySchema;

/** One field of an object. */
export interface Field<S extends Schema = Schema, R extends boolean = boolean> {
  readonly schema: S;
  readonly required: R;
  /** One sentence for `explain` and OpenAPI. */
  readonly doc: string;
  /** Number in the protobuf message; 0 where there is none. */
  readonly number: number;
  /** Number of the protobuf message that holds this field, where JSON has that message's fields inline in this object. */
  readonly within?: number;
  /** In Kubernetes' protobuf the field is written only where it is set, and its zero is not its absence. */
  readonly pointer?: boolean;
  /** Value taken when the field is absent. */
  readonly default?: unknown;
  /** Members of a protobuf oneof share this name; at most one of them may be set. */
  readonly oneof?: string;
  /** Other spelling accepted on reading and rewritten to the field's own name. */
  readonly alias?: string;
  /** Says what to use instead; using the field gives a warning. */
  readonly deprecated?: string;
}

/** The TypeScript type of a schema's values. */
export type Infer<S> = S extends Typed<infer T> ? T : never;

type RequiredNames<F> = { [K in keyof F]: F[K] extends Field<Schema, true> ? K : never }[keyof F];

/** The TypeScript type of an object with these fields. */
export type InferFields<F extends { readonly [name: string]: Field }> = {
  readonly [K in RequiredNames<F>]: Infer<F[K]["schema"]>;
} & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: Infer<F[K]["schema"]> | undefined;
};

/** Follows lazy schemas to the one they stand for. */
export function resolve(schema: Schema): PlainSchema {
  let at: Schema = schema;
  while (at.type === "lazy") at = at.resolve();
  return at;
}
