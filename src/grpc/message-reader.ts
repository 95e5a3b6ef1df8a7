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
 * length. Reads no further than the message that is asked for, so that a client cannot make the server hold more. The
 * bytes of a message are there until the next one is asked for, and may be gone then. A stream that breaks off ends
 * without an error: that is told elsewhere. Compressed messages are refused, by the name of the `encoding` that the
 * client announced.
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
          pending.letGo();
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
  if (bytes.length >= end) return pending.take(end).subarray(headerLength);
  pending.expect(end);
  return undefined;
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

const none = Buffer.alloc(0);

/** How much room there may be for what is announced, measured by what has come. */
const maxTrust = 8;

/**
 * Bytes that are not a whole message yet. What is held is at most eight times what has come, in however small pieces it
 * comes and whatever length is announced. Within that the room is made as large as the message at once, and given back
 * after it: the engine searches all of memory when it hears of some 64 MB of buffers, whether they are in use or not.
 */
class PendingBytes {
  #room: Buffer = none;
  #length = 0;
  #expected = 0;
  /** The room was made here, and nobody else has a part of it. */
  #own = false;
  #taken: ArrayBufferLike | undefined;

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  push(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      this.#room = chunk;
      this.#own = false;
    } else {
      if (this.#room.length < length) this.#grow(length);
      chunk.copy(this.#room, this.#length);
    }
    this.#length = length;
  }

  /** Tells how many bytes there will be at least, as far as the client is to be believed. */
  expect(count: number): void {
    this.#expected = count;
  }

  /** The first bytes, which are no longer pending then. */
  take(count: number): Buffer {
    const { bytes } = this;
    this.#room = bytes.subarray(count);
    this.#length -= count;
    this.#expected = 0;
    if (this.#own && this.#length === 0) {
      this.#room = none;
      this.#taken = bytes.buffer;
    }
    return bytes.subarray(0, count);
  }

  /** Gives back the memory of what was taken, if there is nothing else in it. */
  letGo(): void {
    if (this.#taken instanceof ArrayBuffer) this.#taken.transfer(0);
    this.#taken = undefined;
  }

  #grow(length: number): void {
    const room = this.#expected < length ? 2 * length : Math.min(this.#expected, maxTrust * length);
    const larger = Buffer.allocUnsafeSlow(room);
    this.bytes.copy(larger);
    this.#room = larger;
    this.#own = true;
  }
}
