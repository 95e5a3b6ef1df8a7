import { setImmediate } from "node:timers/promises";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceList, ResourceStore, Watch } from "../core/index.ts";
import type { EventFrames } from "./event-frames.ts";
import { invalidOption } from "./invalid-option.ts";
import { tooNew } from "./list-page.ts";
import { statusOf } from "./status.ts";
import { type WatchRequest, WatchStream } from "./watch-stream.ts";

/** How long watches last. */
export interface WatchTimes {
  readonly clock: Clock;
  /** For clients that do not say; milliseconds. */
  readonly defaultTimeout: number;
  /** Between bookmarks to clients that want them; milliseconds. */
  readonly bookmarkInterval: number;
  /** How long a client may leave unread what it was sent, before it is cut off; milliseconds. */
  readonly stallTimeout: number;
}

/** As much of a store as a watch needs. */
export type WatchedStore = Pick<ResourceStore, "list" | "watch">;

/** Streams changes as JSON lines until the client goes, its time is over, or it falls behind what the store keeps. */
export async function serveWatch(
  request: WatchRequest,
  store: WatchedStore,
  times: WatchTimes,
  frames: EventFrames,
): Promise<void> {
  const { exchange } = request;
  const { watch, initial } = await begin(request, store);
  const first = watch.next();
  first.catch(() => {});
  // A version that cannot be watched from is known at once: then the answer is an error, not a stream that begins with one.
  await Promise.race([first, setImmediate()]);
  const over = new AbortController();
  const end = () => {
    over.abort();
    watch.close();
  };
  const timeout = secondsOf(exchange.query.get("timeoutSeconds")) * 1000 || times.defaultTimeout;
  const cancel = times.clock.after(timeout, end);
  const gone = exchange.gone();
  gone.addEventListener("abort", end, { once: true });
  const stream = new WatchStream(request, { ...times, over: over.signal, end }, frames);
  const bookmarks = new Bookmarks(stream, watch, times);
  try {
    stream.open();
    await sendInitial(stream, exchange.query, initial);
    if (exchange.query.get("allowWatchBookmarks") === "true") bookmarks.start();
    for (let events = await first; events; events = await watch.next()) {
      bookmarks.paused = true;
      for (const event of events) await stream.send(event);
      bookmarks.paused = false;
    }
  } catch (error) {
    stream.line({ type: "ERROR", object: statusOf(FairwayError.from(error)) });
  } finally {
    cancel();
    bookmarks.stop();
    gone.removeEventListener("abort", end);
    watch.close();
    exchange.response.end();
  }
}

async function sendInitial(
  stream: WatchStream,
  query: URLSearchParams,
  initial: ResourceList | undefined,
): Promise<void> {
  if (!initial) return;
  for (const resource of initial.items) await stream.send({ type: "ADDED", resource });
  const told = query.get("sendInitialEvents") === "true" && query.get("allowWatchBookmarks") === "true";
  if (told) stream.bookmark(initial.resourceVersion, true);
}

function secondsOf(text: string | null): number {
  if (text === null || text === "") return 0;
  if (!/^\d{1,9}$/.test(text)) {
    throw new FairwayError("BadRequest", `timeoutSeconds must be a whole number, not '${text}'`);
  }
  return Math.min(Number(text), 24 * 60 * 60);
}

/** The watch, and the objects to send first where the client is to have them. */
async function begin(
  { exchange: { query }, view }: WatchRequest,
  store: WatchedStore,
): Promise<{ watch: Watch; initial?: ResourceList }> {
  const { namespace } = view.target;
  const types = [view.type];
  const from = query.get("resourceVersion") ?? "";
  const initially = query.get("sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  if (initially !== null && match !== "NotOlderThan") {
    throw invalidOption(
      "ListOptions",
      "resourceVersionMatch",
      "Forbidden",
      "must be 'NotOlderThan' where sendInitialEvents is given",
    );
  }
  if (initially === null && match !== "") {
    throw invalidOption(
      "ListOptions",
      "resourceVersionMatch",
      "Forbidden",
      "must not be given for a watch without sendInitialEvents",
    );
  }
  const versioned = from !== "" && from !== "0";
  if (versioned && initially !== "true") return { watch: store.watch({ types, namespace, from }) };
  if (initially === "false") return { watch: store.watch({ types, namespace }) };
  const initial = await store.list(view.type, namespace);
  if (versioned && Number(from) > Number(initial.resourceVersion)) throw tooNew(from, initial.resourceVersion);
  return { watch: store.watch({ types, namespace, from: initial.resourceVersion }), initial };
}

/** Tells a client now and then how far its watch has come. */
class Bookmarks {
  /** While a batch is being sent the watch is ahead of what the client has: a bookmark then would skip the rest of it. */
  paused = false;
  readonly #stream: WatchStream;
  readonly #watch: Watch;
  readonly #times: WatchTimes;
  #cancel = () => {};

  constructor(stream: WatchStream, watch: Watch, times: WatchTimes) {
    this.#stream = stream;
    this.#watch = watch;
    this.#times = times;
  }

  start(): void {
    this.#cancel = this.#times.clock.after(this.#times.bookmarkInterval, () => {
      if (!this.paused) this.#stream.bookmark(this.#watch.resourceVersion);
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }
}
