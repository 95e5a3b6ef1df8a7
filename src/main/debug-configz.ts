import type { Resource } from "../api/index.ts";
import type { ResourceStore } from "../core/index.ts";
import { isConfigKind } from "./config-kinds.ts";

/** All configuration objects, by kind, namespace and name, without the notes of who wrote which field. */
export async function configz(store: ResourceStore): Promise<readonly Resource[]> {
  const kinds = store.kinds().all.filter(isConfigKind);
  const lists = await Promise.all(kinds.map((kind) => store.list(kind, "")));
  return lists.flatMap(({ items }) => items.map(withoutWriters));
}

function withoutWriters(resource: Resource): Resource {
  const { managedFields: _, ...metadata } = resource.metadata as Resource["metadata"] & { managedFields?: unknown };
  return { ...resource, metadata };
}
