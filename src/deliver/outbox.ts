import type { Clock } from "../base/clock.ts";
import type { GrpcCall } from "../grpc/index.ts";
import type { ConnectedClient, DeliveryEvents } from "./delivery-events.ts";

/** A response that is to go out. */
export interface Outgoing {
  readonly type: string;
  readonly parts: readonly Uint8Array[];
  /** When making it began, on the clock that never goes back. */
  readonly began: number;
}

export interface OutboxOptions {
  readonly client: ConnectedClient;
  readonly call: GrpcCall;
  /** Milliseconds for which the client need not read. */
  readonly timeout: number;
  readonly events: DeliveryEvents;
  readonly clock: Clock;
}

/** What a stream is to be sent: responses that were decided on together go out together. */
export class Outbox {
  readonly #options: OutboxOptions;
  #responses: Outgoing[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#responses.length === 0;
  }

  put(response: Outgoing): void {
    this.#responses.push(response);
  }

  /** Sends what is in it; resolves when the client's side has taken it. */
  async flush(): Promise<void> {
    const { client, call, timeout, events, clock } = this.#options;
    const responses = this.#responses;
    this.#responses = [];
    const started = clock.monotonic();
    const late = () => {
      for (const { type } of responses) events.cutOff(client, type);
    };
    await call.sendAll(
      responses.map(({ parts }) => parts),
      { timeout, late },
    );
    const sendSeconds = (clock.monotonic() - started) / 1000;
    for (const { type, parts, began } of responses) {
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      events.sent(client, type, { bytes, makeSeconds: (started - began) / 1000, sendSeconds });
    }
  }
}
