import type { Clock } from "../base/clock.ts";

interface Deadline {
  /** On the monotonic clock. */
  readonly at: number;
  readonly missed: () => void;
  earlier: Deadline | undefined;
  later: Deadline | undefined;
}

/**
 * Deadlines of what all gets the same time. They share one timer: one for each costs a small request more than its routing.
 *
 * They are a list of their own and no Set. A Set whose members come and go gets new tables all the time, and each knows the
 * next and all members of its time: once one of them is old, everything of all requests since then becomes old with it.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #time: number;
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #waiting = false;

  /** `time` in milliseconds. */
  constructor(clock: Clock, time: number) {
    this.#clock = clock;
    this.#time = time;
  }

  /** Calls `missed` once when the time is over. The returned function cancels that. */
  open(missed: () => void): () => void {
    const deadline: Deadline = {
      at: this.#clock.monotonic() + this.#time,
      missed,
      earlier: this.#last,
      later: undefined,
    };
    if (this.#last) this.#last.later = deadline;
    else this.#first = deadline;
    this.#last = deadline;
    if (!this.#waiting) this.#wait(this.#time);
    return () => this.#remove(deadline);
  }

  /** Does nothing for one that is no longer in the list. */
  #remove(deadline: Deadline): void {
    const { earlier, later } = deadline;
    if (!earlier && this.#first !== deadline) return;
    if (earlier) earlier.later = later;
    else this.#first = later;
    if (later) later.earlier = earlier;
    else this.#last = earlier;
    deadline.earlier = undefined;
    deadline.later = undefined;
  }

  #wait(ms: number): void {
    this.#waiting = true;
    this.#clock.after(ms, () => this.#look());
  }

  #look(): void {
    this.#waiting = false;
    const now = this.#clock.monotonic();
    for (let next = this.#first; next; next = this.#first) {
      if (next.at > now) return this.#wait(next.at - now);
      this.#remove(next);
      next.missed();
    }
  }
}
