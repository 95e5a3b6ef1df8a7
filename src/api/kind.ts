import type { Report } from "./problem.ts";
import type { GroupKind, Resource } from "./resource.ts";
import type { ObjectSchema } from "./schema/schema.ts";

/** One served version of a kind. Without conversions it differs from the stored version in its name only. */
export interface KindVersion {
  readonly name: string;
  /** Said to clients that use this version. */
  readonly deprecation?: string;
  /** From this version's form to the stored one; apiVersion is taken care of. */
  readonly toStored?: (resource: Resource) => Resource;
  readonly fromStored?: (resource: Resource) => Resource;
  /** Where the version's form differs so much that it has a schema of its own. */
  readonly schema?: ObjectSchema;
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly doc: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority: 0 | 1;
  /** Where the value is, if it is at one place of the object. */
  readonly jsonPath?: string;
  /** What to show; `date` columns give the time stamp itself. */
  readonly cell: (resource: Resource) => string | number | boolean | undefined;
}

/** Everything that is known of a kind: the one place from which types, defaults, checks, documents and columns come. */
export interface KindDefinition {
  /** Empty for Kubernetes' core group. */
  readonly group: string;
  readonly kind: string;
  /** Lower-case plural, as in URLs. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** What can be done with the kind, where that is not everything; none: it is served under another kind's name only. */
  readonly verbs?: readonly string[];
  /** The first one is stored and preferred. */
  readonly versions: readonly [KindVersion, ...KindVersion[]];
  /**
   * The kind under which the objects are kept, where this one is but another face of it: every version then converts
   * to and from the stored version of that kind. Absent: the kind keeps its own objects.
   */
  readonly storedAs?: GroupKind;
  /** Sentence for `explain`. */
  readonly doc: string;
  /** All fields but apiVersion, kind and metadata. */
  readonly schema: ObjectSchema;
  /** Status is written through `/status` only, and does not count as a change of what the user asks for. */
  readonly statusSubresource: boolean;
  /** What the status of a new object is, where it is written apart. Default: none. */
  readonly initialStatus?: unknown;
  /** `metadata.generation` is kept. */
  readonly generation: boolean;
  /** Paths of the fields by which lists can be filtered, besides name and namespace. Default: none. */
  readonly selectableFields?: readonly string[];
  /** Besides the name; an age column is added by who prints, unless `ageless`. */
  readonly columns: readonly PrinterColumn[];
  /** The kind's columns are all that there is to show. Default: an age column is added. */
  readonly ageless?: boolean;
  /** What a name must be, if this one is not that; absent: a DNS subdomain. */
  readonly nameFault?: (name: string) => string | undefined;
  /** Fills in or moves what depends on other fields, after defaults and before validation; must not throw on bad types. */
  readonly normalize?: (resource: Resource) => Resource;
  /** Takes over from the stored object what an update leaves out but does not mean to lose, such as allocated addresses. */
  readonly carryOver?: (resource: Resource, old: Resource) => Resource;
  /**
   * Whether an object that is deleted must stay for the time being although it has no finalizer, as a Namespace that is
   * not empty. Default: never.
   */
  readonly heldBack?: (resource: Resource) => boolean;
  /** Rules across fields that no single schema node can see. Runs only on objects whose structure is sound. */
  readonly validate?: (resource: never, report: Report) => void;
  /** Rules on new objects only. */
  readonly validateCreate?: (resource: never, report: Report) => void;
  /** Rules on what may change. */
  readonly validateUpdate?: (resource: never, old: never, report: Report) => void;
  /** Name of the protobuf message and which part of the object it encodes; absent: google.protobuf.Struct of the spec. */
  readonly protobuf?: { readonly message: string; readonly of: "object" | "spec" };
}

type KindInput = Pick<KindDefinition, "group" | "kind" | "doc" | "schema" | "versions"> &
  Partial<Omit<KindDefinition, "versions" | "validate" | "validateCreate" | "validateUpdate">>;

/** Fills in what most kinds share: English plural, namespaced, with a status subresource and a generation. */
export function defineKind<T = Resource>(
  input: KindInput & {
    readonly validate?: (resource: T, report: Report) => void;
    readonly validateCreate?: (resource: T, report: Report) => void;
    readonly validateUpdate?: (resource: T, old: T, report: Report) => void;
  },
): KindDefinition {
  const singular = input.kind.toLowerCase();
  return {
    plural: pluralOf(singular),
    singular,
    shortNames: [],
    categories: [],
    namespaced: true,
    statusSubresource: true,
    generation: true,
    columns: [],
    ...input,
  };
}

function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  if (/(s|x|ch|sh)$/.test(singular)) return `${singular}es`;
  return `${singular}s`;
}

/** The version that is stored. */
export function storedVersion(kind: KindDefinition): string {
  return kind.versions[0].name;
}
