import type { Writable } from "node:stream";
import { FairwayError } from "../base/fault.ts";
import { tlsWriteLimit, type WriteTurns } from "./write-turns.ts";

/** Bytes of one message after which others have their turn, though it could go on. */
const bytesInARow = 2 * 1024 * 1024;

/** The bytes of a message, in pieces. */
export type MessageParts = readonly Uint8Array[];

/** How far sending has come. */
export interface WriteProgress {
  /** Writes that the client has taken. */
  readonly writes: number;
  /** The next one is the client's to take; otherwise it waits for its turn. */
  readonly offered: boolean;
}

/** What is being sent, or is to be sent next. */
interface Sending {
  readonly batches: readonly (readonly Uint8Array[])[];
  /** Batches whose writes have begun. */
  begun: number;
  /** Bytes of them that followed each other without a turn of others between. */
  inARow: number;
  /** Called when it is over. */
  readonly over: (error?: FairwayError) => void;
}

/**
 * Writes messages to one stream, each whole before the next, as fast as the client reads. The bytes of a message are
 * never copied: many streams may be sent the same buffers at the same time.
 */
export class MessageWriter {
  readonly #stream: Writable;
  readonly #writeLimit: number;
  readonly #turns: WriteTurns;
  /** The first is under way. */
  readonly #queue: Sending[] = [];
  #midMessage = false;
  #writes = 0;
  #offered = false;

  constructor(stream: Writable, turns: WriteTurns, encrypted: boolean) {
    this.#stream = stream;
    this.#turns = turns;
    this.#writeLimit = encrypted ? tlsWriteLimit : Number.POSITIVE_INFINITY;
  }

  /** A part of a message went out, and the rest did not yet: nothing else can be said on the stream. */
  get midMessage(): boolean {
    return this.#midMessage;
  }

  /** How far sending has come. */
  get progress(): WriteProgress {
    return { writes: this.#writes, offered: this.#offered };
  }

  /**
   * Sends messages, in as few writes as can be. Resolves when the client's flow control has let all of them go out; `over`
   * is called before, also if they cannot be sent.
   */
  send(messages: readonly MessageParts[], over?: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const batches = inBatches(framed(messages), this.#writeLimit);
      const settle = (error?: FairwayError) => {
        over?.();
        if (error) reject(error);
        else resolve();
      };
      this.#queue.push({ batches, begun: 0, inARow: 0, over: settle });
      if (this.#queue.length === 1) this.#goOn();
    });
  }

  /** Resolves when everything given so far was sent, or can no longer be. */
  flushed(): Promise<void> {
    return this.#queue.length === 0 ? Promise.resolve() : this.send([]);
  }

  #goOn(): void {
    const sending = this.#queue[0];
    if (!sending) return;
    const batch = sending.batches[sending.begun];
    this.#midMessage = sending.begun > 0 && batch !== undefined;
    if (!batch) return this.#finish(sending);
    const goesOn = sending.inARow > 0 && sending.inARow < bytesInARow;
    const bytes = bytesOf(batch);
    sending.inARow = (goesOn ? sending.inARow : 0) + bytes;
    sending.begun += 1;
    this.#turns.take(bytes, () => this.#writeBatch(batch), goesOn);
  }

  #finish(sending: Sending, error?: FairwayError): void {
    this.#queue.shift();
    sending.over(error);
    this.#goOn();
  }

  #writeBatch(batch: readonly Uint8Array[]): void {
    const stream = this.#stream;
    if (stream.destroyed || !stream.writable) return this.#written(gone());
    this.#midMessage = true;
    this.#offered = true;
    // Small parts go out in one frame with their neighbours.
    stream.cork();
    const last = batch.length - 1;
    for (let i = 0; i < last; i++) stream.write(batch[i]);
    stream.write(batch[last], (error) => this.#written(error ? gone(error) : undefined));
    stream.uncork();
  }

  #written(error: FairwayError | undefined): void {
    this.#offered = false;
    this.#writes += 1;
    const sending = this.#queue[0];
    if (error && sending) this.#finish(sending, error);
    else this.#goOn();
  }
}

/** All parts, each message preceded by that it is not compressed, and by its length. */
function framed(messages: readonly MessageParts[]): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  for (const parts of messages) {
    // Of memory that is shared with other small things: with some of its own, each would be garbage to be searched for.
    const header = Buffer.allocUnsafe(5);
    header[0] = 0;
    header.writeUInt32BE(bytesOf(parts), 1);
    all.push(header);
    for (const part of parts) if (part.length > 0) all.push(part);
  }
  return all;
}

function bytesOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function gone(cause?: unknown): FairwayError {
  return new FairwayError("Unavailable", "the client is gone", cause === undefined ? {} : { cause });
}

/** The parts in order, in groups of at most `limit` bytes; a part that does not fit is divided, not copied. */
function inBatches(parts: readonly Uint8Array[], limit: number): readonly (readonly Uint8Array[])[] {
  if (bytesOf(parts) <= limit) return parts.length === 0 ? [] : [parts];
  const batches: Uint8Array[][] = [];
  let room = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      if (room === 0) {
        batches.push([]);
        room = limit;
      }
      const piece = part.subarray(at, at + room);
      batches.at(-1)?.push(piece);
      at += piece.length;
      room -= piece.length;
    }
  }
  return batches;
}
