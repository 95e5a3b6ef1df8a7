/** The largest ring that Envoy takes, in points. */
export const ringLimit = 8 * 1024 * 1024;

/** Envoy refuses tables of this size and larger ones. */
export const tableLimit = 5_000_011;

/** Whether Envoy can make a ring of so many points at least. */
export function isRingSize(size: number): boolean {
  return size >= 0 && size <= ringLimit;
}

/** Whether Envoy can make a Maglev table of so many entries. It takes 1 for a prime number too, and then crashes. */
export function isTableSize(size: number): boolean {
  return size < tableLimit && isPrime(size);
}

function isPrime(number: number): boolean {
  if (number < 4) return number > 1;
  if (number % 2 === 0) return false;
  for (let factor = 3; factor * factor <= number; factor += 2) if (number % factor === 0) return false;
  return true;
}
