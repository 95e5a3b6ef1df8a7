import { afterPatiently, type Clock } from "../base/clock.ts";
import type { GrpcCall } from "./grpc-call.ts";
import { grpcCodes } from "./grpc-status.ts";

/** How long a client may take. */
export interface SendPatience {
  /** Milliseconds. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Told before a client is cut off. */
  readonly late?: () => void;
}

/** Sends a message to a client that has to read it in time; otherwise the call is cut off, and so is what it would hold. */
export async function sendWithin(
  call: GrpcCall,
  parts: readonly Uint8Array[],
  { timeout, clock, late }: SendPatience,
): Promise<void> {
  const cancel = afterPatiently(clock, timeout, () => {
    late?.();
    call.cancel({ code: grpcCodes.unavailable, message: "the client did not read in time" });
  });
  try {
    await call.send(parts);
  } finally {
    cancel();
  }
}
