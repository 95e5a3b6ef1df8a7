import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";

/** Milliseconds that a stream waits at the most until it is its turn. */
const longestWait = 1000;

/**
 * Lets streams begin one after the other, so many in a second. Who would have to wait longer than a second is refused, so
 * that clients come again by and by, and those that are served already are not held up by those that come.
 */
export class StreamRate {
  readonly #perSecond: number;
  readonly #clock: Clock;
  /** When the next stream may begin, on the clock that never goes back. */
  #next = 0;

  /** `perSecond` 0: as many as come. */
  constructor(perSecond: number, clock: Clock = systemClock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Resolves when a stream may begin; refuses it by a fault if that takes too long. */
  async admit(): Promise<void> {
    if (this.#perSecond === 0) return;
    const now = this.#clock.monotonic();
    const wait = Math.max(0, this.#next - now);
    if (wait > longestWait) {
      throw new FairwayError("TooMany", `more than ${this.#perSecond} streams begin in a second: try again shortly`);
    }
    this.#next = now + wait + 1000 / this.#perSecond;
    if (wait > 0) await new Promise<void>((resolve) => this.#clock.after(wait, resolve));
  }
}
