import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import { mergeAny } from "./patch-messages.ts";

/** A socket with what another of its name says. */
export function mergeSocket(socket: TransportSocket, from: TransportSocket): TransportSocket {
  if (!socket.typedConfig || !from.typedConfig) return socket;
  return { ...socket, typedConfig: mergeAny(socket.typedConfig, from.typedConfig) };
}
