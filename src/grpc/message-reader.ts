import type { Readable } from "node:stream";
import { FairwayError } from "../base/fault.ts";

const headerLength = 5;

/** How messages are read. */
export interface MessageReaderOptions {
  /** Longest message that is taken. */
  readonly maxBytes: number;
  /** What the client announced that it compresses by, for the words in which that is refused. Default: nothing. */
  readonly encoding?: string;
  /** Called with the first message. */
  readonly begun?: () => void;
}

const events = ["readable", "end", "close", "error"] as const;

const end: IteratorResult<Buffer> = { done: true, value: undefined };

/**
 * The messages of a stream, one after the other: each is preceded by a byte that says whether it is compressed and by its
 * length. Reads no further than the message that is asked for, so that a client cannot make the server hold more. A
 * stream that breaks off ends without an error: that is told elsewhere. Compressed messages are refused.
 *
 * There is a message for each that is sent, so that this is not made of generators: what they cost was a third of it.
 */
export class MessageReader implements AsyncIterableIterator<Buffer> {
  readonly #stream: Readable;
  readonly #options: MessageReaderOptions;
  readonly #pending = new PendingBytes();
  #waiting: PromiseWithResolvers<IteratorResult<Buffer>> | undefined;
  #listening = false;
  #begun = false;
  #over = false;

  constructor(stream: Readable, options: MessageReaderOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next message; one is asked for at a time. */
  next(): Promise<IteratorResult<Buffer>> {
    if (!this.#listening && !this.#over) this.#listen();
    this.#waiting ??= Promise.withResolvers();
    const { promise } = this.#waiting;
    this.#look();
    return promise;
  }

  /** Nothing more is read. */
  async return(): Promise<IteratorResult<Buffer>> {
    this.#finish();
    this.#settle(end);
    return end;
  }

  /** Gives who waits what there is for it. */
  readonly #look = (): void => {
    if (!this.#waiting) return;
    try {
      const result = this.#over ? end : this.#read();
      if (!result) return;
      if (result.done) this.#finish();
      this.#settle(result);
    } catch (error) {
      this.#finish();
      this.#waiting.reject(error);
      this.#waiting = undefined;
    }
  };

  /** The next message, or the end; undefined if neither is there yet. */
  #read(): IteratorResult<Buffer> | undefined {
    for (;;) {
      const message = next(this.#pending, this.#options);
      if (message) {
        if (!this.#begun) this.#options.begun?.();
        this.#begun = true;
        return { done: false, value: message };
      }
      const chunk: Buffer | null = this.#stream.destroyed ? null : this.#stream.read();
      if (chunk) this.#pending.push(chunk);
      else if (this.#stream.destroyed) return end;
      else if (this.#stream.readableEnded) {
        if (this.#pending.bytes.length === 0) return end;
        throw new FairwayError("BadRequest", "the stream ended in the middle of a message");
      } else return undefined;
    }
  }

  /** Not before somebody reads: who listens keeps a stream from being discarded by others. */
  #listen(): void {
    this.#listening = true;
    for (const event of events) this.#stream.on(event, this.#look);
  }

  #settle(result: IteratorResult<Buffer>): void {
    this.#waiting?.resolve(result);
    this.#waiting = undefined;
  }

  #finish(): void {
    this.#over = true;
    for (const event of events) this.#stream.off(event, this.#look);
  }
}

function next(pending: PendingBytes, options: MessageReaderOptions): Buffer | undefined {
  const { bytes } = pending;
  if (bytes.length < headerLength) return undefined;
  const whole = headerLength + messageLength(bytes, options);
  return bytes.length < whole ? undefined : pending.take(whole).subarray(headerLength);
}

function messageLength(bytes: Buffer, { maxBytes, encoding = "" }: MessageReaderOptions): number {
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
