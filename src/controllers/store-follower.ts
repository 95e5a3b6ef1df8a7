import type { GroupKind, Resource } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { isFault } from "../base/fault.ts";
import type { ResourceStore, Watch, WatchEvent } from "../core/index.ts";

/** Milliseconds until something that failed is tried again. */
const retryAfter = 1000;

/** What is followed, and who hears of it. */
export interface StoreFollowerOptions {
  readonly store: ResourceStore;
  readonly types: readonly GroupKind[];
  /** Called with everything there is: at the start, and again whenever history was not enough. */
  readonly reset: (objects: readonly Resource[]) => void;
  readonly apply: (event: WatchEvent) => void;
  /** Told of faults; following goes on by itself. */
  readonly report: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Keeps somebody's picture of some kinds up to date. */
export class StoreFollower {
  readonly #options: StoreFollowerOptions;
  readonly #clock: Clock;
  #watch: Watch | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  #wake = () => {};

  constructor(options: StoreFollowerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Resolves when `reset` was called with what is there. */
  async start(): Promise<void> {
    await this.#begin();
    this.#running = this.#follow();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch?.close();
    this.#wake();
    await this.#running;
  }

  async #begin(): Promise<void> {
    const { store, types, reset } = this.#options;
    this.#watch?.close();
    // Before the lists are read: what changes between them comes again, and nothing is missed.
    this.#watch = store.watch({ types });
    const lists = await Promise.all(types.map((type) => store.list(type, "")));
    reset(lists.flatMap(({ items }) => items));
  }

  async #follow(): Promise<void> {
    let begun = true;
    while (!this.#closed) {
      try {
        if (!begun) await this.#begin();
        begun = false;
        for (let events = await this.#watch?.next(); events; events = await this.#watch?.next()) {
          for (const event of events) this.#options.apply(event);
        }
        // Without a fault a watch ends only when it or the store is closed.
        return;
      } catch (fault) {
        if (isFault(fault, "Expired")) continue;
        this.#options.report(fault);
        await this.#pause();
      }
    }
  }

  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const cancel = this.#clock.after(retryAfter, resolve);
    await promise;
    cancel();
  }
}
