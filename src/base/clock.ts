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

/** Steps of a patient wait. */
const patientSteps = 4;

/**
 * As the clock's own, for what others may take: time in which this process was too busy to hear them counts for no more
 * than one step of the wait.
 */
export function afterPatiently(clock: Clock, ms: number, run: () => void): () => void {
  let left = patientSteps;
  const step = () => {
    left -= 1;
    if (left < 0) return run();
    cancel = clock.after(ms / patientSteps, step);
  };
  let cancel = () => {};
  step();
  return () => cancel();
}

/** Timers take no more than this many milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** As the clock's own, also for times that are longer than a timer can be set to. */
export function afterLong(clock: Clock, ms: number, run: () => void): () => void {
  if (ms <= longestTimer) return clock.after(Math.max(0, ms), run);
  let cancel = clock.after(longestTimer, () => {
    cancel = afterLong(clock, ms - longestTimer, run);
  });
  return () => cancel();
}
