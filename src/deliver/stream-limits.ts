import { FairwayError } from "../base/fault.ts";
import type { Subscription } from "./subscription.ts";

/** Limits of a stream. */
export interface StreamLimits {
  /** Names that a client may want of one type, and may bring in one request. Default: 100,000. */
  readonly maxNames: number;
  /** Types that a client may watch on one stream. Default: 64. */
  readonly maxTypes: number;
  /** Milliseconds that a client may take to read a response; then it is cut off, up to a quarter of that later. Default: 5 s. */
  readonly sendTimeout: number;
  /**
   * Milliseconds for which a push waits until the client has answered the response before it; then it is sent all the
   * same. Default: 15 s. 0: pushes never wait.
   */
  readonly answerTimeout: number;
}

export const defaultStreamLimits: StreamLimits = {
  maxNames: 100_000,
  maxTypes: 64,
  sendTimeout: 5000,
  answerTimeout: 15_000,
};

/** Refuses a stream that watches so many types. */
export function checkTypes(types: number, { maxTypes }: StreamLimits): void {
  if (types <= maxTypes) return;
  throw new FairwayError("TooLarge", `the stream is for too many types: at most ${maxTypes} can be watched`);
}

/** Refuses a client that wants too many names of a type. */
export function checkNames({ type, wanted }: Pick<Subscription, "type" | "wanted">, { maxNames }: StreamLimits): void {
  if (wanted === "all" || wanted.size <= maxNames) return;
  throw new FairwayError("TooLarge", `too many names of '${type}' are wanted: at most ${maxNames} can be`);
}
