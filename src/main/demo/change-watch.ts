import { type DeliveryEvents, noEvents } from "../../deliver/index.ts";
import type { EnvironmentChange } from "../../mesh/index.ts";
import type { Observer } from "../observer.ts";
import type { Call } from "./call.ts";

/** A change of the configuration, and how far it has come. */
export interface Change {
  /** Keys of the objects that changed; empty if anything may have. */
  readonly objects: readonly string[];
  /** When the control plane saw it, in milliseconds on the clock that never goes back. */
  readonly at: number;
  /** Names of the proxies that were sent something for it. */
  readonly proxies: readonly string[];
  /** Milliseconds until the last of them had acknowledged all of it; undefined until then. */
  readonly acknowledged: number | undefined;
  /** Why a proxy refused; undefined if none did. */
  readonly refused: string | undefined;
  /** Milliseconds until a call went as none had gone before; undefined until one does. */
  readonly seen: number | undefined;
}

/** How long ago a call may be to count as what calls were like before a change, in milliseconds. */
const memory = 2000;

/** Follows the last change from the control plane to the first call that went differently because of it. */
export class ChangeWatch implements Observer {
  readonly #now: () => number;
  /** Each way in which calls went lately, and when one last did. */
  readonly #ways = new Map<string, number>();
  /** Responses that were sent for the change and not answered yet. */
  readonly #unanswered = new Set<string>();
  #before: ReadonlySet<string> = new Set();
  #change: Change | undefined;

  /** `now` is the clock that never goes back, by which the ends of calls are told too. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get last(): Change | undefined {
    return this.#change;
  }

  /** The control plane saw a change. One that comes before anything was sent for the last is taken together with it. */
  changed({ keys }: EnvironmentChange): void {
    const at = this.#now();
    const before = this.#change;
    if (before && before.proxies.length === 0 && before.acknowledged === undefined && at - before.at < memory) {
      this.#change = { ...before, objects: [...new Set([...before.objects, ...keys])] };
      return;
    }
    this.#unanswered.clear();
    this.#forget(at);
    this.#before = new Set(this.#ways.keys());
    this.#change = {
      objects: [...keys],
      at,
      proxies: [],
      acknowledged: undefined,
      refused: undefined,
      seen: undefined,
    };
  }

  /** A call ended. */
  observe({ to, version, mirrored, ok, mark, at }: Call): void {
    const way = `${to} ${version} ${mirrored} ${ok} ${mark}`;
    this.#ways.set(way, at);
    if (this.#ways.size > 1000) this.#forget(at);
    const change = this.#change;
    if (!change || change.seen !== undefined || at < change.at || this.#before.has(way)) return;
    // Whatever is new before anything was sent has another reason.
    if (change.proxies.length > 0) this.#change = { ...change, seen: at - change.at };
  }

  /** What it wants to know of the streams. */
  get delivery(): DeliveryEvents {
    return {
      ...noEvents,
      sent: (client, type) => {
        const change = this.#change;
        if (!change) return;
        this.#unanswered.add(`${client.id} ${type}`);
        this.#change = {
          ...change,
          proxies: [...new Set([...change.proxies, client.proxy.name])],
          acknowledged: undefined,
        };
      },
      answered: (client, { type, acknowledgement }, answer) => {
        const change = this.#change;
        if (!change || answer === "stale" || !this.#unanswered.delete(`${client.id} ${type}`)) return;
        const refused = change.refused ?? acknowledgement.error;
        const acknowledged = this.#unanswered.size === 0 && refused === undefined ? this.#now() - change.at : undefined;
        this.#change = { ...change, refused, acknowledged };
      },
    };
  }

  #forget(now: number): void {
    for (const [way, at] of this.#ways) if (at < now - memory) this.#ways.delete(way);
  }
}
