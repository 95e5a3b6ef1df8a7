import type { Clock } from "../base/clock.ts";
import type { GrpcCall, SendPatience } from "../grpc/index.ts";
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
  readonly #patience: SendPatience;
  #responses: Outgoing[] = [];
  /** Those that are under way. */
  #leaving: readonly Outgoing[] = [];
  #sent: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { client, timeout, events } = options;
    const late = () => {
      for (const { type } of this.#leaving) events.cutOff(client, type);
    };
    this.#patience = { timeout, late };
  }

  /** What is under way; undefined if nothing is. */
  get sending(): Promise<void> | undefined {
    return this.#leaving.length > 0 ? this.#sent : undefined;
  }

  get isEmpty(): boolean {
    return this.#responses.length === 0;
  }

  put(response: Outgoing): void {
    this.#responses.push(response);
  }

  /** Sends what is in it, when nothing is under way; resolves when the client's side has taken it. */
  flush(): Promise<void> {
    this.#sent = this.#send();
    return this.#sent;
  }

  async #send(): Promise<void> {
    const { client, call, events, clock } = this.#options;
    const responses = this.#responses;
    this.#leaving = responses;
    this.#responses = [];
    const started = clock.monotonic();
    try {
      await call.sendAll(
        responses.map(({ parts }) => parts),
        this.#patience,
      );
    } finally {
      this.#leaving = [];
    }
    const sendSeconds = (clock.monotonic() - started) / 1000;
    for (const { type, parts, began } of responses) {
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      events.sent(client, type, { bytes, makeSeconds: (started - began) / 1000, sendSeconds });
    }
  }
}
