import { objectSchema } from "../admit.ts";
import type { KindCatalog } from "../catalog.ts";
import type { KindDefinition } from "../kind.ts";
import { groupOf, versionOf } from "../resource.ts";
import { list, obj, req } from "../schema/build.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { deleteOptionsMessage, listMeta, partialObjectMetadata, statusMessage } from "./meta-messages.ts";

/** The message of a body. */
export interface BodySchema {
  readonly schema: ObjectSchema;
  /** The kind of a list's items, which do not say it themselves. */
  readonly itemKind?: string;
}

/** The message in which a body of this type travels in Kubernetes' protobuf; undefined where there is none. */
export function bodySchema(kinds: KindCatalog, apiVersion: string, kind: string): BodySchema | undefined {
  if (kind === "DeleteOptions") return { schema: deleteOptionsMessage };
  if (apiVersion === "v1" && kind === "Status") return { schema: statusMessage };
  if (groupOf(apiVersion) === "meta.k8s.io") return partialSchemas[kind];
  const type = { group: groupOf(apiVersion), version: versionOf(apiVersion) };
  const own = find(kinds, type, kind);
  if (own) return { schema: schemasOf(own).one };
  const itemKind = kind.replace(/List$/, "");
  const items = itemKind !== kind && find(kinds, type, itemKind);
  return items ? { schema: schemasOf(items).list, itemKind } : undefined;
}

function find(kinds: KindCatalog, type: { group: string; version: string }, kind: string): KindDefinition | undefined {
  const found = kinds.find({ group: type.group, kind });
  if (found?.protobuf?.of !== "object") return undefined;
  return found.versions.some((version) => version.name === type.version && !version.schema) ? found : undefined;
}

const known = new WeakMap<KindDefinition, { readonly one: ObjectSchema; readonly list: ObjectSchema }>();

function schemasOf(kind: KindDefinition): { readonly one: ObjectSchema; readonly list: ObjectSchema } {
  let schemas = known.get(kind);
  if (!schemas) {
    const one = objectSchema(kind);
    schemas = { one, list: listOf(one) };
    known.set(kind, schemas);
  }
  return schemas;
}

function listOf(item: ObjectSchema): ObjectSchema {
  return obj({
    metadata: req(1, listMeta, "What the list says of itself."),
    items: req(2, list(item), "The objects."),
  });
}

const partialSchemas: { readonly [kind: string]: BodySchema | undefined } = {
  PartialObjectMetadata: { schema: partialObjectMetadata },
  PartialObjectMetadataList: { schema: listOf(partialObjectMetadata), itemKind: "PartialObjectMetadata" },
};
