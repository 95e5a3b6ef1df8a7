import type { Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { deepFreeze } from "../../base/json.ts";
import type { JournalEntry } from "../journal.ts";
import type { LogFile } from "./log-file.ts";
import { isIntact, type RecordView, recordAt, revisionOf } from "./log-frame.ts";

/** An entry and where its record is in the log. */
export interface FileEntry extends JournalEntry {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that are read at once. */
const readLength = 1024 * 1024;

/** Reading over a gap of this size is cheaper than a read of its own. */
const smallGap = 64 * 1024;

/** Takes a record while its bytes are there. */
export type RecordVisitor = (entry: FileEntry, bytes: Buffer, record: RecordView) => void;

/** Hands the records of `entries` to `visit`; those that follow each other in the file are read together. */
export function visitRecords(log: LogFile, entries: readonly FileEntry[], visit: RecordVisitor): Promise<void> {
  return log.hold(() => visitPieces(log, entries, visit));
}

async function visitPieces(log: LogFile, entries: readonly FileEntry[], visit: RecordVisitor): Promise<void> {
  for (let first = 0; first < entries.length; ) {
    const start = (entries[first] as FileEntry).offset;
    let last = first;
    for (let next = entries[last + 1]; next; next = entries[last + 1]) {
      const end = endOf(entries[last] as FileEntry);
      if (next.offset < end || next.offset - end > smallGap || endOf(next) - start > readLength) break;
      last += 1;
    }
    const bytes = await log.read(start, endOf(entries[last] as FileEntry) - start);
    for (; first <= last; first++) {
      const entry = entries[first] as FileEntry;
      const record = recordAt(bytes, entry.offset - start);
      const right = record && revisionOf(bytes, record) === entry.revision && isIntact(bytes, record);
      if (!right) throw unreadable(entry);
      visit(entry, bytes, record);
    }
  }
}

/** The object in a record. */
export function parseObject(entry: FileEntry, bytes: Buffer, record: RecordView): Resource {
  try {
    return deepFreeze(JSON.parse(bytes.toString("utf8", record.json, record.end)) as Resource);
  } catch (error) {
    throw unreadable(entry, error);
  }
}

function endOf(entry: FileEntry): number {
  return entry.offset + entry.length;
}

function unreadable(entry: FileEntry, cause?: unknown): FairwayError {
  const message = `the record of revision ${entry.revision} at offset ${entry.offset} of the store has decayed on the disk: it is not what was written`;
  return new FairwayError("StoreCorrupt", message, { cause });
}
