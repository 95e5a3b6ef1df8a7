import type { ConfigSource } from "./config-source.ts";
import type { Connection } from "./connection.ts";
import { PushQueue } from "./push-queue.ts";
import type { PushRequest } from "./push-request.ts";

export interface PusherOptions {
  readonly source: ConfigSource;
  /** The clients that are connected now. */
  readonly connections: () => readonly Connection[];
  /** Clients that are pushed to at the same time. Default: 100. */
  readonly throttle?: number;
  /** Told when a client has everything, or could not be sent it. */
  readonly done?: (connection: Connection, request: PushRequest, times: PushTimes) => void;
  readonly now: () => number;
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
  readonly #queue = new PushQueue<Connection>();
  readonly #workers: readonly Promise<void>[];

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.throttle ?? 100 }, () => this.#work());
  }

  /** Clients that wait for their turn. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** Puts every client on the queue. */
  pushAll(request: PushRequest): void {
    const queued = { ...request, queued: this.#options.now() };
    for (const connection of this.#options.connections()) this.#queue.enqueue(connection, queued);
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
    const { source, done, now } = this.#options;
    const { client, request } = next;
    const begun = now();
    try {
      if (source.current && !client.closed.aborted) await client.push(source.current);
      done?.(client, request, { begun, ended: now() });
    } catch {
      // The client is gone, which its stream tells.
    } finally {
      this.#queue.done(client);
    }
    return true;
  }
}
