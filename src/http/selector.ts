import type { KindDefinition, Resource } from "../api/index.ts";
import { parseSelector } from "../base/selector.ts";
import { fieldSelector } from "./field-selector.ts";

/** Which objects of a kind a request's labelSelector and fieldSelector pick. */
export function requestSelector(query: URLSearchParams, kind: KindDefinition): (resource: Resource) => boolean {
  const byLabels = parseSelector(query.get("labelSelector") ?? "");
  const byFields = fieldSelector(query.get("fieldSelector") ?? "", kind);
  return (resource) => byLabels(resource.metadata.labels ?? {}) && byFields(resource);
}
