import { WireWriter, wireTypes } from "../base/wire-writer.ts";
import type { KindDefinition } from "./kind.ts";
import { encodeResource } from "./protobuf.ts";
import type { Resource } from "./resource.ts";
import { map, obj, opt, str } from "./schema/build.ts";
import { encodeMessage } from "./schema/encode.ts";
import { timestamp } from "./schema/formats.ts";

/** The message that `encodeMcpResource` encodes. */
export const mcpResourceMessage = "istio.mcp.v1alpha1.Resource";

const metadataMessage = obj({
  name: opt(1, str(), "Namespace and name, with a slash between them."),
  createTime: opt(2, timestamp(), "When the object was made."),
  version: opt(3, str(), "The object's version in the store."),
  labels: opt(4, map(str()), "The object's labels."),
  annotations: opt(5, map(str()), "The object's annotations."),
});

/** Encodes an object as Istio's clients take configuration over xDS: what it is called, and its kind's own message. */
export function encodeMcpResource(kind: KindDefinition, resource: Resource): Uint8Array {
  const { creationTimestamp, resourceVersion, labels, annotations } = resource.metadata;
  const metadata = {
    name: mcpName(resource),
    createTime: creationTimestamp,
    version: resourceVersion,
    labels,
    annotations,
  };
  const { message, bytes } = encodeResource(kind, resource);
  const writer = new WireWriter();
  writer.tag(1, wireTypes.bytes);
  writer.bytes(encodeMessage(metadataMessage, metadata, { syntax: "proto3" }));
  writer.tag(2, wireTypes.bytes);
  writer.message((any) => {
    any.tag(1, wireTypes.bytes);
    any.text(`type.googleapis.com/${message}`);
    any.tag(2, wireTypes.bytes);
    any.bytes(bytes);
  });
  return writer.finish();
}

/** `namespace/name`, also where the namespace is empty: clients split it at the slash. */
export function mcpName({ metadata }: Resource): string {
  return `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
}
