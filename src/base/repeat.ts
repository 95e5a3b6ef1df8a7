import { afterLong, type Clock } from "./clock.ts";

/** Calls `run` each time that `ms` have passed, until the result is called: `run` itself may do that. */
export function repeat(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    cancel = afterLong(clock, ms, () => {
      // First, so that what goes wrong in `run` does not end it.
      wait();
      run();
    });
  };
  wait();
  return () => cancel();
}
