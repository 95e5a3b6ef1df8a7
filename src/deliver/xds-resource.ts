import { hash } from "node:crypto";
import { fieldSize, WireWriter, wireTypes } from "../base/wire-writer.ts";

/** A resource of another type that a client needs again whenever it takes a new version of this one. */
export interface Follower {
  readonly type: string;
  readonly name: string;
}

/** A named resource, encoded once for all clients that are sent it. */
export interface XdsResource {
  readonly name: string;
  /** Changes with the content and only with it. */
  readonly version: string;
  /** An Any with the message, as field 2: both forms of a response hold it so. */
  readonly field: Uint8Array;
  /** Envoy warms a cluster on its endpoints, though it has them already. */
  readonly follower?: Follower;
}

/** Wraps an encoded message as a resource. Its version is the hash of its content, unless a cheaper one is given. */
export function xdsResource(
  type: string,
  name: string,
  message: Uint8Array,
  { version = contentVersion(message), follower }: Partial<Pick<XdsResource, "version" | "follower">> = {},
): XdsResource {
  const size = fieldSize(Buffer.byteLength(type)) + fieldSize(message.length);
  const writer = new WireWriter(fieldSize(size));
  writer.tag(2, wireTypes.bytes);
  writer.varint(size);
  writer.tag(1, wireTypes.bytes);
  writer.text(type);
  writer.tag(2, wireTypes.bytes);
  writer.bytes(message);
  return { name, version, field: writer.finish(), ...(follower && { follower }) };
}

/** A version of some content: 96 bits of a hash, which no two contents of one name will share. */
export function contentVersion(content: Uint8Array | string): string {
  return hash("sha1", content, "base64url").slice(0, 16);
}
