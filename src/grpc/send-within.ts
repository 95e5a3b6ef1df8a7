import { afterPatiently, type Clock } from "../base/clock.ts";
import { type GrpcStatus, grpcCodes } from "./grpc-status.ts";
import type { WriteProgress } from "./message-writer.ts";

/** How long a client may take. */
export interface SendPatience {
  /** Milliseconds for which it may take nothing of what it is offered. */
  readonly timeout: number;
  /** Told before a client is cut off. */
  readonly late?: () => void;
}

/** How far sending has come. */
export interface SendProgress extends WriteProgress {
  /** Bytes that the kernel has taken for the client's connection. */
  readonly bytes: number;
}

/** Whom something is sent to. */
export interface Receiver {
  /** Absent if nobody can tell. */
  readonly progress?: SendProgress;
  cancel(status: GrpcStatus): void;
}

/**
 * Waits for a message that a client has to read; if it does not go on reading, the call is cut off, and so is what it
 * would hold. Who is slow, or waits for others to be served, is not cut off.
 */
export async function sendWithin(
  receiver: Receiver,
  sent: Promise<void>,
  { timeout, late }: SendPatience,
  clock: Clock,
): Promise<void> {
  let cancel = () => {};
  const watch = () => {
    const before = receiver.progress;
    cancel = afterPatiently(clock, timeout, () => {
      const now = receiver.progress;
      if (now && (!now.offered || now.writes !== before?.writes || now.bytes !== before.bytes)) return watch();
      late?.();
      receiver.cancel({ code: grpcCodes.unavailable, message: "the client did not read in time" });
    });
  };
  watch();
  try {
    await sent;
  } finally {
    cancel();
  }
}
