import { lazy } from "../base/lazy.ts";
import { JsonDecoder } from "../base/protobuf/decode-json.ts";
import { JsonEncoder } from "../base/protobuf/encode-json.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import { envoySchema } from "./envoy-schema.ts";

/** Encodes and decodes Envoy's messages in their JSON form. */
export interface EnvoyCodec {
  encode<N extends keyof MessageTypes>(name: N, message: MessageTypes[N]): Uint8Array;
  decode<N extends keyof MessageTypes>(name: N, bytes: Uint8Array): MessageTypes[N];
}

/** A codec of its own, on the one schema of Envoy, which is read when it is first used. */
export function loadEnvoyCodec(): EnvoyCodec {
  const encoder = lazy(() => new JsonEncoder(envoySchema()));
  const decoder = lazy(() => new JsonDecoder(envoySchema()));
  return {
    encode: (name, message) => encoder().encode(name, message),
    decode: <N extends keyof MessageTypes>(name: N, bytes: Uint8Array) =>
      decoder().decode(name, bytes) as MessageTypes[N],
  };
}
