import type { DiskFile } from "./disk.ts";
import { frameHeaderLength, frameLength, frameMagic, type RecordView, readFrame } from "./log-frame.ts";

const chunkLength = 4 * 1024 * 1024;

/** A frame in the file and its bytes, which are valid until the next read. */
export interface FrameView {
  readonly position: number;
  readonly length: number;
  readonly bytes: Buffer;
  readonly records: readonly RecordView[];
}

/** Where a record of a frame is in the file. */
export function placeOf(frame: FrameView, record: RecordView): { offset: number; length: number } {
  return { offset: frame.position + record.start, length: record.end - record.start };
}

/** Reads a log from its front to its end in large pieces. */
export class LogReader {
  readonly #file: DiskFile;
  readonly size: number;
  #chunk = Buffer.alloc(0);
  #chunkAt = 0;

  constructor(file: DiskFile, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Up to `length` bytes from `position`, fewer at the end of the file. Valid until the next call. */
  async view(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    if (position < this.#chunkAt || end > this.#chunkAt + this.#chunk.length) {
      const size = Math.min(Math.max(length, chunkLength), this.size - position);
      const buffer = this.#chunk.length === size ? this.#chunk : Buffer.allocUnsafe(Math.max(0, size));
      const count = await this.#file.read(buffer, position);
      this.#chunk = buffer.subarray(0, count);
      this.#chunkAt = position;
    }
    return this.#chunk.subarray(position - this.#chunkAt, end - this.#chunkAt);
  }

  /** The frame at `position`, or undefined if there is no sound one. */
  async frame(position: number): Promise<FrameView | undefined> {
    const length = frameLength(await this.view(position, frameHeaderLength));
    if (length === undefined || position + length > this.size) return undefined;
    const bytes = await this.view(position, length);
    const records = bytes.length === length ? readFrame(bytes) : undefined;
    return records && { position, length, bytes, records };
  }

  /** The first sound frame at or after `from`, wherever it begins. */
  async findFrame(from: number): Promise<FrameView | undefined> {
    let position = from;
    while (position < this.size) {
      const bytes = await this.view(position, chunkLength);
      const found = bytes.indexOf(frameMagic);
      if (found < 0) {
        // The magic may straddle the end of this piece.
        position += Math.max(1, bytes.length - frameMagic.length + 1);
        continue;
      }
      const frame = await this.frame(position + found);
      if (frame) return frame;
      position += found + 1;
    }
    return undefined;
  }

  /** The position after the last byte from `from` on that is not zero; `from` if there is none. */
  async contentEnd(from: number): Promise<number> {
    const zeros = Buffer.alloc(Math.min(chunkLength, Math.max(0, this.size - from)));
    let end = from;
    for (let position = from; position < this.size; ) {
      const bytes = await this.view(position, chunkLength);
      if (bytes.length === 0) break;
      if (!bytes.equals(zeros.subarray(0, bytes.length))) {
        end = position + bytes.findLastIndex((byte) => byte !== 0) + 1;
      }
      position += bytes.length;
    }
    return end;
  }
}
