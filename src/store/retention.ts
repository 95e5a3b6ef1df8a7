import type { Clock } from "../base/clock.ts";

/** How much of the past is kept at the least: what is among the newest `revisions`, and what is younger than `age`. */
export interface RetentionOptions {
  /** Default 10,000. */
  readonly revisions: number;
  /** Milliseconds; default 10 minutes. */
  readonly age: number;
}

/** Enough for a look back over a working day of edits, and for any client to resume after a restart. */
export const defaultRetention: RetentionOptions = { revisions: 10_000, age: 10 * 60_000 };

/** The newest revision of a stretch of time. */
interface Mark {
  readonly from: number;
  /** When `revision` was made. */
  at: number;
  revision: number;
}

/**
 * Tells which revisions have left the window. Age is measured on the monotonic clock, so that a jump of the wall clock
 * neither expires history nor keeps it for ever.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #clock: Clock;
  /** One mark for each stretch in which something happened, the oldest first: a few numbers, however many revisions. */
  #marks: Mark[] = [];
  /** The newest revision known to be too old. */
  #aged: number;

  /** `aged`: the newest revision that was too old when the store was opened. */
  constructor(options: RetentionOptions, clock: Clock, aged: number) {
    this.#options = options;
    this.#clock = clock;
    this.#aged = aged;
  }

  /** To be told the newest revision after each commit. */
  observe(newest: number): void {
    const now = this.#clock.monotonic();
    const last = this.#marks.at(-1);
    if (last && now - last.from < this.#options.age / 16) Object.assign(last, { at: now, revision: newest });
    else this.#marks.push({ from: now, at: now, revision: newest });
  }

  /** The newest revision outside the window; `newest` is the store's. */
  floor(newest: number): number {
    const now = this.#clock.monotonic();
    const old = this.#marks.findLastIndex((mark) => now - mark.at > this.#options.age);
    if (old >= 0) {
      this.#aged = this.#marks[old]?.revision ?? this.#aged;
      this.#marks = this.#marks.slice(old + 1);
    }
    return Math.min(this.#aged, newest - this.#options.revisions);
  }
}
