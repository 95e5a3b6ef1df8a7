import type { Resource } from "../api/index.ts";
import { EventFrames } from "./event-frames.ts";
import { type Exchange, sendBody } from "./exchange.ts";
import { type ListSource, listPage } from "./list-page.ts";
import { listOf, oneObject } from "./representation.ts";
import { requestSelector } from "./selector.ts";
import { sendList } from "./send-list.ts";
import type { View } from "./view.ts";
import { serveWatch, type WatchedStore, type WatchTimes } from "./watch.ts";

/** What is read from. */
export interface ReadApiParts extends ListSource {
  readonly store: WatchedStore;
  readonly times: WatchTimes;
}

/** Answers with objects: one, a list of them, or a watch, in the form that the client wants. */
export class ReadApi {
  readonly #parts: ReadApiParts;
  readonly #frames = new EventFrames();

  constructor(parts: ReadApiParts) {
    this.#parts = parts;
  }

  /** A list of what the request selects, or a watch on it. */
  async list(exchange: Exchange, view: View): Promise<void> {
    const { query } = exchange;
    const selected = requestSelector(query, view.kind);
    if (isTrue(query.get("watch"))) {
      return serveWatch({ exchange, view, selected }, this.#parts.store, this.#parts.times, this.#frames);
    }
    const { items, meta } = await listPage(this.#parts, view, query, selected);
    return sendList(exchange, listOf(exchange, view, items, meta, this.#now()));
  }

  /** One object. */
  answer(exchange: Exchange, view: View, code: number, resource: Resource): Promise<void> {
    return sendBody(exchange, code, oneObject(exchange, view, view.show(resource), this.#now()));
  }

  #now(): number {
    return this.#parts.times.clock.now();
  }
}

function isTrue(value: string | null): boolean {
  return /^(1|true)$/i.test(value ?? "");
}
