/** Time as the program sees it. Everything that waits or stamps takes one of these, so tests can own time. */
export interface Clock {
  /** Wall time in milliseconds since the epoch: for stamps that people read, never for measuring. */
  now(): number;
  /** Milliseconds on a clock that never goes back: for durations and deadlines. */
  monotonic(): number;
  /** Calls `run` once after `ms`. The returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
