import { formatGroupKind, type GroupKind, type KindDefinition, type Resource, type ResourceKey } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { flatText } from "../base/flat-text.ts";

/** Between namespace and name in an id. It sorts before every character of a name, so ids sort by namespace, then name. */
const separator = "\0";

/** One text per object of a kind, in the order of lists. */
export function objectId(namespace: string, name: string): string {
  return flatText(separator, namespace, name);
}

/** One text per object of any kind. */
export function slotOf(type: GroupKind, id: string): string {
  return `${formatGroupKind(type)}${separator}${id}`;
}

/** The namespace and name of an id. */
export function parseId(id: string): { namespace: string; name: string } {
  const at = id.indexOf(separator);
  return { namespace: id.slice(0, at), name: id.slice(at + 1) };
}

/** The namespace of an id. */
export function namespaceOfId(id: string): string {
  return id.slice(0, id.indexOf(separator));
}

/** The key of the object with this type and id. */
export function keyOfId(type: GroupKind, id: string): ResourceKey {
  return { group: type.group, kind: type.kind, ...parseId(id) };
}

/** How messages name an object: `VirtualService default/reviews`. */
export function describeKey(key: ResourceKey): string {
  return `${key.kind} ${key.namespace === "" ? "" : `${key.namespace}/`}${key.name}`;
}

/** The key of an object that is about to be written; a name or namespace that its kind cannot have is an Invalid fault. */
export function writableKey(kind: KindDefinition, resource: Resource): ResourceKey {
  const { name = "", namespace = "" } = resource.metadata;
  if (name === "")
    throw new FairwayError("Invalid", `a ${kind.kind} must have a metadata.name or metadata.generateName`);
  checkSegment("name", name);
  if (kind.namespaced) {
    if (namespace === "") throw new FairwayError("Invalid", `${kind.kind} ${name} must have a metadata.namespace`);
    checkSegment("namespace", namespace);
  } else if (namespace !== "") {
    throw new FairwayError("Invalid", `${kind.kind} ${name} is cluster-scoped and must not have a metadata.namespace`);
  }
  return { group: kind.group, kind: kind.kind, namespace, name };
}

/** Names are parts of URLs and of ids: whatever the kind allows beyond, these would be ambiguous. */
function checkSegment(field: string, value: string): void {
  const ambiguous = value === "." || value === ".." || value.includes("/") || value.includes("%");
  if (!ambiguous && !value.includes(separator)) return;
  throw new FairwayError("Invalid", `metadata.${field} must not be '.' or '..' and must not contain '/' or '%'`);
}
