import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceList, ResourceStore, Watch, WatchEvent } from "../core/index.ts";
import { type Exchange, header } from "./exchange.ts";
import { statusOf } from "./status.ts";
import { table, wantsTable } from "./table.ts";
import type { View } from "./view.ts";

/** How long watches last. */
export interface WatchTimes {
  readonly clock: Clock;
  /** For clients that do not say; milliseconds. */
  readonly defaultTimeout: number;
  /** Between bookmarks to clients that want them; milliseconds. */
  readonly bookmarkInterval: number;
}

type Selected = (resource: Resource) => boolean;

interface Line {
  readonly type: string;
  readonly object: unknown;
}

/** Streams changes as JSON lines until the client goes, its time is over, or it falls behind what the store keeps. */
export async function serveWatch(
  exchange: Exchange,
  view: View,
  store: ResourceStore,
  selected: Selected,
  times: WatchTimes,
): Promise<void> {
  const stream = new WatchStream(exchange, view, selected, times.clock);
  const { watch, initial } = await begin(exchange, view, store);
  const first = watch.next();
  first.catch(() => {});
  // A version that cannot be watched from is known at once: then the answer is an error, not a stream that begins with one.
  await Promise.race([first, setImmediate()]);
  const end = () => watch.close();
  const timeout = Number(exchange.query.get("timeoutSeconds") ?? 0) * 1000 || times.defaultTimeout;
  const cancel = times.clock.after(timeout, end);
  exchange.gone.addEventListener("abort", end, { once: true });
  const bookmarks = exchange.query.get("allowWatchBookmarks") === "true";
  let cancelBookmark = () => {};
  // While a batch is being sent the watch is ahead of what the client has: a bookmark then would skip the rest of it.
  let sending = true;
  const bookmark = () => {
    if (!sending) stream.bookmark(watch.resourceVersion);
    cancelBookmark = times.clock.after(times.bookmarkInterval, bookmark);
  };
  try {
    stream.open();
    for (const resource of initial?.items ?? []) await stream.send({ type: "ADDED", resource });
    if (initial && exchange.query.get("sendInitialEvents") === "true") stream.bookmark(initial.resourceVersion, true);
    if (bookmarks) cancelBookmark = times.clock.after(times.bookmarkInterval, bookmark);
    sending = false;
    for (let events = await first; events; events = await watch.next()) {
      sending = true;
      for (const event of events) await stream.send(event);
      sending = false;
    }
  } catch (error) {
    stream.line({ type: "ERROR", object: statusOf(FairwayError.from(error)) });
  } finally {
    cancel();
    cancelBookmark();
    watch.close();
    exchange.response.end();
  }
}

/** The watch, and the objects to send first where the client gave no version to start from. */
async function begin(
  exchange: Exchange,
  view: View,
  store: ResourceStore,
): Promise<{ watch: Watch; initial?: ResourceList }> {
  const { query } = exchange;
  const { namespace } = view.target;
  const types = [view.type];
  const from = query.get("resourceVersion") ?? "";
  const streaming = query.get("sendInitialEvents") === "true";
  if (streaming && query.get("resourceVersionMatch") !== "NotOlderThan") {
    throw new FairwayError("Invalid", "sendInitialEvents needs resourceVersionMatch=NotOlderThan");
  }
  if (from !== "" && from !== "0" && !streaming) return { watch: store.watch({ types, namespace, from }) };
  const initial = await store.list(view.type, namespace);
  return { watch: store.watch({ types, namespace, from: initial.resourceVersion }), initial };
}

class WatchStream {
  readonly #exchange: Exchange;
  readonly #view: View;
  readonly #selected: Selected;
  readonly #table: boolean;
  readonly #clock: Clock;

  constructor(exchange: Exchange, view: View, selected: Selected, clock: Clock) {
    this.#clock = clock;
    this.#exchange = exchange;
    this.#view = view;
    this.#selected = selected;
    this.#table = wantsTable(header(exchange, "accept"));
  }

  /** Sends the headers, so that the client knows at once that the watch stands. */
  open(): void {
    const { response } = this.#exchange;
    response.writeHead(200, {
      "content-type": "application/json",
      "cache-control": "no-cache, private",
    });
    // HTTP/1.1 holds headers back until the first write; HTTP/2 has sent them.
    if ("flushHeaders" in response && typeof response.flushHeaders === "function") response.flushHeaders();
  }

  /** Sends a change as the client's selector sees it, and waits while the client does not read. */
  async send(event: WatchEvent): Promise<void> {
    const type = this.#typeSeen(event);
    if (type === undefined) return;
    if (this.line({ type, object: this.#form(this.#view.show(event.resource)) })) return;
    const { response, gone } = this.#exchange;
    await once(response, "drain", { signal: gone }).catch(() => {});
  }

  /** Tells how far the watch has come; `initialEnd` says that all that was there at the start has been sent. */
  bookmark(resourceVersion: string, initialEnd = false): void {
    const annotations = initialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
    const { apiVersion, kind } = this.#view;
    const object = {
      apiVersion,
      kind: kind.kind,
      metadata: { resourceVersion, creationTimestamp: null, ...annotations },
    };
    this.line({ type: "BOOKMARK", object });
  }

  line(line: Line): boolean {
    if (this.#exchange.response.writableEnded) return true;
    return this.#exchange.response.write(`${JSON.stringify(line)}\n`);
  }

  /** An object that starts to match the selector is added, one that ceases to is deleted. */
  #typeSeen(event: WatchEvent): WatchEvent["type"] | undefined {
    const now = event.type !== "DELETED" && this.#selected(this.#view.show(event.resource));
    const before = event.previous !== undefined && this.#selected(this.#view.show(event.previous));
    if (now) return before ? "MODIFIED" : "ADDED";
    return before ? "DELETED" : undefined;
  }

  #form(resource: Resource): unknown {
    if (!this.#table) return resource;
    const { resourceVersion } = resource.metadata;
    const includeObject = this.#exchange.query.get("includeObject");
    return table(this.#view.kind, [resource], { now: this.#clock.now(), includeObject, resourceVersion });
  }
}
