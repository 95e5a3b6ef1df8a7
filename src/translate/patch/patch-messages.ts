import { lazy } from "../../base/lazy.ts";
import { JsonDecoder } from "../../base/protobuf/decode-json.ts";
import { JsonEncoder } from "../../base/protobuf/encode-json.ts";
import { JsonMerger } from "../../base/protobuf/merge-json.ts";
import type { Any } from "../../gen/any.ts";
import { envoySchema } from "../envoy-schema.ts";
import { type Patch, type PatchedMessage, type PatchedPart, patchedMessages } from "./patch.ts";

const strict = lazy(() => new JsonEncoder(envoySchema()));
const lenient = lazy(() => new JsonEncoder(envoySchema(), { ignoresUnknown: true }));
const decoder = lazy(() => new JsonDecoder(envoySchema()));
const merger = lazy(() => new JsonMerger(envoySchema()));

/** A patch's value as a message, and why it is not wholly one. */
export interface ReadValue<P extends PatchedPart> {
  readonly value: PatchedMessage<P>;
  /** What of it Envoy has no field for, if anything. */
  readonly unknown?: string;
}

/** Reads a value as the message that it is to be, in canonical JSON. What no field is for is left out; other faults throw. */
export function readValue<P extends PatchedPart>(part: P, value: unknown): ReadValue<P> {
  const name = patchedMessages[part];
  const decode = (bytes: Uint8Array) => decoder().decode(name, bytes) as PatchedMessage<P>;
  try {
    return { value: decode(strict().encode(name, value)) };
  } catch (error) {
    return { value: decode(lenient().encode(name, value)), unknown: messageOf(error) };
  }
}

/** A part with a patch's value merged into it. */
export function mergePart<P extends PatchedPart>(part: PatchedMessage<P>, patch: Patch<P>): PatchedMessage<P> {
  const lists = patch.operation === "MERGE_AND_REPLACE_LIST" ? "replace" : "append";
  return merger().merge<object>(patchedMessages[patch.applyTo], part, patch.value, lists) as PatchedMessage<P>;
}

/** Merges what two messages of the same type hold; other types cannot be merged, which is thrown. */
export function mergeAny(into: Any, from: Any): Any {
  const name = messageName(into);
  if (messageName(from) !== name) {
    throw new TypeError(`must be of the type ${name} to be merged, not ${messageName(from)}`);
  }
  if (!envoySchema().find(name)) throw new TypeError(`must not be merged: ${name} is not known`);
  return { ...merger().merge<object>(name, into, from), "@type": into["@type"] };
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function messageName({ "@type": url }: Any): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
