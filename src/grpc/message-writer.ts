import type { ServerHttp2Stream } from "node:http2";
import { FairwayError } from "../base/fault.ts";

/** Node keeps a buffer as large as the largest write for each TLS connection, so that there a write must be small. */
const tlsWriteLimit = 64 * 1024;

/**
 * Writes messages to one stream, each whole before the next, as fast as the client reads. The bytes of a message are
 * never copied: many streams may be sent the same buffers at the same time.
 */
export class MessageWriter {
  readonly #stream: ServerHttp2Stream;
  readonly #writeLimit: number;
  #last: Promise<void> = Promise.resolve();

  constructor(stream: ServerHttp2Stream, encrypted: boolean) {
    this.#stream = stream;
    this.#writeLimit = encrypted ? tlsWriteLimit : Number.POSITIVE_INFINITY;
  }

  /** Sends one message, given in parts. Resolves when the client's flow control has let all of it go out. */
  send(parts: readonly Uint8Array[]): Promise<void> {
    const sent = this.#last.then(() => this.#write(parts));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  /** Resolves when everything given so far was sent, or can no longer be. */
  flushed(): Promise<void> {
    return this.#last;
  }

  async #write(parts: readonly Uint8Array[]): Promise<void> {
    const header = Buffer.alloc(5);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    header.writeUInt32BE(length, 1);
    for (const batch of batches([header, ...parts], this.#writeLimit)) await this.#writeBatch(batch);
  }

  #writeBatch(batch: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = this.#stream;
      if (stream.destroyed || !stream.writable) return reject(gone());
      const done = (error: unknown) => (error ? reject(gone(error)) : resolve());
      // Small parts go out in one frame with their neighbours.
      stream.cork();
      for (const [i, chunk] of batch.entries()) stream.write(chunk, i === batch.length - 1 ? done : undefined);
      stream.uncork();
    });
  }
}

function gone(cause?: unknown): FairwayError {
  return new FairwayError("Unavailable", "the client is gone", cause === undefined ? {} : { cause });
}

/** The parts in order, in groups of at most `limit` bytes; a part that does not fit is divided, not copied. */
function* batches(parts: readonly Uint8Array[], limit: number): Generator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let room = limit;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + Math.min(room, part.length));
      batch.push(piece);
      at += piece.length;
      room -= piece.length;
      if (room > 0) continue;
      yield batch;
      batch = [];
      room = limit;
    }
  }
  if (batch.length > 0) yield batch;
}
