/** Why something is pushed. */
export type PushReason =
  | "endpoint"
  | "headlessendpoint"
  | "config"
  | "service"
  | "proxy"
  | "global"
  | "secret"
  | "debug"
  | "unknown";

/** What is to be pushed: changes that came together, or all at once. */
export interface PushRequest {
  /** Anything may be different; otherwise only endpoints are, and what is told to proxies that have moved. */
  readonly full: boolean;
  /** Keys of what changed; empty: anything may have. */
  readonly changed: ReadonlySet<string>;
  /** How often each reason came. */
  readonly reasons: ReadonlyMap<PushReason, number>;
  /** When the oldest of the changes was seen, on the clock that never goes back. */
  readonly start: number;
  /** When it was put on the queue of those who are pushed to, on the same clock; absent until it is. */
  readonly queued?: number;
}

/** Keys past this many are not told apart any more: anything may have changed then. */
export const maxChanged = 1000;

/** Both requests as one. Merged with nothing a request stays what it is. */
export function mergeRequests(older: PushRequest | undefined, newer: PushRequest): PushRequest {
  if (!older) return newer;
  const queued = older.queued ?? newer.queued;
  return {
    full: older.full || newer.full,
    changed: mergeChanged(older.changed, newer.changed),
    reasons: mergeCounts(older.reasons, newer.reasons),
    start: Math.min(older.start, newer.start),
    ...(queued !== undefined && { queued }),
  };
}

function mergeChanged(older: ReadonlySet<string>, newer: ReadonlySet<string>): ReadonlySet<string> {
  if (older === newer || older.size === 0) return older;
  // If one of them may have changed anything, so may both together.
  if (newer.size === 0) return newer;
  const both = older.union(newer);
  return both.size > maxChanged ? new Set() : both;
}

function mergeCounts<K>(older: ReadonlyMap<K, number>, newer: ReadonlyMap<K, number>): ReadonlyMap<K, number> {
  const counts = new Map(older);
  for (const [key, count] of newer) counts.set(key, (counts.get(key) ?? 0) + count);
  return counts;
}
