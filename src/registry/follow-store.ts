import { formatKey, type GroupKind, keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { ResourceChange, ResourceStore, Watch, WatchEvent } from "../core/index.ts";

export interface FollowOptions {
  readonly store: Pick<ResourceStore, "list" | "watch" | "kinds">;
  /** What is followed; kinds that the store does not have are passed over. */
  readonly kinds: readonly GroupKind[];
  /** Takes the changes, in batches: all that there are when it is done with those before; and the store's version then. */
  readonly apply: (changes: readonly ResourceChange[], resourceVersion: string) => void;
  /** Told of faults of the store; it is tried again. */
  readonly fault?: (fault: FairwayError) => void;
  /** Milliseconds until it is tried again; default 1,000. */
  readonly retry?: number;
  readonly clock?: Clock;
}

/** A running follower. */
export interface StoreFollower {
  /** An object as it was handed over last; undefined if there was none, or it is gone. */
  known(key: ResourceKey): Resource | undefined;
  /** Ends it; resolves when nothing more comes. */
  close(): Promise<void>;
}

/**
 * Keeps something equal to a store: lists some kinds, then follows their changes. When the store no longer has the
 * changes since the last one seen, it lists again and applies only what differs, so that nothing vanishes in between.
 * Resolves when all objects were taken for the first time.
 */
export async function followStore(options: FollowOptions): Promise<StoreFollower> {
  const follower = new Follower(options);
  await follower.start();
  return follower;
}

class Follower implements StoreFollower {
  readonly #options: FollowOptions;
  readonly #known = new Map<string, Resource>();
  #watch: Watch | undefined;
  #running: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  known(key: ResourceKey): Resource | undefined {
    return this.#known.get(formatKey(key));
  }

  async start(): Promise<void> {
    await this.#listUntilDone();
    this.#running = this.#follow();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch?.close();
    this.#wake?.();
    await this.#running;
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      if (!(await this.#attempt(() => this.#takeEvents()))) await this.#pause();
      await this.#listUntilDone();
    }
  }

  async #listUntilDone(): Promise<void> {
    while (!this.#closed && !(await this.#attempt(() => this.#list()))) await this.#pause();
  }

  /** Returns when the watch ends: it was closed, or the history it needs is no longer kept. */
  async #takeEvents(): Promise<void> {
    try {
      for (let events = await this.#watch?.next(); events; events = await this.#watch?.next()) {
        this.#apply(events.map(toChange));
      }
    } catch (error) {
      if (!isFault(error, "Expired")) throw error;
    }
  }

  /** Lists everything and applies the difference; leaves a watch from there on. */
  async #list(): Promise<void> {
    const { store } = this.#options;
    this.#watch?.close();
    const types = this.#options.kinds.filter((type) => store.kinds().find(type) !== undefined);
    const lists = [];
    for (const type of types) lists.push(await store.list(type, ""));
    const from = lists[0]?.resourceVersion;
    const watch = store.watch({ types, ...(from !== undefined && { from }) });
    this.#watch = watch;
    const wanted = new Map(lists.flatMap(({ items }) => items.map((item) => [formatKey(keyOf(item)), item])));
    // Written between two lists: what the watch hands out first is older than some of what was listed, so that only
    // both together are one moment's state.
    if (lists.at(-1)?.resourceVersion !== from && watch.resourceVersion === from) {
      for (const { type, resource } of (await watch.next()) ?? []) {
        if (type === "DELETED") wanted.delete(formatKey(keyOf(resource)));
        else wanted.set(formatKey(keyOf(resource)), resource);
      }
    }
    this.#apply(this.#difference(wanted));
  }

  #difference(wanted: ReadonlyMap<string, Resource>): readonly ResourceChange[] {
    const gone = [...this.#known].flatMap(([id, before]) => (wanted.has(id) ? [] : { key: keyOf(before), before }));
    const come = [...wanted].flatMap(([id, after]) => {
      const before = this.#known.get(id);
      if (before?.metadata.resourceVersion === after.metadata.resourceVersion) return [];
      return { key: keyOf(after), ...(before && { before }), after };
    });
    return [...gone, ...come];
  }

  #apply(changes: readonly ResourceChange[]): void {
    for (const { key, after } of changes) {
      if (after) this.#known.set(formatKey(key), after);
      else this.#known.delete(formatKey(key));
    }
    this.#options.apply(changes, this.#watch?.resourceVersion ?? "");
  }

  /** Whether it went well. */
  async #attempt(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.#options.fault?.(FairwayError.from(error));
      return false;
    }
  }

  async #pause(): Promise<void> {
    if (this.#closed) return;
    const { clock = systemClock, retry = 1000 } = this.#options;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(retry, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

function toChange({ type, resource, previous }: WatchEvent): ResourceChange {
  const before = previous && { before: previous };
  return { key: keyOf(resource), ...before, ...(type !== "DELETED" && { after: resource }) };
}
