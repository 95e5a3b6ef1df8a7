import type { Clock } from "./clock.ts";

export interface BackoffOptions {
  /** Milliseconds until the first repetition. */
  readonly first: number;
  /** Milliseconds that no wait is longer than, spread aside. */
  readonly longest: number;
  /** Milliseconds without a failure after which the next one counts as the first again. Default: never. */
  readonly forgetAfter?: number;
  readonly clock: Clock;
  /** A number from 0 up to 1, by which waits grow to up to twice their length. Default: at random. */
  readonly random?: () => number;
}

/** How long to wait after each failure in a row: twice as long each time, and spread, so that many do not go on at once. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #last = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Counts a failure; milliseconds to wait before trying again. */
  failed(): number {
    const { first, longest, forgetAfter = Number.POSITIVE_INFINITY, clock, random = Math.random } = this.#options;
    const now = clock.monotonic();
    if (now - this.#last > forgetAfter) this.#failures = 0;
    this.#last = now;
    const wait = Math.min(first * 2 ** this.#failures, longest);
    this.#failures += 1;
    return wait * (1 + random());
  }

  /** All is well: the next failure is the first again. */
  succeeded(): void {
    this.#failures = 0;
  }
}
