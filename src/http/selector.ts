import type { KindDefinition, Resource } from "../api/index.ts";
import { parseSelector } from "../base/selector.ts";
import { fieldSelector } from "./field-selector.ts";

/** What a request picks that has no selectors. */
export const everything = (_resource: Resource): boolean => true;

/** Which objects of a kind a request's labelSelector and fieldSelector pick. */
export function requestSelector(query: URLSearchParams, kind: KindDefinition): (resource: Resource) => boolean {
  const [labels, fields] = [query.get("labelSelector") ?? "", query.get("fieldSelector") ?? ""];
  if (labels === "" && fields === "") return everything;
  const byLabels = parseSelector(labels);
  const byFields = fieldSelector(fields, kind);
  return (resource) => byLabels(resource.metadata.labels ?? {}) && byFields(resource);
}
