import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JsonDecoder } from "../base/protobuf/decode-json.ts";
import { JsonEncoder } from "../base/protobuf/encode-json.ts";
import { MessageRegistry } from "../base/protobuf/message-registry.ts";
import { readDescriptors } from "../base/protobuf/read-descriptors.ts";
import type { MessageTypes } from "../gen/message-types.ts";

/** Encodes and decodes Envoy's messages in their JSON form. */
export interface EnvoyCodec {
  encode<N extends keyof MessageTypes>(name: N, message: MessageTypes[N]): Uint8Array;
  decode<N extends keyof MessageTypes>(name: N, bytes: Uint8Array): MessageTypes[N];
}

/** Reads Envoy's schema, which takes some tens of milliseconds: do it once. */
export function loadEnvoyCodec(): EnvoyCodec {
  const schema = readFileSync(join(import.meta.dirname, "../../data/envoy-1.40.binpb"));
  const messages = new MessageRegistry(readDescriptors(schema));
  const encoder = new JsonEncoder(messages);
  const decoder = new JsonDecoder(messages);
  return {
    encode: (name, message) => encoder.encode(name, message),
    decode: <N extends keyof MessageTypes>(name: N, bytes: Uint8Array) =>
      decoder.decode(name, bytes) as MessageTypes[N],
  };
}
