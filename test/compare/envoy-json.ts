import type { MessageTypes } from "../../src/gen/message-types.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";

const codec = loadEnvoyCodec();

/** The bytes of one of Envoy's messages, from its proto3 JSON, of which nothing is known yet. */
export function encodeMessage(name: keyof MessageTypes, value: unknown): Uint8Array {
  return codec.encode(name, value as never);
}

/** Canonical proto3 JSON of one of Envoy's messages. */
export function decodeMessage(name: keyof MessageTypes, bytes: Uint8Array): unknown {
  return codec.decode(name, bytes);
}
