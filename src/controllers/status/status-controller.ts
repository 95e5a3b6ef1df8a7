import { formatKey, type GroupKind, keyOf, type Resource, type ResourceKey } from "../../api/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore, WatchEvent } from "../../core/index.ts";
import { StoreFollower } from "../store-follower.ts";
import { WorkQueue } from "../work-queue.ts";
import { judgedStatus, type StatusMessage } from "./judged-status.ts";

/** What is wrong with objects, by their keys as text; an object without an entry is fine. */
export type Judge = (objects: readonly Resource[]) => ReadonlyMap<string, readonly StatusMessage[]>;

export interface StatusControllerOptions {
  readonly store: ResourceStore;
  /** Where status is written: the same objects, as their own writer. */
  readonly writer: Pick<ResourceStore, "updateStatus">;
  /** The kinds whose objects are told what is wrong with them. */
  readonly told: readonly GroupKind[];
  /** All kinds that are looked at for that. */
  readonly read: readonly GroupKind[];
  readonly judge: Judge;
  /** Told of what failed and is tried again. */
  readonly report: (error: unknown) => void;
  readonly clock?: Clock;
  /** From 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
}

/** Milliseconds without a change after which everything is judged, and after which it is in any case. */
const wait = { quiet: 1000, longest: 10_000 };

/** Writes under way at the same time. */
const workers = 4;

/**
 * Tells objects in their status what is wrong with them. Everything is judged together, since most of what is wrong is
 * between objects, once changes have come to rest; written is only what says something else than before, onto the version
 * that was judged.
 */
export class StatusController {
  readonly #options: StatusControllerOptions;
  readonly #clock: Clock;
  readonly #objects = new Map<string, Resource>();
  readonly #told: ReadonlySet<string>;
  readonly #queue: WorkQueue;
  readonly #follower: StoreFollower;
  #verdicts: ReadonlyMap<string, readonly StatusMessage[]> = new Map();
  /** When the first change came that was not judged yet. */
  #since: number | undefined;
  #cancel = () => {};

  constructor(options: StatusControllerOptions) {
    const { store, told, read, report, random, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#told = new Set(told.map(({ group, kind }) => `${group}/${kind}`));
    this.#queue = new WorkQueue({
      reconcile: (id) => this.#write(id),
      failed: (_, error) => {
        // Whoever wrote first made it due again.
        if (!isFault(error, "Conflict")) report(error);
      },
      workers,
      clock,
      ...(random && { random }),
    });
    this.#follower = new StoreFollower({
      store,
      types: read,
      reset: (objects) => {
        this.#objects.clear();
        for (const object of objects) this.#objects.set(formatKey(keyOf(object)), object);
        this.#changed();
      },
      apply: (event) => this.#heard(event),
      report,
      clock,
    });
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  /** Resolves when nothing is left to write but what waits for another attempt. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    await this.#follower.close();
    this.#cancel();
    await this.#queue.close();
  }

  #heard({ type, resource, previous }: WatchEvent): void {
    const id = formatKey(keyOf(resource));
    if (type === "DELETED") this.#objects.delete(id);
    else this.#objects.set(id, resource);
    // What only the status of an object tells changes no judgement, but may have to be told again.
    if (type !== "MODIFIED" || !previous || !saysTheSame(previous, resource)) this.#changed();
    else if (this.#isTold(keyOf(resource))) this.#queue.add(id);
  }

  #changed(): void {
    const now = this.#clock.monotonic();
    this.#since ??= now;
    this.#cancel();
    const left = Math.min(wait.quiet, this.#since + wait.longest - now);
    this.#cancel = this.#clock.after(Math.max(0, left), () => this.#judge());
  }

  #judge(): void {
    this.#since = undefined;
    try {
      this.#verdicts = this.#options.judge([...this.#objects.values()]);
    } catch (error) {
      return this.#options.report(error);
    }
    for (const [id, object] of this.#objects) {
      if (this.#isTold(keyOf(object)) && this.#next(id, object) !== object) this.#queue.add(id);
    }
  }

  #isTold({ group, kind }: ResourceKey): boolean {
    return this.#told.has(`${group}/${kind}`);
  }

  #next(id: string, object: Resource): Resource {
    return judgedStatus(object, this.#verdicts.get(id) ?? [], this.#clock.now());
  }

  async #write(id: string): Promise<void> {
    const object = this.#objects.get(id);
    // What came since is judged first.
    if (!object || this.#since !== undefined || object.metadata.deletionTimestamp !== undefined) return;
    const next = this.#next(id, object);
    if (next === object) return;
    await this.#options.writer.updateStatus(next).catch((error: unknown) => {
      if (!isFault(error, "NotFound")) throw error;
    });
  }
}

/** Whether two versions of an object are the same but for status and bookkeeping. */
function saysTheSame(a: Resource, b: Resource): boolean {
  return jsonEqual(substance(a), substance(b));
}

function substance({ status: _, metadata, ...content }: Resource): unknown {
  return [content, metadata.uid, metadata.labels ?? {}, metadata.annotations ?? {}, metadata.deletionTimestamp ?? ""];
}
