import { afterPatiently, type Clock } from "../base/clock.ts";
import type { GrpcCall } from "./grpc-call.ts";
import { grpcCodes } from "./grpc-status.ts";

/** How long a client may take. */
export interface SendPatience {
  /** Milliseconds for which it may take nothing of what it is offered. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Told before a client is cut off. */
  readonly late?: () => void;
}

/**
 * Sends a message to a client that has to go on reading; otherwise the call is cut off, and so is what it would hold. Who is
 * slow, or waits for others to be served, is not cut off.
 */
export async function sendWithin(
  call: GrpcCall,
  parts: readonly Uint8Array[],
  { timeout, clock, late }: SendPatience,
): Promise<void> {
  let cancel = () => {};
  const watch = () => {
    const before = call.progress;
    cancel = afterPatiently(clock, timeout, () => {
      const now = call.progress;
      if (now && (!now.offered || now.writes !== before?.writes || now.bytes !== before.bytes)) return watch();
      late?.();
      call.cancel({ code: grpcCodes.unavailable, message: "the client did not read in time" });
    });
  };
  watch();
  try {
    await call.send(parts);
  } finally {
    cancel();
  }
}
