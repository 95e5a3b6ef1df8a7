import { FairwayError } from "../../base/fault.ts";
import { positionAfter } from "../revision-index.ts";
import type { DiskFile } from "./disk.ts";
import type { FileEntry } from "./file-entry.ts";
import { readHead, revisionOf } from "./log-frame.ts";
import { decodeHeader, headerLength, type LogHeader } from "./log-header.ts";
import { type FrameView, LogReader, placeOf } from "./log-reader.ts";
import { TypeTable } from "./type-text.ts";

/** What opening a log found out. */
export interface ScannedLog {
  readonly header: LogHeader;
  readonly entries: FileEntry[];
  /** The newest revision, counting those that were forgotten. */
  readonly newest: number;
  /** Where the next frame goes. */
  readonly end: number;
  readonly size: number;
  /** Bytes behind the end that are remains of a frame; 0 if the log ends cleanly. */
  readonly tornBytes: number;
  /** The newest revision such that it and all before it were made before `oldTime`. */
  readonly aged: number;
}

/**
 * Reads a whole log and checks every frame. A last frame that is torn was never acknowledged, and is left out. A bad one
 * that sound ones follow means that acknowledged data is damaged: that is a StoreCorrupt fault.
 */
export async function scanLog(file: DiskFile, path: string, oldTime: number): Promise<ScannedLog> {
  const size = await file.size();
  const reader = new LogReader(file, size);
  const header = decodeHeader(await reader.view(0, headerLength), path);
  const collector = new EntryCollector(header.newest, oldTime);
  let end = headerLength;
  for (let frame = await reader.frame(end); frame; frame = await reader.frame(end)) {
    if (!collector.add(frame)) throw corrupt(path, end, collector.last, "its revisions are out of order");
    end += frame.length;
  }
  const contentEnd = await reader.contentEnd(end);
  const later = contentEnd > end ? await reader.findFrame(end + 1) : undefined;
  if (later) {
    const first = later.records[0] ? revisionOf(later.bytes, later.records[0]) : 0;
    throw corrupt(path, end, collector.last, `sound data follows at offset ${later.position}, revision ${first}`);
  }
  const { entries, newest, aged } = collector;
  return { header, entries, newest, end, size, tornBytes: contentEnd - end, aged };
}

function corrupt(path: string, offset: number, lastGood: number, finding: string): FairwayError {
  const message = `${path} is damaged at offset ${offset}, after revision ${lastGood}: ${finding}. Restore a backup, or run \`fairway store repair\``;
  return new FairwayError("StoreCorrupt", message);
}

/** Makes entries of the records of a log, from its first frame to its last. */
class EntryCollector {
  readonly entries: FileEntry[] = [];
  readonly #types = new TypeTable();
  readonly #oldTime: number;
  newest: number;
  aged = 0;
  #aging = true;

  constructor(newest: number, oldTime: number) {
    this.newest = newest;
    this.#oldTime = oldTime;
  }

  /** The last revision that was read. */
  get last(): number {
    return this.entries.at(-1)?.revision ?? 0;
  }

  /** False if the frame does not continue the log. */
  add(frame: FrameView): boolean {
    for (const record of frame.records) {
      const head = readHead(frame.bytes, record);
      const { revision, previous, change, time } = head;
      if (revision <= this.last) return false;
      this.#aging &&= time < this.#oldTime;
      if (this.#aging) this.aged = revision;
      const type = this.#types.get(head.type);
      // All entries of an object share one text.
      const id = this.#before(previous)?.id ?? head.id;
      const { offset, length } = placeOf(frame, record);
      this.entries.push({ revision, previous, change, type, id, offset, length });
    }
    this.newest = Math.max(this.newest, this.last);
    return true;
  }

  #before(previous: number): FileEntry | undefined {
    if (previous === 0) return undefined;
    const entry = this.entries[positionAfter(this.entries, previous - 1)];
    return entry?.revision === previous ? entry : undefined;
  }
}
