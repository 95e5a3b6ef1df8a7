/** Milliseconds from one to the next, if there is time for that: a hundred in a second. */
const msForEach = 10;

/**
 * When each of `count` has its turn, in milliseconds from now: in order, each at a random moment of its own part of the
 * time. Many are spread over all of `within`; few have their turn sooner. `random` gives numbers from 0 up to 1.
 */
export function spreadTimes(count: number, within: number, random: () => number): readonly number[] {
  const part = Math.min(msForEach, within / count);
  return Array.from({ length: count }, (_, i) => (i + random()) * part);
}
