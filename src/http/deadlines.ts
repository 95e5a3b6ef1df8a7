import type { Clock } from "../base/clock.ts";

interface Deadline {
  /** On the monotonic clock. */
  readonly at: number;
  readonly missed: () => void;
}

/** Deadlines of what all gets the same time. They share one timer: one for each costs a small request more than its routing. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #time: number;
  /** The next one first. */
  readonly #open = new Set<Deadline>();
  #waiting = false;

  /** `time` in milliseconds. */
  constructor(clock: Clock, time: number) {
    this.#clock = clock;
    this.#time = time;
  }

  /** Calls `missed` once when the time is over. The returned function cancels that. */
  open(missed: () => void): () => void {
    const deadline = { at: this.#clock.monotonic() + this.#time, missed };
    this.#open.add(deadline);
    if (!this.#waiting) this.#wait(this.#time);
    return () => void this.#open.delete(deadline);
  }

  #wait(ms: number): void {
    this.#waiting = true;
    this.#clock.after(ms, () => this.#look());
  }

  #look(): void {
    this.#waiting = false;
    const now = this.#clock.monotonic();
    for (const deadline of this.#open) {
      if (deadline.at > now) return this.#wait(deadline.at - now);
      this.#open.delete(deadline);
      deadline.missed();
    }
  }
}
