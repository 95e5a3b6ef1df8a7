import type { Clock } from "../base/clock.ts";
import { type GrpcStatus, grpcCodes } from "./grpc-status.ts";
import type { WriteProgress } from "./message-writer.ts";

/** How long a client may take. */
export interface SendPatience {
  /** Milliseconds for which it may take nothing of what it is offered; it is cut off at most a quarter later. */
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

/** Looks at a client within the time that it has. */
const looks = 4;

/** Somebody who is being sent something. */
interface Watched {
  readonly receiver: Receiver;
  readonly patience: SendPatience;
  /** How far it had come at the last look; undefined before the first. */
  seen: SendProgress | undefined;
  /** Looks that it has left to go on. */
  left: number;
}

/**
 * Cuts off clients that do not go on reading what they are sent, and so what they would hold. Who is slow, or waits for
 * others to be served, is not cut off; and time in which this process was too busy to look counts for no more than one look.
 * All are looked at together: most have taken everything long before, and a timer for each would cost more than that.
 */
export class SendWatch {
  readonly #clock: Clock;
  /** Those who may take equally long. */
  readonly #groups = new Map<number, Set<Watched>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Watches a client until the returned function is called. */
  watch(receiver: Receiver, patience: SendPatience): () => void {
    const { timeout } = patience;
    const group = this.#groups.get(timeout) ?? this.#begin(timeout);
    // The first look comes at any time, and only tells how far the client has come by then.
    const watched: Watched = { receiver, patience, seen: undefined, left: looks + 1 };
    group.add(watched);
    return () => group.delete(watched);
  }

  #begin(timeout: number): Set<Watched> {
    const group = new Set<Watched>();
    this.#groups.set(timeout, group);
    this.#lookAfter(timeout / looks, () => {
      for (const watched of group) {
        if (goesOn(watched)) continue;
        group.delete(watched);
        cutOff(watched);
      }
      if (group.size === 0) this.#groups.delete(timeout);
      return group.size > 0;
    });
    return group;
  }

  #lookAfter(ms: number, look: () => boolean): void {
    this.#clock.after(ms, () => {
      if (look()) this.#lookAfter(ms, look);
    });
  }
}

function goesOn(watched: Watched): boolean {
  const { receiver, seen } = watched;
  const now = receiver.progress;
  watched.seen = now;
  const hasMoved = seen && now && (now.writes !== seen.writes || now.bytes !== seen.bytes);
  watched.left = hasMoved || now?.offered === false ? looks : watched.left - 1;
  return watched.left > 0;
}

function cutOff({ receiver, patience }: Watched): void {
  patience.late?.();
  receiver.cancel({ code: grpcCodes.unavailable, message: "the client did not read in time" });
}
