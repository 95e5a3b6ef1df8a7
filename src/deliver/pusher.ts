import { type Clock, systemClock } from "../base/clock.ts";
import type { ConfigSource } from "./config-source.ts";
import type { Connection } from "./connection.ts";
import { PushQueue, type QueuedPush } from "./push-queue.ts";
import type { PushRequest } from "./push-request.ts";

export interface PusherOptions {
  readonly source: ConfigSource;
  /** The clients that are connected now. */
  readonly connections: () => readonly Connection[];
  /** Clients that are pushed to at the same time. Default: 100. */
  readonly throttle?: number;
  /**
   * Milliseconds after which a client that is still being sent something no longer counts among those: who does not read
   * must not hold up who does. Default: 100.
   */
  readonly patience?: number;
  /** Told when a client was sent everything that need not wait. */
  readonly done?: (connection: Connection, request: PushRequest, times: PushTimes) => void;
  readonly clock?: Clock;
}

/** Milliseconds on the clock that never goes back. */
export interface PushTimes {
  /** When its turn came. */
  readonly begun: number;
  readonly ended: number;
}

/** A push that is under way. */
interface Begun {
  /** On the clock that never goes back. */
  readonly at: number;
}

/** Brings clients to the newest version, some at a time. */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #clock: Clock;
  readonly #throttle: number;
  readonly #patience: number;
  readonly #queue = new PushQueue<Connection>();
  /** Those that count among the pushes at the same time, in the order in which they began. */
  readonly #counted = new Set<Begun>();
  /** Whether a timer is set for the first of them: one at a time is enough, and most are over long before. */
  #timed = false;
  #rest = () => {};

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#throttle = options.throttle ?? 100;
    this.#patience = options.patience ?? 100;
  }

  /** Clients that wait for their turn. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** Puts every client on the queue; returns how many waited there already, from pushes before. */
  pushAll(request: PushRequest): number {
    const { pending } = this;
    const queued = { ...request, queued: this.#clock.monotonic() };
    for (const connection of this.#options.connections()) this.#queue.enqueue(connection, queued);
    this.#goOn();
    return pending;
  }

  /** Resolves when those that count are over. */
  async close(): Promise<void> {
    this.#queue.close();
    if (this.#counted.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#rest = resolve;
    });
  }

  #goOn(): void {
    while (this.#counted.size < this.#throttle) {
      const next = this.#queue.take();
      if (!next) break;
      void this.#push(next);
    }
    if (this.#counted.size === 0) this.#rest();
  }

  async #push({ client, request }: QueuedPush<Connection>): Promise<void> {
    const { source, done } = this.#options;
    const begun: Begun = { at: this.#clock.monotonic() };
    this.#counted.add(begun);
    this.#watch(begun);
    const isThere = source.current && !client.closed.aborted;
    // Waited for in any case: many clients may have gone together, and each would begin the next one from within.
    await (isThere ? client.push(source.current, request.start) : undefined);
    if (!client.closed.aborted) done?.(client, request, { begun: begun.at, ended: this.#clock.monotonic() });
    this.#queue.done(client);
    this.#counted.delete(begun);
    this.#goOn();
  }

  /** Sees to it that a push no longer counts when it has taken too long. */
  #watch({ at }: Begun): void {
    if (this.#timed) return;
    this.#timed = true;
    this.#clock.after(Math.max(0, at + this.#patience - this.#clock.monotonic()), () => {
      this.#timed = false;
      this.#letGo();
    });
  }

  #letGo(): void {
    const latest = this.#clock.monotonic() - this.#patience;
    for (const begun of this.#counted) {
      if (begun.at > latest) {
        this.#watch(begun);
        break;
      }
      this.#counted.delete(begun);
    }
    this.#goOn();
  }
}
