import type { ConnectionSettings } from "../api/index.ts";

/** Bytes that are buffered for each client; few where the proxy faces the internet. Undefined: Envoy's own limit. */
export function bufferLimitOf(settings: ConnectionSettings = {}): number | undefined {
  const { profile, listenerPerConnectionBufferLimitBytes: limit } = settings;
  return limit ?? (profile === "EDGE" ? 32_768 : undefined);
}
