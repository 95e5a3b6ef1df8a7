import { type Clock, systemClock } from "../base/clock.ts";

/** What a collection goes by, and how it is done. */
export interface CollectionParts {
  readonly clock: Clock;
  /** Milliseconds in which the process had something to do, since it began. */
  busyMs(): number;
  /** Bytes that the process has of the machine's memory. */
  resident(): number;
  /** Bytes of objects, needed or not: what a collection takes depends on them. */
  objects(): number;
  /** Collects all garbage and gives back what becomes free. */
  collect(): void;
}

const lookMs = 1000;
/** The share of the time that an idle process may be busy. */
const idleShare = 0.02;
/** Looks in a row that must find it idle. */
const idleLooks = 3;
/** What has not grown by this much is not worth a collection. */
const growth = 1.25;
/** Above this a collection would stop everything for too long: it takes two to three milliseconds for a megabyte. */
const mostObjects = 256e6;

/**
 * Collects all garbage when a process comes to rest that has grown. Left to itself the engine collects when it needs room, so
 * that what a wave of work has left stays for as long as nothing happens. The returned function ends it.
 */
export function collectWhenIdle(parts: CollectionParts): () => void {
  let quietLooks = 0;
  let busy = parts.busyMs();
  let least = parts.resident();
  let cancel = () => {};
  const look = () => {
    const now = parts.busyMs();
    quietLooks = now - busy < lookMs * idleShare ? quietLooks + 1 : 0;
    busy = now;
    if (quietLooks >= idleLooks) {
      const resident = parts.resident();
      if (resident > least * growth && parts.objects() < mostObjects) {
        parts.collect();
        // What comes of it is seen when it is idle again: pages are given back by another thread.
        least = Number.POSITIVE_INFINITY;
        quietLooks = 0;
      } else least = Math.min(least, resident);
    }
    cancel = parts.clock.after(lookMs, look);
  };
  cancel = parts.clock.after(lookMs, look);
  return () => cancel();
}

/** The same for this process, if the launcher has had the engine offer its collector. */
export function collectOwnGarbageWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  collectWhenIdle({
    clock: systemClock,
    busyMs: () => performance.eventLoopUtilization().active,
    resident: () => process.memoryUsage.rss(),
    objects: () => process.memoryUsage().heapUsed,
    collect: () => void gc({ type: "major", flavor: "last-resort", execution: "async" }),
  });
}
