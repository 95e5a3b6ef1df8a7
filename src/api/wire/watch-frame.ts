import { FairwayError } from "../../base/fault.ts";
import { WireReader } from "../../base/wire-reader.ts";
import { WireWriter, wireTypes } from "../../base/wire-writer.ts";

/** The largest frame that Kubernetes' clients take, in bytes. */
export const maxWatchFrame = 16 * 1024 * 1024;

/** One event of a watch in Kubernetes' protobuf: its type, and the object with its envelope. */
export interface WatchFrame {
  readonly type: string;
  readonly object: Uint8Array;
}

/** An event as it stands in the stream: its length in four bytes, then `WatchEvent { type = 1, object = 2 { raw = 1 } }`. */
export function encodeWatchFrame({ type, object }: WatchFrame): Uint8Array {
  const raw = new WireWriter();
  raw.tag(1, wireTypes.bytes);
  raw.bytes(object);
  const event = new WireWriter();
  event.tag(1, wireTypes.bytes);
  event.text(type);
  event.tag(2, wireTypes.bytes);
  event.bytes(raw.finish());
  const message = event.finish();
  const frame = Buffer.allocUnsafe(4 + message.length);
  frame.writeUInt32BE(message.length);
  frame.set(message, 4);
  return frame;
}

/** Cuts a stream into events, however it was cut into chunks on its way. */
export class WatchFrameReader {
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** The events that are whole now; a frame that is too long or malformed is a BadRequest fault. */
  push(chunk: Uint8Array): WatchFrame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: WatchFrame[] = [];
    for (let size = this.#nextSize(); size !== undefined && this.#length >= 4 + size; size = this.#nextSize()) {
      frames.push(decodeEvent(this.#take(4 + size).subarray(4)));
    }
    return frames;
  }

  /** Whether bytes of a frame are there that is not whole: at the end of a stream a fault. */
  get pending(): boolean {
    return this.#length > 0;
  }

  #nextSize(): number | undefined {
    if (this.#length < 4) return undefined;
    const size = this.#joined(4).readUInt32BE(0);
    if (size > maxWatchFrame) {
      throw new FairwayError("BadRequest", `a watch frame must be at most ${maxWatchFrame} bytes long, not ${size}`);
    }
    return size;
  }

  /** The first chunk, made of several if it has not `length` bytes. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= length) return Buffer.from(first.buffer, first.byteOffset, first.length);
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #take(length: number): Uint8Array {
    const first = this.#joined(length);
    this.#chunks[0] = first.subarray(length);
    if (this.#chunks[0].length === 0) this.#chunks.shift();
    this.#length -= length;
    return first.subarray(0, length);
  }
}

function decodeEvent(bytes: Uint8Array): WatchFrame {
  let type = "";
  let object: Uint8Array = new Uint8Array();
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) type = reader.text();
    else if (field === 2 && wireType === wireTypes.bytes) object = rawOf(reader.bytes());
    else reader.skip(wireType);
  }
  return { type, object };
}

function rawOf(bytes: Uint8Array): Uint8Array {
  let raw: Uint8Array = new Uint8Array();
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) raw = reader.bytes();
    else reader.skip(wireType);
  }
  return raw;
}
