import {
  apiVersionOf,
  type KindDefinition,
  type KindVersion,
  type OpenApiSchema,
  objectMeta,
  toOpenApi,
} from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import { definitionName, objectMetaName } from "./definition-name.ts";

/** Descriptions of objects, by name. */
export type Definitions = { readonly [name: string]: OpenApiSchema };

/** A kind in one of its versions. */
export interface ServedKind {
  readonly kind: KindDefinition;
  readonly version: KindVersion;
}

/** The descriptions of kinds and of their lists, with what they refer to by `prefix` and name. */
export function definitionsOf(served: readonly ServedKind[], prefix: string): Definitions {
  const own = served.flatMap((each) => [
    [definitionName(each.kind, each.version.name), objectForm(each, prefix)] as const,
    [`${definitionName(each.kind, each.version.name)}List`, listForm(each, prefix)] as const,
  ]);
  return {
    ...Object.fromEntries(own),
    [objectMetaName]: toOpenApi(objectMeta, "What every object has: names, labels, owners.", marked),
  };
}

/** How a kind is named in documents and operations. */
export function groupVersionKind({ kind, version }: ServedKind): object {
  return { group: kind.group, kind: kind.kind, version: version.name };
}

const marked = { patchMarks: true };

const envelope = {
  apiVersion: { type: "string", description: "Group and version of the object's form." },
  kind: { type: "string", description: "The object's kind." },
};

function objectForm(served: ServedKind, prefix: string): OpenApiSchema {
  const { kind, version } = served;
  const form = toOpenApi(version.schema ?? kind.schema, kind.doc, marked);
  const own = isObject(form.properties) ? form.properties : {};
  const metadata = { description: "Name, labels and the like.", allOf: [{ $ref: prefix + objectMetaName }] };
  return {
    ...form,
    properties: { ...envelope, metadata, ...own },
    "x-kubernetes-group-version-kind": [groupVersionKind(served)],
  };
}

function listForm({ kind, version }: ServedKind, prefix: string): OpenApiSchema {
  return {
    type: "object",
    description: `Objects of kind ${kind.kind}.`,
    required: ["items"],
    properties: {
      ...envelope,
      metadata: {
        type: "object",
        description: "Where the list was made.",
        "x-kubernetes-preserve-unknown-fields": true,
      },
      items: { type: "array", items: { $ref: prefix + definitionName(kind, version.name) } },
    },
    "x-kubernetes-group-version-kind": [{ ...groupVersionKind({ kind, version }), kind: `${kind.kind}List` }],
  };
}

/** Where the resources of a group and version are. */
export function rootOf(group: string, version: string): string {
  return `/${group === "" ? "api" : "apis"}/${apiVersionOf(group, version)}`;
}
