import { finished, type Readable } from "node:stream";
import type { Coming } from "./reading-pace.ts";

/** Bytes that are taken in before somebody reads them. */
const mostUnread = 64 * 1024;

/**
 * A body as it comes: who reads gets all that has come since the last read, as one piece. What is held is left with the
 * network, as far as the stream's own buffers are small.
 */
export class ComingBody implements AsyncIterable<Uint8Array>, Coming {
  readonly #stream: Readable;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #held = false;
  #end: { readonly error: Error | null | undefined } | undefined;
  #wake = () => {};

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on("data", (piece: Uint8Array) => {
      this.#pieces.push(piece);
      this.#length += piece.length;
      if (this.#length >= mostUnread) stream.pause();
      this.#wake();
    });
    finished(stream, { writable: false }, (error) => {
      this.#end = { error };
      this.#wake();
    });
  }

  get unread(): number {
    return this.#length + this.#stream.readableLength;
  }

  hold(held: boolean): void {
    this.#held = held;
    this.#flow();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (this.#length > 0) yield this.#taken();
        else if (this.#end?.error) throw this.#end.error;
        else if (this.#end) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.#stream.destroy();
    }
  }

  #taken(): Uint8Array {
    const [first, ...others] = this.#pieces;
    this.#pieces = [];
    this.#length = 0;
    this.#flow();
    return first && others.length === 0 ? first : Buffer.concat([first as Uint8Array, ...others]);
  }

  #flow(): void {
    if (this.#held || this.#length >= mostUnread) this.#stream.pause();
    else this.#stream.resume();
  }
}
