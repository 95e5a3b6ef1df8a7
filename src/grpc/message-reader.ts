import type { Readable } from "node:stream";
import { FairwayError } from "../base/fault.ts";
import { PendingBytes } from "./pending-bytes.ts";

const headerLength = 5;

/** How messages are read. */
export interface ReadOptions {
  /** Longest message that is taken. */
  readonly maxBytes: number;
  /** What the client says that it compresses with. Default: nothing. */
  readonly encoding?: string;
  /** Called with each message. */
  readonly arrived?: () => void;
}

/** Who has asked for a message. */
interface Asking {
  readonly resolve: (result: IteratorResult<Buffer, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const atEnd = { value: undefined, done: true } as const;

/**
 * The messages of a stream, one after the other: each is preceded by a byte that says whether it is compressed and by its
 * length. What comes while nobody asks for a message is left with the client but for one piece, so that it cannot make the
 * server hold more. The bytes of a message are there until the next one is asked for, and may be gone then; only one may be
 * asked for at a time. A stream that breaks off ends without an error: that is told elsewhere. Compressed messages are
 * refused, by the name of the `encoding` that the client announced.
 *
 * An iterator of its own, which hears of data at once: the stream's, and a generator around it, cost several promises and
 * turns of the queue more for each message.
 */
export class MessageReader implements AsyncIterableIterator<Buffer, undefined> {
  readonly #stream: Readable;
  readonly #options: ReadOptions;
  readonly #pending = new PendingBytes();
  #asking: Asking | undefined;
  #begun = false;
  #over = false;

  constructor(stream: Readable, options: ReadOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Buffer, undefined>> {
    return new Promise((resolve, reject) => {
      this.#pending.letGo();
      this.#asking = { resolve, reject };
      this.#answer();
      if (!this.#asking) return;
      if (this.#over || this.#stream.destroyed || this.#stream.readableEnded) this.#end();
      else if (!this.#begun) this.#begin();
      else if (this.#stream.isPaused()) this.#stream.resume();
    });
  }

  /** Reads no more. Who has asked for a message is told that there is none. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#stop();
    this.#asking?.resolve(atEnd);
    this.#asking = undefined;
    return atEnd;
  }

  #begin(): void {
    this.#begun = true;
    const stream = this.#stream;
    for (const event of ["end", "close", "error"]) stream.on(event, this.#end);
    stream.on("data", this.#take);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#pending.push(chunk);
    if (this.#asking) this.#answer();
    else this.#stream.pause();
  };

  /** Gives on a message, if there is one and somebody asks for it. */
  #answer(): void {
    const asking = this.#asking;
    if (!asking) return;
    try {
      const value = this.#over ? undefined : next(this.#pending, this.#options);
      if (!value) return;
      this.#asking = undefined;
      this.#options.arrived?.();
      asking.resolve({ value, done: false });
    } catch (error) {
      this.#asking = undefined;
      this.#stop();
      asking.reject(error);
    }
  }

  readonly #end = (): void => {
    const asking = this.#asking;
    if (!asking) return;
    this.#asking = undefined;
    const isCut = !this.#over && this.#pending.bytes.length > 0 && !this.#stream.destroyed;
    this.#stop();
    if (isCut) asking.reject(new FairwayError("BadRequest", "the stream ended in the middle of a message"));
    else asking.resolve(atEnd);
  };

  #stop(): void {
    if (this.#over) return;
    this.#over = true;
    if (!this.#begun) return;
    const stream = this.#stream;
    for (const event of ["end", "close", "error"]) stream.off(event, this.#end);
    stream.off("data", this.#take);
    stream.pause();
  }
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
