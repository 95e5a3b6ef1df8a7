import { definitionName } from "./definition-name.ts";
import { rootOf, type ServedKind } from "./definitions.ts";

/** A parameter of a path or of a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
}

/** One method on a path. */
export interface Operation {
  readonly action: "get" | "list" | "post" | "put" | "patch" | "delete" | "deletecollection";
  readonly parameters: readonly Parameter[];
  /** Media types of the body; none if it has no body. */
  readonly consumes: readonly string[];
  /** Names of definitions; the body's is absent where it may be anything. */
  readonly body: string | undefined;
  readonly answer: string;
}

/** A path with what may be done on it. */
export interface PathOperations {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operations: { readonly [method: string]: Operation };
}

const query =
  (type: Parameter["type"]) =>
  (name: string, description: string): Parameter => ({ name, in: "query", type, description });
const text = query("string");
const pathPart = (name: string, description: string): Parameter => ({ name, in: "path", type: "string", description });

const listing: readonly Parameter[] = [
  text("labelSelector", "Only objects whose labels this picks."),
  text("fieldSelector", "Only objects whose fields this picks."),
  query("integer")("limit", "How many objects to answer with at most; the rest by `continue`."),
  text("continue", "Where the list before ended."),
  text("resourceVersion", "How new the answer must be; a watch starts after it."),
  text("resourceVersionMatch", "How `resourceVersion` is meant: Exact or NotOlderThan."),
  query("integer")("timeoutSeconds", "How long a watch lasts."),
  query("boolean")("watch", "Stream changes in place of a list."),
  query("boolean")("allowWatchBookmarks", "Tell now and then how far the watch has come."),
  query("boolean")("sendInitialEvents", "Begin the watch with all objects, and say where they end."),
];
const dryRun = text("dryRun", "`All`: do everything but store it.");
const writing: readonly Parameter[] = [
  dryRun,
  text("fieldManager", "Who is to be known as the writer of the fields."),
  text("fieldValidation", "What becomes of unknown fields: Ignore, Warn or Strict."),
];
const force = query("boolean")("force", "Take fields over from other appliers.");
const deleting: readonly Parameter[] = [
  dryRun,
  text("propagationPolicy", "What becomes of dependents: Orphan, Background or Foreground."),
  query("integer")("gracePeriodSeconds", "How long the object gets to end in order."),
];

const json = ["application/json", "application/yaml"];
const patchTypes = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];
const strategicType = "application/strategic-merge-patch+json";

/** Everything that can be done with a kind, path by path. */
export function operationsOf(served: ServedKind): readonly PathOperations[] {
  const { kind, version } = served;
  const root = rootOf(kind.group, version.name);
  const collection = `${root}${kind.namespaced ? "/namespaces/{namespace}" : ""}/${kind.plural}`;
  const within = kind.namespaced ? [pathPart("namespace", "The objects' namespace.")] : [];
  const named = [...within, pathPart("name", "The object's name.")];
  const answer = definitionName(kind, version.name);
  const list: Operation = { ...plain("list", `${answer}List`), parameters: listing };
  const paths: PathOperations[] = [
    {
      path: collection,
      parameters: within,
      operations: {
        get: list,
        post: { ...plain("post", answer), parameters: writing, consumes: json, body: answer },
        delete: { ...plain("deletecollection", answer), parameters: [...listing.slice(0, 2), ...deleting] },
      },
    },
    { path: `${collection}/{name}`, parameters: named, operations: { ...changing(served), delete: removing(answer) } },
  ];
  if (kind.statusSubresource)
    paths.push({ path: `${collection}/{name}/status`, parameters: named, operations: changing(served) });
  if (kind.namespaced) paths.push({ path: `${root}/${kind.plural}`, parameters: [], operations: { get: list } });
  return paths;
}

function changing({ kind, version }: ServedKind): { readonly [method: string]: Operation } {
  const answer = definitionName(kind, version.name);
  const consumes = kind.protobuf?.of === "object" ? [...patchTypes, strategicType] : patchTypes;
  return {
    get: plain("get", answer),
    put: { ...plain("put", answer), parameters: writing, consumes: json, body: answer },
    patch: { ...plain("patch", answer), parameters: [...writing, force], consumes },
  };
}

function removing(answer: string): Operation {
  return { ...plain("delete", answer), parameters: deleting, consumes: json };
}

function plain(action: Operation["action"], answer: string): Operation {
  return { action, parameters: [], consumes: [], body: undefined, answer };
}
