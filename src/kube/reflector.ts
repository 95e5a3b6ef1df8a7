import type { GroupKind, Resource } from "../api/index.ts";
import { Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { KubeClient } from "./kube-client.ts";
import type { Coming, ReadingPace } from "./reading-pace.ts";
import type { RawWatchEvent } from "./response-body.ts";
import { isOlder } from "./server-version.ts";
import { statusFault } from "./status-fault.ts";

/** Who is told what a reflector sees. Calls come one after another, and each is over before the next. */
export interface ReflectorSink {
  /** All objects there are: what was told of before and is not among them is gone. */
  replace(items: readonly Resource[], resourceVersion: string): void;
  changed(type: "ADDED" | "MODIFIED" | "DELETED", resource: Resource): void;
  /** A watch stands: from now on all that changes is told, until something fails. */
  following?(): void;
  /** Something failed, and is tried again in `wait` milliseconds. */
  failed(error: FairwayError, wait: number): void;
}

export interface ReflectorOptions {
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly type: GroupKind;
  /** Empty: all. */
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly sink: ReflectorSink;
  readonly clock: Clock;
  /** From 0 up to 1. Default: at random. */
  readonly random?: () => number;
  /** How changes that come in a row are read. Default: each as soon as it is there. */
  readonly pace?: ReadingPace;
  /** Whether the server itself is there, and not only a cache before it. Default: it is taken to be. */
  readonly present?: () => Promise<boolean>;
}

/** Objects on one page of a list. */
const pageSize = 500;
/** Milliseconds: the waits of client-go's reflectors, so that servers see what they are used to. */
const backoff = { first: 800, longest: 30_000, forgetAfter: 120_000 };
/** Seconds that a watch lasts at the least; at the most twice as long, so that not all end at once. */
const watchSeconds = 300;
/** Seconds without an event after which a watch is taken for dead: servers send a bookmark every minute. */
const quietSeconds = 150;
/** The same of a streaming list that is not whole yet: who knows none may take it for a watch, and never tell its end. */
const listQuietSeconds = 15;
/** Milliseconds in which no second list is made without a wait, whatever became of the first. */
const relistInterval = 1000;
/** Streaming lists that ended before their end was told, after which lists are asked for in pages. */
const unfinishedLists = 2;

/**
 * Follows all objects of a kind: a streaming list where the server has them, else pages; then changes from there on, over
 * broken connections and ends of watches, from the last version seen. A version that the server no longer has means a new
 * list, never a gap.
 */
export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Where the next watch goes on; undefined: a list is needed. */
  #version: string | undefined;
  #streaming = true;
  #unfinished = 0;
  /** What is under way now; ended where it is to be begun anew. */
  #attempt = new AbortController();
  #wake = () => {};
  /** The version that was told last, here or before; empty for none. */
  #last = "";
  /** When a list was last made without a wait, on the clock that never goes back. */
  #relisted = Number.NEGATIVE_INFINITY;

  constructor(options: ReflectorOptions) {
    this.#options = options;
    const { clock, random } = options;
    this.#backoff = new Backoff({ ...backoff, clock, ...(random && { random }) });
  }

  /** Begins to follow; `known` is the version of the newest object that is known from before, empty for none. */
  start(known = ""): void {
    this.#last = known;
    this.#running = this.#run();
  }

  /** What failed may well go now: it is tried at once. */
  retry(): void {
    this.#wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#running;
  }

  /** Begins what is under way anew, from the same version, and without a wait: for who knows that the server is back. */
  reopen(): void {
    this.#attempt.abort();
    this.#wake();
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      this.#attempt = new AbortController();
      try {
        if (this.#version === undefined && !this.#streaming) await this.#list();
        await this.#watch();
      } catch (error) {
        if (!this.#closed && !this.#attempt.signal.aborted) await this.#recover(FairwayError.from(error));
      }
    }
  }

  async #list(): Promise<void> {
    const { client, type, namespace, sink } = this.#options;
    const signal = AbortSignal.any([this.#closing.signal, this.#attempt.signal]);
    const items: Resource[] = [];
    let query: { resourceVersion?: string; continue?: string } = this.#last ? {} : { resourceVersion: "0" };
    for (;;) {
      const page = await client.page(type, namespace, { ...this.#selectors, ...query, limit: pageSize }, signal);
      items.push(...page.items);
      if (page.continue === "") {
        await this.#checkAge(page.resourceVersion);
        sink.replace(items.filter(hasName), page.resourceVersion);
        this.#moveTo(page.resourceVersion);
        return;
      }
      query = { continue: page.continue };
    }
  }

  get #selectors(): { labelSelector: string | undefined; fieldSelector: string | undefined } {
    return { labelSelector: this.#options.labelSelector, fieldSelector: this.#options.fieldSelector };
  }

  /** One watch from its beginning to its end, with the list before it where the server streams that. */
  async #watch(): Promise<void> {
    const { client, type, namespace, clock, pace, random = Math.random } = this.#options;
    const listing = this.#version === undefined;
    const timeoutSeconds = Math.floor(watchSeconds * (1 + random()));
    const query = {
      ...this.#selectors,
      allowWatchBookmarks: true,
      timeoutSeconds,
      ...(listing
        ? { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }
        : { resourceVersion: this.#version }),
    };
    const start = clock.monotonic();
    let count = 0;
    const initial = listing ? new Map<string, Resource>() : undefined;
    const overdue = new AbortController();
    // A connection that died without a word would be waited on for ever.
    const watchdog = () => {
      const unfinished = this.#version === undefined;
      return clock.after(1000 * (unfinished ? listQuietSeconds : quietSeconds), () => {
        if (unfinished) this.#streaming = false;
        overdue.abort();
      });
    };
    let cancel = watchdog();
    const signal = AbortSignal.any([this.#closing.signal, this.#attempt.signal, overdue.signal]);
    const waitToRead = async (ms: number) => {
      await this.#wait(ms);
      return !signal.aborted;
    };
    try {
      const events = await client.watch(type, namespace, query, signal);
      if (!listing) this.#options.sink.following?.();
      for await (const together of events) {
        if (this.#closed) return;
        cancel();
        count += together.length;
        // Without a wait between them: who is told of several makes one thing of all.
        for (const event of together) {
          const taken = this.#take(event, initial);
          if (taken) await taken;
        }
        // Not before: how long there may be silence depends on whether the list is whole now.
        cancel = watchdog();
        if (this.#version !== undefined) await pace?.pause(events.coming ?? unknown, together.length, waitToRead);
      }
    } finally {
      cancel();
    }
    if (this.#closed || this.#attempt.signal.aborted) return;
    if (this.#version === undefined) return this.#listUnfinished();
    // A server that ends every watch at once must not be asked again at once.
    if (count === 0 && clock.monotonic() - start < 1000) {
      throw new FairwayError("Unavailable", "the watch ended before anything came");
    }
  }

  #take({ type, object }: RawWatchEvent, initial: Map<string, Resource> | undefined): void | Promise<void> {
    const listing = this.#version === undefined ? initial : undefined;
    if (type === "ERROR") throw errorOf(object, listing !== undefined);
    const resource = object as Resource;
    const version = isObject(resource.metadata) ? String(resource.metadata.resourceVersion ?? "") : "";
    if (type === "BOOKMARK") {
      if (!listing) return this.#goOn(version || this.#last);
      const ends = resource.metadata.annotations?.["k8s.io/initial-events-end"] === "true";
      return ends ? this.#replace(listing, version) : undefined;
    }
    if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED") {
      throw new FairwayError("Unavailable", `the watch sent an event of type '${type}', which there is not`);
    }
    // One object that is none must not keep all others from being followed.
    if (!hasName(resource)) return;
    if (listing) return takeInitial(listing, type, resource);
    this.#goOn(version);
    this.#backoff.succeeded();
    this.#options.sink.changed(type, resource);
  }

  /** A server whose versions go back was put back to an older state: what it says now does not follow from what was said. */
  #goOn(version: string): void {
    if (isOlder(version, this.#last)) {
      throw new FairwayError("Expired", `the server's versions went back from ${this.#last} to ${version}`);
    }
    this.#moveTo(version);
  }

  #moveTo(version: string): void {
    this.#version = version;
    this.#last = version;
  }

  /** What a cache tells while the server is away may be older than what is known: then nothing is taken back. */
  async #checkAge(version: string): Promise<void> {
    const { present } = this.#options;
    if (!present || !isOlder(version, this.#last) || (await present())) return;
    const message = `the server is away, and version ${version} is older than ${this.#last}, which is known`;
    throw new FairwayError("Unavailable", message);
  }

  async #replace(initial: Map<string, Resource>, version: string): Promise<void> {
    await this.#checkAge(version);
    this.#options.sink.replace([...initial.values()], version);
    initial.clear();
    this.#moveTo(version);
    this.#unfinished = 0;
    this.#backoff.succeeded();
    this.#options.sink.following?.();
  }

  #listUnfinished(): never {
    this.#unfinished += 1;
    if (this.#unfinished >= unfinishedLists) this.#streaming = false;
    throw new FairwayError("Unavailable", "the streaming list ended before it was whole");
  }

  async #recover(error: FairwayError): Promise<void> {
    const { clock, sink } = this.#options;
    // A server without streaming lists refuses them as a bad request; then there are pages.
    if (this.#version === undefined && this.#streaming && isFault(error, "BadRequest", "Invalid")) {
      this.#streaming = false;
      return;
    }
    // Servers say Timeout of a version that is still to come, as one that was put back to an older state has them.
    const expired = isFault(error, "Expired", "Timeout");
    const now = clock.monotonic();
    const relist = isFault(error, "Expired") && this.#version !== undefined && now - this.#relisted > relistInterval;
    if (expired) this.#version = undefined;
    if (relist) this.#relisted = now;
    const asked = (error.details.retryAfterSeconds ?? 0) * 1000;
    // The first list after a version went is no failure: nobody would gain by waiting.
    const wait = relist ? 0 : Math.max(asked, this.#backoff.failed());
    sink.failed(error, wait);
    await this.#wait(wait);
  }

  #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(ms, resolve);
    this.#wake = () => {
      cancel();
      resolve();
    };
    return promise;
  }
}

/** Of what comes nobody knows how, nothing is known to wait. */
const unknown: Coming = { unread: 0, hold: () => {} };

/** A server whose storage cannot stream lists says so in the stream: that is a refusal as much as a bad request is. */
function errorOf(status: unknown, listing: boolean): FairwayError {
  const fault = statusFault(status, 500);
  if (!listing || fault.code === "Expired") return fault;
  return new FairwayError("Invalid", fault.message, { cause: fault });
}

function hasName({ metadata }: Resource): boolean {
  return isObject(metadata) && typeof metadata.name === "string" && metadata.name !== "";
}

function takeInitial(initial: Map<string, Resource>, type: string, resource: Resource): void {
  const { namespace = "", name = "" } = resource.metadata;
  if (type === "DELETED") initial.delete(`${namespace}/${name}`);
  else initial.set(`${namespace}/${name}`, resource);
}
