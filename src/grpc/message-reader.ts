import type { Readable } from "node:stream";
import { FairwayError } from "../base/fault.ts";

const headerLength = 5;

/** By which a stream tells that there is something to read, or never will be. */
const news = ["readable", "end", "close", "error"] as const;

/** How messages are read. */
export interface ReadOptions {
  /** Longest message that is taken. */
  readonly maxBytes: number;
  /** What the client says that it compresses with. Default: nothing. */
  readonly encoding?: string;
  /** Called with each message. */
  readonly arrived?: () => void;
}

/**
 * The messages of a stream, one after the other: each is preceded by a byte that says whether it is compressed and by its
 * length. Reads no further than the message that is asked for, so that a client cannot make the server hold more. A
 * stream that breaks off ends without an error: that is told elsewhere. Compressed messages are refused, by the name of
 * the `encoding` that the client announced.
 */
export async function* readMessages(stream: Readable, options: ReadOptions): AsyncGenerator<Buffer> {
  const pending = new PendingBytes();
  let wake = () => {};
  // Not the stream's own iterator: generators within generators cost several promises more for each message.
  const hear = () => wake();
  for (const event of news) stream.on(event, hear);
  try {
    for (;;) {
      const chunk: Buffer | null = stream.destroyed ? null : stream.read();
      if (chunk) {
        pending.push(chunk);
        for (let message = next(pending, options); message; message = next(pending, options)) {
          options.arrived?.();
          yield message;
        }
      } else if (stream.destroyed || stream.readableEnded) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    for (const event of news) stream.off(event, hear);
  }
  if (pending.bytes.length > 0 && !stream.destroyed)
    throw new FairwayError("BadRequest", "the stream ended in the middle of a message");
}

function next(pending: PendingBytes, options: ReadOptions): Buffer | undefined {
  const { bytes } = pending;
  if (bytes.length < headerLength) return undefined;
  const end = headerLength + messageLength(bytes, options);
  return bytes.length < end ? undefined : pending.take(end).subarray(headerLength);
}

function messageLength(bytes: Buffer, { maxBytes, encoding = "" }: ReadOptions): number {
  if (bytes[0] !== 0) {
    const by = encoding === "" ? "" : `, not even by ${encoding}`;
    throw new FairwayError("UnsupportedMediaType", `messages must not be compressed${by}`);
  }
  const length = bytes.readUInt32BE(1);
  if (length > maxBytes) {
    throw new FairwayError("TooLarge", `a message has ${length} bytes: at most ${maxBytes} are taken`);
  }
  return length;
}

/**
 * Bytes that are not a whole message yet. What is held is at most twice what has come, in however small pieces it comes
 * and whatever length was announced.
 */
class PendingBytes {
  #room: Buffer = Buffer.alloc(0);
  #length = 0;

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  push(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) this.#room = chunk;
    else {
      if (this.#room.length < length) this.#grow(length);
      chunk.copy(this.#room, this.#length);
    }
    this.#length = length;
  }

  /** The first bytes, which are no longer pending then. */
  take(count: number): Buffer {
    const { bytes } = this;
    this.#room = bytes.subarray(count);
    this.#length -= count;
    return bytes.subarray(0, count);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * length);
    this.bytes.copy(larger);
    this.#room = larger;
  }
}
