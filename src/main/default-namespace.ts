import type { KindCatalog, Resource } from "../api/index.ts";

/** The object in `default` if it is of a namespaced kind and names no namespace, as with kubectl. */
export function inDefaultNamespace(resource: Resource, kinds: KindCatalog): Resource {
  const { metadata } = resource;
  if (metadata.namespace || !kinds.findFor(resource)?.kind.namespaced) return resource;
  return { ...resource, metadata: { ...metadata, namespace: "default" } };
}
