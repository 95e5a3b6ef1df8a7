import { crc32 } from "node:zlib";
import type { JournalEntry } from "../journal.ts";

/**
 * A frame is what one commit writes: it counts as a whole or not at all.
 *
 *     magic 4 · payload length 4 · number of records 4 · CRC-32 of the eight bytes before and the payload 4 · payload
 *
 * and a record in the payload is
 *
 *     length 4 · CRC-32 of what follows 4 · revision 6 · previous revision 6 · time 6 · change 1 · zero 1 ·
 *     type length 2 · id length 2 · type `group/kind` · id `namespace\0name` · the object as JSON
 *
 * The frame's checksum tells a whole commit from a torn one when the log is opened. A record's own is checked whenever
 * it is read back later, so that what decays on the disk meanwhile is neither served nor copied.
 */
export const frameHeaderLength = 16;
const recordHeaderLength = 32;

/** These bytes do not occur in UTF-8: no user's text can look like a frame. */
export const frameMagic: Buffer = Buffer.from([0xff, 0x46, 0x57, 0xfe]);

const smallBuffer = 64 * 1024;
const largeBuffer = 4 * 1024 * 1024;

const changes = ["created", "updated", "deleted"] as const;

/** What a record says before its JSON. */
export interface RecordHead extends Pick<JournalEntry, "revision" | "previous" | "change" | "id"> {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** `group/kind`; the group may be empty. */
  readonly type: string;
}

/** Where a record and its parts are in a buffer. */
export interface RecordView {
  readonly start: number;
  readonly type: number;
  readonly id: number;
  readonly json: number;
  readonly end: number;
}

/** Builds frames one after the other in memory that is used again. */
export class FrameBuilder {
  #buffer = Buffer.allocUnsafe(smallBuffer);
  #length = frameHeaderLength;
  #count = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  get count(): number {
    return this.#count;
  }

  /** Starts the next frame. What `finish` returned before is no longer valid. */
  reset(): void {
    // One huge frame must not hold its memory for ever.
    if (this.#buffer.length > largeBuffer) this.#buffer = Buffer.allocUnsafe(smallBuffer);
    this.#length = frameHeaderLength;
    this.#count = 0;
  }

  /** Returns where the record is in the frame. */
  add(head: RecordHead, json: string): { offset: number; length: number } {
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    this.#reserve(recordHeaderLength + 3 * (head.type.length + head.id.length + json.length));
    const buffer = this.#buffer;
    const offset = this.#length;
    let end = offset + recordHeaderLength;
    const typeLength = buffer.write(head.type, end);
    end += typeLength;
    const idLength = buffer.write(head.id, end);
    end += idLength;
    end += buffer.write(json, end);
    buffer.writeUInt32LE(end - offset, offset);
    buffer.writeUIntLE(head.revision, offset + 8, 6);
    buffer.writeUIntLE(head.previous, offset + 14, 6);
    buffer.writeUIntLE(Math.max(0, Math.trunc(head.time)), offset + 20, 6);
    buffer.writeUInt8(changes.indexOf(head.change) + 1, offset + 26);
    buffer.writeUInt8(0, offset + 27);
    buffer.writeUInt16LE(typeLength, offset + 28);
    buffer.writeUInt16LE(idLength, offset + 30);
    buffer.writeUInt32LE(recordChecksum(buffer, offset, end), offset + 4);
    return this.#added(end - offset);
  }

  /** Adds a record of another frame as it is. */
  addRaw(record: Uint8Array): { offset: number; length: number } {
    this.#reserve(record.byteLength);
    this.#buffer.set(record, this.#length);
    return this.#added(record.byteLength);
  }

  finish(): Buffer {
    const frame = this.#buffer.subarray(0, this.#length);
    frameMagic.copy(frame);
    frame.writeUInt32LE(this.#length - frameHeaderLength, 4);
    frame.writeUInt32LE(this.#count, 8);
    frame.writeUInt32LE(checksum(frame), 12);
    return frame;
  }

  #added(length: number): { offset: number; length: number } {
    const offset = this.#length;
    this.#length += length;
    this.#count += 1;
    return { offset, length };
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** The length of the frame that seems to begin here, from its header; undefined if none does. */
export function frameLength(header: Buffer): number | undefined {
  if (header.length < frameHeaderLength || !header.subarray(0, 4).equals(frameMagic)) return undefined;
  return frameHeaderLength + header.readUInt32LE(4);
}

/** The records of a whole frame; undefined if it is not what was written. */
export function readFrame(frame: Buffer): readonly RecordView[] | undefined {
  if (frame.readUInt32LE(12) !== checksum(frame)) return undefined;
  const records: RecordView[] = [];
  let at = frameHeaderLength;
  while (at < frame.length) {
    const record = recordAt(frame, at);
    if (!record) return undefined;
    records.push(record);
    at = record.end;
  }
  return records.length === frame.readUInt32LE(8) ? records : undefined;
}

/** The record at `start`; undefined if there cannot be one. */
export function recordAt(buffer: Buffer, start: number): RecordView | undefined {
  if (start + recordHeaderLength > buffer.length) return undefined;
  const end = start + buffer.readUInt32LE(start);
  const type = start + recordHeaderLength;
  const id = type + buffer.readUInt16LE(start + 28);
  const json = id + buffer.readUInt16LE(start + 30);
  const known = changes[buffer.readUInt8(start + 26) - 1] !== undefined;
  return known && json <= end && end <= buffer.length ? { start, type, id, json, end } : undefined;
}

/** What a record says before its JSON. */
export function readHead(buffer: Buffer, record: RecordView): RecordHead {
  const { start, type, id, json } = record;
  return {
    revision: revisionOf(buffer, record),
    previous: buffer.readUIntLE(start + 14, 6),
    time: timeOf(buffer, record),
    change: changes[buffer.readUInt8(start + 26) - 1] ?? "updated",
    type: buffer.toString("utf8", type, id),
    id: buffer.toString("utf8", id, json),
  };
}

/** A record's revision alone, which is cheaper than its whole head. */
export function revisionOf(buffer: Buffer, { start }: RecordView): number {
  return buffer.readUIntLE(start + 8, 6);
}

/** A record's time alone, in milliseconds since the epoch. */
export function timeOf(buffer: Buffer, { start }: RecordView): number {
  return buffer.readUIntLE(start + 20, 6);
}

/** Whether a record is what was written, by its own checksum. */
export function isIntact(buffer: Buffer, { start, end }: RecordView): boolean {
  return buffer.readUInt32LE(start + 4) === recordChecksum(buffer, start, end);
}

function recordChecksum(buffer: Buffer, start: number, end: number): number {
  // Beginning with the length makes it count too.
  return crc32(buffer.subarray(start + 8, end), end - start);
}

function checksum(frame: Buffer): number {
  return crc32(frame.subarray(frameHeaderLength), crc32(frame.subarray(4, 12)));
}
