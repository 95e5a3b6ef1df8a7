import type { GrpcCall, GrpcPeer } from "../../src/grpc/index.ts";

const peer: GrpcPeer = { address: "127.0.0.1:1", encrypted: false, identities: [] };

/** Both ends of a stream that needs no socket. What the server sends is with the client at once. */
export class StreamPair {
  readonly server: GrpcCall;
  readonly #closed = new AbortController();
  readonly #requests: Buffer[] = [];
  #wake: (() => void) | undefined;

  constructor(received: (response: Buffer) => void) {
    this.server = {
      peer,
      headers: {},
      messages: this.#read(),
      closed: this.#closed.signal,
      send: async (parts) => {
        if (!this.#closed.signal.aborted) received(Buffer.concat(parts));
      },
      cancel: () => this.close(),
    };
  }

  /** Sends a request. */
  send(request: Uint8Array): void {
    this.#requests.push(Buffer.from(request));
    this.#wake?.();
  }

  /** The client is gone. */
  close(): void {
    this.#closed.abort();
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
