import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JsonDecoder } from "../../src/base/protobuf/decode-json.ts";
import { JsonEncoder } from "../../src/base/protobuf/encode-json.ts";
import { MessageRegistry } from "../../src/base/protobuf/message-registry.ts";
import { readDescriptors } from "../../src/base/protobuf/read-descriptors.ts";

const schema = readFileSync(join(import.meta.dirname, "../../data/envoy-1.40.binpb"));
const messages = new MessageRegistry(readDescriptors(schema));
const encoder = new JsonEncoder(messages);
const decoder = new JsonDecoder(messages);

/** The bytes of one of Envoy's messages, from its proto3 JSON. */
export function encodeMessage(name: string, value: unknown): Uint8Array {
  return encoder.encode(name, value);
}

/** Canonical proto3 JSON of one of Envoy's messages. */
export function decodeMessage(name: string, bytes: Uint8Array): unknown {
  return decoder.decode(name, bytes);
}
