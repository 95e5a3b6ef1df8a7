import { groupOf, type Resource } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import type { ServedKind } from "./served-kinds.ts";

/** What is wrong with an object so that nothing can be made of it; undefined if all that is read here can be read. */
export function objectFault(object: unknown, kind: ServedKind): string | undefined {
  if (!isObject(object) || object.kind !== kind.kind) return `it is no ${kind.kind}`;
  const { apiVersion } = object;
  if (typeof apiVersion !== "string" || groupOf(apiVersion) !== kind.group) return "its apiVersion is another";
  const { metadata } = object;
  if (!isObject(metadata) || typeof metadata.name !== "string" || metadata.name === "") return "it has no name";
  if (!isTextOrAbsent(metadata.namespace)) return "its namespace is no text";
  if (!isTexts(metadata.labels)) return "its labels are no texts";
  if (!isTexts(metadata.annotations)) return "its annotations are no texts";
  if (kind.kind === "EndpointSlice" && !isListOf(object.endpoints, isEndpoint)) return "its endpoints cannot be read";
  if (kind.kind === "Endpoints" && !isListOf(object.subsets, isSubset)) return "its subsets cannot be read";
  if (kind.kind === "Service" && !isService(object.spec)) return "its spec cannot be read";
  return undefined;
}

/** An object without what only its writers need; of other nodes also without the images that they have. */
export function trimmed(resource: Resource, ownNode: string): Resource {
  const { managedFields: _, ...metadata } = resource.metadata;
  const { status } = resource;
  const foreign = resource.kind === "Node" && metadata.name !== ownNode && isObject(status);
  if (!foreign) return { ...resource, metadata };
  const { images: __, ...rest } = status;
  return { ...resource, metadata, status: rest };
}

function isService(spec: unknown): boolean {
  return spec === undefined || (isObject(spec) && isListOf(spec.topologyKeys, (key) => typeof key === "string"));
}

function isEndpoint(value: unknown): boolean {
  if (!isObject(value) || !isListOf(value.addresses, (address) => typeof address === "string")) return false;
  const { conditions = null } = value;
  return isTextOrAbsent(value.nodeName) && (conditions === null || isObject(conditions));
}

function isSubset(value: unknown): boolean {
  if (!isObject(value)) return false;
  return [value.addresses, value.notReadyAddresses].every((list) => list !== null && isListOf(list, isAddress));
}

function isAddress(value: unknown): boolean {
  return isObject(value) && typeof value.ip === "string" && isTextOrAbsent(value.nodeName);
}

/** Lists that are null are Go's empty ones. */
function isListOf(value: unknown, item: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(item));
}

function isTexts(value: unknown): boolean {
  if (value === undefined) return true;
  return isObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
