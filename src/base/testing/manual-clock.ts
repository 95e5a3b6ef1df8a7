import type { Clock } from "../clock.ts";

/** A clock that moves only when told to. `advance` runs due timers in order of their deadline. */
export class ManualClock implements Clock {
  #now: number;
  readonly #start: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
    this.#start = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#first(end); due; due = this.#first(end)) {
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }

  /** The timer that is due first up to a moment; of several the one that was set first. */
  #first(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
    return first;
  }
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}
