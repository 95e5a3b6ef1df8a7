import { encodeStruct, readStruct } from "../base/protobuf/struct.ts";
import { objectSchema } from "./admit.ts";
import type { KindDefinition } from "./kind.ts";
import type { Resource } from "./resource.ts";
import { decodeMessage } from "./schema/decode.ts";
import { encodeMessage } from "./schema/encode.ts";
import type { ObjectSchema } from "./schema/schema.ts";
import { resolve } from "./schema/schema.ts";

/** An object's protobuf encoding: the name of its message and the bytes. */
export interface EncodedResource {
  readonly message: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes an object as its kind's protobuf message: the whole object for Kubernetes' own kinds, the spec for Istio's,
 * and for kinds that have no message of their own the spec as google.protobuf.Struct.
 */
export function encodeResource(kind: KindDefinition, resource: Resource): EncodedResource {
  const { message, of } = kind.protobuf ?? { message: structMessage, of: "struct" as const };
  if (of === "object") return { message, bytes: encodeMessage(objectSchema(kind), resource, { syntax: "kubernetes" }) };
  const spec = resource.spec ?? {};
  if (of === "spec") return { message, bytes: encodeMessage(specSchema(kind), spec, { syntax: "proto3" }) };
  return { message, bytes: encodeStruct(spec) };
}

/** The other way round: the object's fields that the message carries (`spec`, or all but apiVersion and kind). */
export function decodeResource(kind: KindDefinition, bytes: Uint8Array): { [field: string]: unknown } {
  if (kind.protobuf?.of === "object") return decodeMessage(objectSchema(kind), bytes, { syntax: "kubernetes" });
  return { spec: kind.protobuf ? decodeMessage(specSchema(kind), bytes, { syntax: "proto3" }) : readStruct(bytes) };
}

const structMessage = "google.protobuf.Struct";

function specSchema(kind: KindDefinition): ObjectSchema {
  const spec = kind.schema.fields.spec;
  const schema = spec && resolve(spec.schema);
  if (schema?.type !== "object") throw new Error(`${kind.kind} is said to be encoded by its spec, but has none`);
  return schema;
}
