import type { GrpcCall, GrpcPeer } from "../../src/grpc/index.ts";

const peer: GrpcPeer = { address: "127.0.0.1:1", encrypted: false, identities: [] };

/** What the client's end of a stream is told. */
export interface ClientEnd {
  received(response: Buffer): void;
  /** The server has cut the stream off. */
  cutOff(): void;
}

/** The client's hold on a stream. */
export interface ClientStream {
  /** Sends a request. */
  send(request: Uint8Array): void;
  /** Lets no response through until it is told to, where that can be done: the server waits. */
  holdUp?(): void;
  letThrough?(): void;
  /** The client is gone. */
  close(): void;
}

/** Both ends of a stream that needs no socket. What the server sends is with the client at once, unless it is held up. */
export class StreamPair implements ClientStream {
  readonly server: GrpcCall;
  readonly #closed = new AbortController();
  readonly #requests: Buffer[] = [];
  #wake: (() => void) | undefined;
  /** Settled when responses get through; undefined while they do. */
  #heldUp: PromiseWithResolvers<void> | undefined;

  constructor(client: ClientEnd) {
    const sendAll: GrpcCall["sendAll"] = async (messages) => {
      await this.#heldUp?.promise;
      for (const parts of messages) if (!this.#closed.signal.aborted) client.received(Buffer.concat(parts));
    };
    this.server = {
      peer,
      headers: {},
      messages: this.#read(),
      closed: this.#closed.signal,
      send: (parts) => sendAll([parts]),
      sendAll,
      end: async () => this.close(),
      cancel: () => {
        this.close();
        client.cutOff();
      },
    };
  }

  /** Sends a request. */
  send(request: Uint8Array): void {
    this.#requests.push(Buffer.from(request));
    this.#wake?.();
  }

  /** Lets no response through until it is told to: the server waits. */
  holdUp(): void {
    this.#heldUp ??= Promise.withResolvers();
  }

  /** Lets responses through. */
  letThrough(): void {
    this.#heldUp?.resolve();
    this.#heldUp = undefined;
  }

  /** The client is gone. */
  close(): void {
    this.#closed.abort();
    this.letThrough();
    this.#wake?.();
  }

  async *#read(): AsyncGenerator<Buffer> {
    while (!this.#closed.signal.aborted) {
      const next = this.#requests.shift();
      if (next) yield next;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
