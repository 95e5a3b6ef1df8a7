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

/** Brings clients to the newest version, some at a time. */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #clock: Clock;
  readonly #queue = new PushQueue<Connection>();
  readonly #workers: readonly Promise<void>[];

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#workers = Array.from({ length: options.throttle ?? 100 }, () => this.#work());
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
    return pending;
  }

  async close(): Promise<void> {
    this.#queue.close();
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    while (await this.#pushNext());
  }

  /** False when there will be none. A call of its own for each, so that who waits for the next holds nobody. */
  async #pushNext(): Promise<boolean> {
    const next = await this.#queue.dequeue();
    if (!next) return false;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(this.#options.patience ?? 100, resolve);
      void this.#push(next).then(() => {
        cancel();
        resolve();
      });
    });
    return true;
  }

  async #push({ client, request }: QueuedPush<Connection>): Promise<void> {
    const { source, done } = this.#options;
    const begun = this.#clock.monotonic();
    if (source.current && !client.closed.aborted) await client.push(source.current, request.start);
    if (!client.closed.aborted) done?.(client, request, { begun, ended: this.#clock.monotonic() });
    this.#queue.done(client);
  }
}
