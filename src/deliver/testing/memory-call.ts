import { type Clock, systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { type GrpcCall, type GrpcStatus, type SendPatience, SendWatch } from "../../grpc/index.ts";

/** Bytes that HTTP/2 lets a sender have under way to a client that reads nothing. */
export const windowBytes = 65_535;

/**
 * A call without a network, seen from both sides: what a client that reads gets at once, and what waits for one that does
 * not. Many thousands of them cost little.
 */
export class MemoryCall implements GrpcCall {
  readonly peer = { address: "memory", encrypted: false, identities: [] };
  readonly headers = {};
  readonly messages: AsyncGenerator<Buffer>;
  /** How the server ended the call; undefined while it has not. */
  status: GrpcStatus | undefined;
  readonly #closed = new AbortController();
  readonly #received: (message: Uint8Array) => void;
  readonly #watch: SendWatch;
  readonly #asked: Buffer[] = [];
  readonly #waiting: { readonly parts: readonly Uint8Array[]; readonly go: (error?: unknown) => void }[] = [];
  #wake: (() => void) | undefined;
  #reads = true;
  #unread: Uint8Array[] = [];

  /** `received` is given each message that the client has read. */
  constructor(received: (message: Uint8Array) => void, clock: Clock = systemClock) {
    this.#received = received;
    this.#watch = new SendWatch(clock);
    this.messages = this.#ask();
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Bytes that are under way to the client and that it has not read. */
  get held(): number {
    return this.#unread.reduce((sum, { length }) => sum + length, 0);
  }

  /** Messages that wait for room, in parts as they were given. */
  get waiting(): readonly (readonly Uint8Array[])[] {
    return this.#waiting.map(({ parts }) => parts);
  }

  /** The client stops reading, or goes on. */
  set reads(reads: boolean) {
    this.#reads = reads;
    if (!reads) return;
    for (const message of this.#unread.splice(0)) this.#received(message);
    for (const { go } of this.#waiting.splice(0)) go();
  }

  /** The client sends a message. */
  ask(message: Uint8Array): void {
    this.#asked.push(Buffer.from(message));
    this.#wake?.();
  }

  /** The client ends the call. */
  hangUp(): void {
    this.#finish();
  }

  async end(status: GrpcStatus): Promise<void> {
    this.cancel(status);
  }

  send(parts: readonly Uint8Array[], patience?: SendPatience): Promise<void> {
    return this.sendAll([parts], patience);
  }

  sendAll(messages: readonly (readonly Uint8Array[])[], patience?: SendPatience): Promise<void> {
    const sent = Promise.all(messages.map((parts) => this.#send(parts))).then(() => undefined);
    return patience ? sent.finally(this.#watch.watch(this, patience)) : sent;
  }

  #send(parts: readonly Uint8Array[]): Promise<void> {
    if (this.closed.aborted) return Promise.reject(gone());
    if (this.#reads) {
      this.#received(Buffer.concat(parts));
      return Promise.resolve();
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (this.#waiting.length === 0 && this.held + length <= windowBytes) {
      this.#unread.push(Buffer.concat(parts));
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = (error?: unknown) => {
        if (error !== undefined) return reject(error);
        this.#received(Buffer.concat(parts));
        resolve();
      };
      this.#waiting.push({ parts, go });
    });
  }

  cancel(status: GrpcStatus): void {
    this.status ??= status;
    this.#finish();
  }

  #finish(): void {
    this.#closed.abort();
    this.#unread = [];
    for (const { go } of this.#waiting.splice(0)) go(gone());
    this.#wake?.();
  }

  async *#ask(): AsyncGenerator<Buffer> {
    while (!this.closed.aborted) {
      const next = this.#asked.shift();
      if (next) yield next;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

function gone(): FairwayError {
  return new FairwayError("Unavailable", "the client is gone");
}
