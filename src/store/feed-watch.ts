import type { GroupKind } from "../api/index.ts";
import type { Watch, WatchEvent, WatchOptions } from "../core/index.ts";
import type { ChangeFeed, ChangeFilter, FeedPage, Waiter } from "./change-feed.ts";
import type { Change, JournalEntry } from "./journal.ts";
import { objectId } from "./object-identity.ts";
import { parseRevision } from "./revision.ts";

/** How many events `next` hands out if it is not told otherwise. */
const defaultLimit = 1000;

const eventTypes = { created: "ADDED", updated: "MODIFIED", deleted: "DELETED" } as const;

/** A watch that reads the store's feed by a cursor. */
export class FeedWatch implements Watch {
  readonly #feed: ChangeFeed;
  readonly #filter: ChangeFilter;
  readonly #from: string | undefined;
  /** Undefined until `from` was understood. */
  #cursor: number | undefined;
  #closed = false;
  #reading = false;
  #waiter: Waiter | undefined;
  /** The version of the event that the iterator handed out last, while there are more of its batch. */
  #iterated: string | undefined;

  constructor(feed: ChangeFeed, options: WatchOptions) {
    this.#feed = feed;
    this.#filter = changeFilter(options.types, options.namespace ?? "");
    this.#from = options.from;
    if (options.from === undefined) this.#cursor = feed.newest;
  }

  get resourceVersion(): string {
    if (this.#iterated !== undefined) return this.#iterated;
    if (this.#waiter) return String(this.#feed.newest);
    if (this.#cursor === undefined) return this.#from ?? "";
    // Changes that do not concern this watch are handed out by being passed over.
    const page = this.#reading ? undefined : this.#feed.peek(this.#cursor, this.#filter, 1);
    if (page?.changes.length === 0) this.#cursor = page.cursor;
    return String(this.#cursor);
  }

  async next(limit = defaultLimit): Promise<readonly WatchEvent[] | undefined> {
    if (this.#reading) throw new Error("a watch is read by one reader at a time");
    this.#reading = true;
    try {
      return await this.#read(limit);
    } catch (fault) {
      this.#closed = true;
      throw fault;
    } finally {
      this.#reading = false;
    }
  }

  close(): void {
    this.#closed = true;
    if (!this.#waiter) return;
    this.#feed.stopWaiting(this.#waiter);
    this.#waiter.wake(this.#feed.newest);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent, void, undefined> {
    try {
      for (let events = await this.next(); events; events = await this.next()) {
        for (const event of events) {
          this.#iterated = event.resource.metadata.resourceVersion;
          yield event;
        }
        this.#iterated = undefined;
      }
    } finally {
      this.close();
    }
  }

  async #read(limit: number): Promise<readonly WatchEvent[] | undefined> {
    while (!this.#closed && !this.#feed.closed) {
      this.#cursor ??= parseRevision(this.#from ?? "");
      this.#feed.check(this.#cursor);
      const page: FeedPage =
        this.#feed.peek(this.#cursor, this.#filter, limit) ??
        (await this.#feed.readBack(this.#cursor, this.#filter, limit));
      this.#cursor = page.cursor;
      if (page.changes.length > 0) return page.changes.map(toEvent);
      if (page.cursor === this.#feed.newest) this.#cursor = await this.#wait();
    }
    return undefined;
  }

  /** Resolves to the cursor behind which there is something to read, or to end for. */
  #wait(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const wake = (cursor: number) => {
      this.#waiter = undefined;
      // At once, not when the reader gets its turn: by then the version may be asked for.
      this.#cursor = cursor;
      resolve(cursor);
    };
    this.#waiter = { filter: this.#filter, wake };
    this.#feed.wait(this.#waiter);
    return promise;
  }
}

function toEvent(change: Change): WatchEvent {
  const { resource, before } = change;
  return { type: eventTypes[change.change], resource, ...(before ? { previous: before } : {}) };
}

/** A filter for some kinds and one namespace; undefined means all kinds, "" all namespaces. */
export function changeFilter(types: readonly GroupKind[] | undefined, namespace: string): ChangeFilter {
  const prefix = objectId(namespace, "");
  const inNamespace = (entry: JournalEntry) => namespace === "" || entry.id.startsWith(prefix);
  if (!types) return inNamespace;
  // A plain loop: each watch asks it of each change.
  return (entry) => {
    for (const { kind, group } of types) {
      if (kind === entry.type.kind && group === entry.type.group) return inNamespace(entry);
    }
    return false;
  };
}
