import type { Resource, ResourceKey } from "../api/index.ts";
import { isObject } from "../base/json.ts";

/** Whether an object is named as its key says, and its labels and annotations are text by text. */
export function hasSoundMetadata(key: ResourceKey, object: Resource): boolean {
  const { metadata } = object;
  return (
    isObject(metadata) &&
    metadata.name === key.name &&
    (metadata.namespace ?? "") === key.namespace &&
    isTextMap(metadata.labels) &&
    isTextMap(metadata.annotations)
  );
}

function isTextMap(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (!isObject(value)) return false;
  for (const key in value) if (typeof value[key] !== "string") return false;
  return true;
}
