import { type Clock, systemClock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import type { ResourceStore, Watch, WatchEvent } from "../../core/index.ts";
import { collectObject } from "./collect-object.ts";
import { OwnerGraph } from "./owner-graph.ts";

/** Milliseconds until something that failed is tried again. */
const retryAfter = 1000;

/** Which store is collected. */
export interface GarbageCollectorOptions {
  readonly store: ResourceStore;
  readonly clock?: Clock;
  /** Told of faults; the collector goes on by itself. */
  readonly report?: (fault: FairwayError) => void;
}

/**
 * Deletes objects whose owners are all gone, and carries out deletions in the foreground and those that leave orphans,
 * with Kubernetes' meaning. It starts from what the store holds, so it also catches up with what happened while it did
 * not run.
 */
export class GarbageCollector {
  readonly #store: ResourceStore;
  readonly #clock: Clock;
  readonly #report: (fault: FairwayError) => void;
  #graph = new OwnerGraph();
  /** Uids whose turn comes, each once. */
  readonly #due = new Set<string>();
  #wake: (() => void) | undefined;
  #watch: Watch | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  readonly #stop = Promise.withResolvers<void>();

  constructor(options: GarbageCollectorOptions) {
    this.#store = options.store;
    this.#clock = options.clock ?? systemClock;
    this.#report = options.report ?? (() => undefined);
  }

  start(): void {
    this.#running ??= Promise.all([this.#follow(), this.#work()]).then(() => undefined);
  }

  /** Stops, after the write under way. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.resolve();
    this.#watch?.close();
    this.#wake?.();
    await this.#running;
  }

  /** Keeps the graph up to date, from the beginning again whenever history is not enough. */
  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        this.#watch = this.#store.watch();
        await this.#readAll();
        for (let events = await this.#watch.next(); events; events = await this.#watch.next()) {
          for (const event of events) this.#apply(event);
        }
        // The watch ends without a fault only when the store is closed.
        return;
      } catch (fault) {
        this.#watch?.close();
        if (isFault(fault, "Expired")) continue;
        this.#report(FairwayError.from(fault));
        await this.#pause();
      }
    }
  }

  async #readAll(): Promise<void> {
    const graph = new OwnerGraph();
    for (const kind of this.#store.kinds().all) {
      if (kind.storedAs) continue;
      for (const resource of (await this.#store.list(kind, "")).items) graph.set(resource);
    }
    this.#graph = graph;
    this.#add(graph.uids());
  }

  #apply({ type, resource }: WatchEvent): void {
    const { uid = "" } = resource.metadata;
    const former = this.#graph.get(uid);
    const owners = former ? [...former.owners.keys()] : [];
    const dependents = () => this.#graph.dependents(uid).map((dependent) => dependent.uid);
    if (type === "DELETED") {
      this.#graph.remove(uid);
      this.#add([...dependents(), ...owners]);
      return;
    }
    const node = this.#graph.set(resource);
    if (node) this.#add([uid]);
    this.#add(owners.filter((owner) => this.#graph.get(owner)?.waits));
    if (node?.waits) this.#add(dependents());
  }

  async #work(): Promise<void> {
    while (!this.#closed) {
      const [uid] = this.#due;
      if (uid === undefined) {
        await this.#somethingDue();
        continue;
      }
      this.#due.delete(uid);
      await this.#collect(uid);
    }
  }

  async #collect(uid: string): Promise<void> {
    const node = this.#graph.get(uid);
    if (!node) return;
    try {
      this.#add(await collectObject(this.#store, this.#graph, node));
    } catch (fault) {
      if (isFault(fault, "Conflict")) return this.#add([uid]);
      this.#report(FairwayError.from(fault));
      // What a rule forbids stays forbidden; anything else may pass.
      if (!isFault(fault, "Forbidden", "Invalid", "NotFound")) this.#clock.after(retryAfter, () => this.#add([uid]));
    }
  }

  #add(uids: readonly string[]): void {
    for (const uid of uids) this.#due.add(uid);
    if (uids.length > 0) this.#wake?.();
  }

  #somethingDue(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(retryAfter, resolve);
    await Promise.race([promise, this.#stop.promise]);
    cancel();
  }
}
