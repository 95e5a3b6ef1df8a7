import type { ObjectMeta, Resource } from "../../api/index.ts";
import { getOwn } from "../../base/json.ts";

/** On an object that comes from a file of the watched directory: the file's path in it. */
export const sourceAnnotation = "fairway.dev/source";

/** The file that an object comes from. Undefined if it was written through the API. */
export function sourceOf(resource: Resource): string | undefined {
  const { annotations } = resource.metadata;
  return annotations && getOwn(annotations, sourceAnnotation);
}

/** The object as its file has it, marked with the file. What a store had once written into it is of no account. */
export function withSource(resource: Resource, path: string): Resource {
  const { uid, resourceVersion, generation, creationTimestamp, ...metadata } = resource.metadata as ObjectMeta;
  const annotations = { ...metadata.annotations, [sourceAnnotation]: path };
  return { ...resource, metadata: { ...metadata, annotations } };
}
