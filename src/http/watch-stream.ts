import { once } from "node:events";
import type { Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { WatchEvent } from "../core/index.ts";
import { type WatchFormat, watchFormat } from "./body-format.ts";
import { type EventFrames, eventLine } from "./event-frames.ts";
import { cutOff, type Exchange, header } from "./exchange.ts";
import { type Form, formOf, oneObject } from "./representation.ts";
import { everything } from "./selector.ts";
import type { View } from "./view.ts";

/** What a watch shows, and to whom. */
export interface WatchRequest {
  readonly exchange: Exchange;
  readonly view: View;
  readonly selected: (resource: Resource) => boolean;
}

const partialType = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };

/** How a stream ends. */
export interface StreamEnd {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly stallTimeout: number;
  /** Aborted when the watch is over, for whatever reason. */
  readonly over: AbortSignal;
  /** Ends the watch. */
  readonly end: () => void;
}

/** The answer to a watch: one event after the other, as lines of JSON or in frames. */
export class WatchStream {
  readonly #exchange: Exchange;
  readonly #view: View;
  readonly #selected: (resource: Resource) => boolean;
  readonly #form: Form;
  readonly #format: WatchFormat;
  readonly #end: StreamEnd;
  readonly #frames: EventFrames;

  constructor({ exchange, view, selected }: WatchRequest, end: StreamEnd, frames: EventFrames) {
    this.#exchange = exchange;
    this.#view = view;
    this.#selected = selected;
    this.#form = formOf(exchange);
    const type = this.#form === "metadata" ? partialType : { apiVersion: view.apiVersion, kind: view.kind.kind };
    this.#format = watchFormat(header(exchange, "accept") ?? "", exchange.kinds(), type);
    this.#end = end;
    this.#frames = frames;
  }

  /** Sends the headers, so that the client knows at once that the watch stands. */
  open(): void {
    const { response } = this.#exchange;
    response.writeHead(200, { "content-type": this.#format.type, "cache-control": "no-cache, private" });
    // HTTP/1.1 holds headers back until the first write; HTTP/2 has sent them.
    if ("flushHeaders" in response && typeof response.flushHeaders === "function") response.flushHeaders();
  }

  /** Sends a change as the client's selector sees it, and waits while the client does not read. */
  async send(event: WatchEvent): Promise<void> {
    const type = this.#typeSeen(event);
    if (type === undefined || this.#end.over.aborted) return;
    if (this.#write(this.#frame(type, event.resource))) return;
    await this.#drained();
  }

  /** Tells how far the watch has come; `initialEnd` says that all that was there at the start has been sent. */
  bookmark(resourceVersion: string, initialEnd = false): void {
    const annotations = initialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
    const { apiVersion, kind } = this.#view;
    const metadata = { resourceVersion, creationTimestamp: null, ...annotations };
    const type = this.#form === "metadata" ? partialType : { apiVersion, kind: kind.kind };
    this.line({ type: "BOOKMARK", object: { ...type, metadata } });
  }

  /** Sends something that is no object of the watch. */
  line({ type, object }: { readonly type: string; readonly object: unknown }): void {
    this.#write(this.#format.frame?.(type, object) ?? `${JSON.stringify({ type, object })}\n`);
  }

  #write(frame: string | Uint8Array): boolean {
    const { response } = this.#exchange;
    return response.writableEnded || response.destroyed || response.write(frame);
  }

  /** Waits until the client has read; one that does not for too long is cut off: it would hold memory for ever. */
  async #drained(): Promise<void> {
    const { clock, stallTimeout, over, end } = this.#end;
    const cancel = clock.after(stallTimeout, end);
    // What is not read when the watch is over is not waited for.
    await once(this.#exchange.response, "drain", { signal: over }).catch(() => cutOff(this.#exchange));
    cancel();
  }

  /** An object that starts to match the selector is added, one that ceases to is deleted. */
  #typeSeen(event: WatchEvent): WatchEvent["type"] | undefined {
    if (this.#selected === everything) return event.type;
    const now = event.type !== "DELETED" && this.#selected(this.#view.show(event.resource));
    const before = event.previous !== undefined && this.#selected(this.#view.show(event.previous));
    if (now) return before ? "MODIFIED" : "ADDED";
    return before ? "DELETED" : undefined;
  }

  #frame(type: WatchEvent["type"], resource: Resource): string | Uint8Array {
    const { frame } = this.#format;
    const shown = this.#view.show(resource);
    if (!frame && this.#form === "whole" && shown === resource) return this.#frames.frameOf(type, resource);
    const object = oneObject(this.#exchange, this.#view, shown, this.#end.clock.now());
    return frame ? frame(type, object) : eventLine(type, JSON.stringify(object));
  }
}
