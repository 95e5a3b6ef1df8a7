import type { Call } from "../index.ts";

/** A call with the usual filled in: plaintext HTTP/1.1. */
export function callOf(direction: Call["direction"], to: string, more: Partial<Call> = {}): Call {
  const [, address = "", port = ""] = /^(.*):(\d+)$/.exec(to) ?? [];
  const call = { direction, destination: { address, port: Number(port) }, protocol: "http1", tls: "plain" } as const;
  return { ...call, host: to, ...more };
}
