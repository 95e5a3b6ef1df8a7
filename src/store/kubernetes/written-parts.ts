import type { KindDefinition, Resource } from "../../api/index.ts";
import { takeContent, takeUserMeta } from "../object-fields.ts";

type Fields = { readonly [field: string]: unknown };

/** What users write of an object: a copy of it without what only servers write. What JSON cannot carry is an Invalid fault. */
export function writtenParts(kind: KindDefinition, resource: Resource): Fields {
  const { managedFields: _, ...metadata } = takeUserMeta(resource.metadata, undefined).fields;
  const content = takeContent(resource, undefined).fields;
  const status = kind.statusSubresource || resource.status === undefined ? {} : { status: resource.status };
  return { metadata, ...content, ...status };
}
