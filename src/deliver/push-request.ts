/** Why something is pushed. */
export type PushReason = "endpoint" | "config" | "service" | "proxy" | "global" | "secret" | "debug" | "unknown";

/** What is to be pushed: changes that came together, or all at once. */
export interface PushRequest {
  /** A new snapshot is due. Otherwise only endpoints changed, which any snapshot looks up. */
  readonly full: boolean;
  /** Keys of what changed; empty: anything may have. */
  readonly changed: ReadonlySet<string>;
  /** In the order in which they came, each as often as it came. */
  readonly reasons: readonly PushReason[];
  /** When the oldest of the changes was seen, on the clock that never goes back. */
  readonly start: number;
  /** When it was put on the queue of those who are pushed to, on the same clock; absent until it is. */
  readonly queued?: number;
}

/** Both requests as one. Merged with nothing a request stays what it is. */
export function mergeRequests(older: PushRequest | undefined, newer: PushRequest): PushRequest {
  if (!older) return newer;
  const queued = older.queued ?? newer.queued;
  const known = older.changed.size > 0 && newer.changed.size > 0;
  return {
    full: older.full || newer.full,
    // If one of them may have changed anything, so may both together.
    changed: known ? older.changed.union(newer.changed) : new Set(),
    reasons: [...older.reasons, ...newer.reasons],
    start: Math.min(older.start, newer.start),
    ...(queued !== undefined && { queued }),
  };
}

/** How often each reason is among them. */
export function countReasons(reasons: readonly PushReason[]): ReadonlyMap<PushReason, number> {
  const counts = new Map<PushReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
