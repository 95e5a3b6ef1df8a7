/** Levenshtein distance, given up as `limit + 1` once it must be larger than `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

/** The candidate nearest to what was written, if one is near enough (at most two typing errors) to be meant. */
export function closest(written: string, candidates: Iterable<string>): string | undefined {
  if (written.length > 100) return undefined;
  const lower = written.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(2, Math.floor(written.length / 2)) + 1;
  for (const candidate of candidates) {
    const found = distance(lower, candidate.toLowerCase(), bestDistance - 1);
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** `; did you mean 'x'?`, or nothing. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const found = closest(written, candidates);
  return found === undefined ? "" : `; did you mean '${found}'?`;
}
