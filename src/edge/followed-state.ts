import type { Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { LogScope } from "../base/log.ts";
import type { KubeClient, Transport } from "../kube/index.ts";
import { PublishedState } from "../store/index.ts";
import { DiskCache } from "./cache/disk-cache.ts";
import { EdgeRecord } from "./cache/edge-record.ts";
import { EdgeState } from "./edge-state.ts";
import { type ServedKind, servedKinds } from "./served-kinds.ts";
import { Upstream } from "./upstream.ts";

export interface FollowedStateOptions {
  readonly nodeName: string;
  readonly localEndpoint: boolean;
  /** Where what is known is kept on disk. */
  readonly directory: string;
  /** Milliseconds that the API server is waited for before what is on disk is served. */
  readonly offlineAfter: number;
  /** Milliseconds that it is waited for where there is nothing on disk. */
  readonly syncTimeout: number;
  /** Milliseconds between questions whether the API server is there. */
  readonly probeInterval: number;
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly send: Transport;
  readonly clock: Clock;
  readonly log: LogScope;
  /** Told of each failure of a file. */
  readonly cacheFailed: () => void;
  /** Told of each object that could not be read, and each change that did not fit. */
  readonly odd: (kind: ServedKind) => void;
}

/** Changes that clients can go back to at the least, so that one that was cut off need not list again. */
const kept = 2000;

/** What clients on the node are served: followed at the API server, kept on disk, and served from there while it is away. */
export class FollowedState {
  readonly state: EdgeState;
  readonly published: PublishedState;
  readonly upstream: Upstream;
  readonly cache: DiskCache;
  readonly #options: FollowedStateOptions;
  readonly #record: EdgeRecord;
  readonly #opened: number;
  readonly #listed = new Set<ServedKind>();
  #failure = "nothing was heard of the API server";
  #failing = false;
  #progress = () => {};

  /** Opens what is on disk, and starts to follow the API server. */
  static async open(options: FollowedStateOptions): Promise<FollowedState> {
    const { directory, clock, log, cacheFailed } = options;
    const failing = (error: unknown) => {
      cacheFailed();
      log.error("What is served cannot be kept on disk", { directory, error });
    };
    const cache = new DiskCache({
      directory,
      clock,
      observer: {
        damaged: (file) => {
          cacheFailed();
          log.warn("A file of the cache was damaged and is left out", { file });
        },
        failing,
      },
    });
    const recalled = await cache.load().catch((error: unknown) => {
      failing(error);
      return [];
    });
    const record = new EdgeRecord({ directory, clock, failing });
    const followed = new FollowedState(options, cache, record, await record.open());
    followed.state.recall(recalled);
    followed.upstream.start((kind) => followed.state.newest(kind));
    return followed;
  }

  private constructor(options: FollowedStateOptions, cache: DiskCache, record: EdgeRecord, after: number) {
    const { nodeName, localEndpoint, clock, log } = options;
    this.#options = options;
    this.#record = record;
    this.#opened = clock.now();
    this.cache = cache;
    this.published = new PublishedState({ after, kept, clock });
    this.state = new EdgeState({
      nodeName,
      localEndpoint,
      published: this.published,
      observer: {
        kept: (key, resource) => cache.keep(key, resource),
        odd: (kind, id, why) => {
          options.odd(kind);
          log.warn("The API server sent what does not fit", { kind: kind.kind, object: id, why });
        },
      },
    });
    this.upstream = this.#follow(options);
  }

  /**
   * Resolves once clients can be served: from the API server, or from disk where it is not to be had in time. Without
   * either it is an Unavailable fault.
   */
  async ready(): Promise<void> {
    const { offlineAfter, syncTimeout, clock, log } = this.#options;
    const recallable = this.#record.whole;
    const listed = await this.#begins(recallable ? offlineAfter : syncTimeout);
    if (!listed) {
      if (!recallable) throw new FairwayError("Unavailable", `can't sync informers: ${this.#failure}`);
      log.warn("The API server cannot be followed: what is on disk is served", { because: this.#failure });
      this.state.begin();
    }
    const counts = servedKinds.map((kind) => `${this.state.count(kind)} ${kind.kind}`);
    log.info("Serving", {
      from: listed ? "API server" : "disk",
      objects: counts.join(", "),
      at: clock.now(),
    });
  }

  /** Seconds since what is served was last known to be what the API server has; undefined if it is. */
  stale(): number | undefined {
    if (this.upstream.fresh) return undefined;
    const last = this.#record.heard === 0 ? this.#opened : this.#record.heard;
    return Math.max(0, (this.#options.clock.now() - last) / 1000);
  }

  async close(): Promise<void> {
    this.published.close();
    await this.upstream.close();
    await this.cache.close();
    await this.#record.close();
  }

  /** Whether the state begins within this time. */
  #begins(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, () => resolve(this.state.begun));
      this.#progress = () => {
        if (!this.state.begun) return;
        cancel();
        resolve(true);
      };
      this.#progress();
    });
  }

  #follow({ client, send, clock, log, probeInterval }: FollowedStateOptions): Upstream {
    return new Upstream({
      client,
      send,
      clock,
      probeInterval,
      sink: {
        replace: (kind, items) => this.#replace(kind, items),
        change: (kind, type, resource) => {
          this.state.change(kind, type, resource);
          this.#record.used(this.published.revision);
        },
        failed: (kind, error, wait) => {
          if (kind.optional) return;
          this.#failure = `${kind.kind}: ${error.message}`;
          log.warn("A kind cannot be followed for now", { kind: kind.kind, error, wait: Math.round(wait) });
        },
        heard: () => this.#record.hear(),
        reachable: (reachable) => {
          if (reachable && this.#failing) log.info("The API server is back");
          if (!reachable) log.warn("The API server cannot be reached: what is known is served");
          this.#failing = !reachable;
        },
      },
    });
  }

  #replace(kind: ServedKind, items: readonly Resource[]): void {
    this.state.replace(kind, items);
    this.#record.used(this.published.revision);
    this.#listed.add(kind);
    this.#progress();
    if (servedKinds.every((each) => each.optional || this.#listed.has(each))) void this.#markWhole();
  }

  /** From now on what is on disk is enough to serve from. */
  async #markWhole(): Promise<void> {
    await this.cache.flush();
    if (this.cache.pending === 0) this.#record.markWhole();
  }
}
