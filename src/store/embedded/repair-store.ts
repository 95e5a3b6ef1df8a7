import { type Clock, systemClock } from "../../base/clock.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { type Ids, randomIds } from "../../base/ids.ts";
import { slotOf } from "../object-identity.ts";
import { firstRevision } from "../revision.ts";
import { lockDirectory } from "./directory-lock.ts";
import type { Disk, DiskFile } from "./disk.ts";
import { diskFault } from "./disk-fault.ts";
import type { FileEntry } from "./file-entry.ts";
import { LogFile } from "./log-file.ts";
import { readHead } from "./log-frame.ts";
import { decodeHeader, headerLength, type LogHeader } from "./log-header.ts";
import { type LogPaths, logPaths } from "./log-paths.ts";
import { LogReader, placeOf } from "./log-reader.ts";
import { LogRewriter } from "./log-rewriter.ts";
import { nodeDisk } from "./node-disk.ts";
import { TypeTable } from "./type-text.ts";

/** Which store is to be repaired. */
export interface RepairOptions {
  /** The data directory of a store that is not running. */
  readonly directory: string;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly disk?: Disk;
}

/** A part of the log that could not be read. */
export interface LostRange {
  readonly offset: number;
  readonly length: number;
  /** The last revision that was read before it; "0" if there is none. */
  readonly afterRevision: string;
}

/** What a repair saved and what it could not. */
export interface RepairReport {
  /** Empty if the log was sound. */
  readonly lost: readonly LostRange[];
  /** How many objects the store holds now. An object whose last change was lost is in the state before it. */
  readonly objects: number;
  /** The damaged log, kept beside the new one; absent if the log was left as it is. */
  readonly backup?: string;
}

/**
 * Saves everything readable of a damaged log into a new one, and keeps the old one beside it. History starts anew, so
 * that no watcher goes on over a gap without noticing; revisions go on beyond every one that may have been lost.
 */
export async function repairStore(options: RepairOptions): Promise<RepairReport> {
  const { disk = nodeDisk, clock = systemClock } = options;
  const paths = logPaths(options.directory);
  const file = await disk.open(paths.log);
  if (!file) throw new FairwayError("NotFound", `there is no store at ${paths.log}`);
  try {
    const lock = lockDirectory(paths, clock.now());
    try {
      return await repairFile(file, disk, paths, options);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw diskFault(error, paths.log);
  } finally {
    await file.close();
  }
}

async function repairFile(file: DiskFile, disk: Disk, paths: LogPaths, options: RepairOptions): Promise<RepairReport> {
  const { clock = systemClock, ids = randomIds } = options;
  const reader = new LogReader(file, await file.size());
  const header = await readHeader(reader, paths.log);
  const { live, newest, lost, end } = await salvage(reader, header === undefined);
  // Remains of an interrupted commit at the end are cut off by the next start, which costs no history.
  if (header && lost.every((range) => range.offset + range.length === end)) return { lost, objects: live.length };
  // No record is shorter than a byte, so this is beyond any revision that was in the lost part.
  const lostBytes = lost.reduce((sum, range) => sum + range.length, 0);
  const revision = Math.max(newest, header?.newest ?? firstRevision) + lostBytes;
  const storeId = header?.storeId ?? ids.uuid();
  const rewriter = await LogRewriter.begin(disk, paths.next, { storeId, compacted: revision, newest: revision });
  try {
    await rewriter.copy(new LogFile(file, paths.log, { end: reader.size, size: reader.size }), live);
    await rewriter.sync();
  } finally {
    await rewriter.close();
  }
  const backup = `${paths.log}.damaged-${new Date(clock.now()).toISOString().replaceAll(":", "")}`;
  await disk.link(paths.log, backup);
  await disk.rename(paths.next, paths.log);
  await disk.syncDirectory(paths.directory);
  return { lost, objects: live.length, backup };
}

/** Undefined if the header is damaged. A log of another format version is not ours to repair. */
async function readHeader(reader: LogReader, path: string): Promise<LogHeader | undefined> {
  try {
    return decodeHeader(await reader.view(0, headerLength), path);
  } catch (fault) {
    if (isFault(fault, "StoreCorrupt")) return undefined;
    throw fault;
  }
}

/** The last readable state of every object, and what was passed over on the way. */
async function salvage(reader: LogReader, headerLost: boolean) {
  const types = new TypeTable();
  const last = new Map<string, FileEntry>();
  const lost: LostRange[] = headerLost ? [{ offset: 0, length: headerLength, afterRevision: "0" }] : [];
  let newest = 0;
  let position = headerLength;
  for (;;) {
    const frame = (await reader.frame(position)) ?? (await reader.findFrame(position + 1));
    const next = frame?.position ?? (await reader.contentEnd(position));
    if (next > position) lost.push({ offset: position, length: next - position, afterRevision: String(newest) });
    position = next;
    if (!frame) break;
    for (const record of frame.records) {
      const head = readHead(frame.bytes, record);
      const { revision, previous, change, id } = head;
      const type = types.get(head.type);
      const { offset, length } = placeOf(frame, record);
      const entry = { revision, previous, change, type, id, offset, length };
      const slot = slotOf(type, id);
      if (revision > (last.get(slot)?.revision ?? 0)) last.set(slot, entry);
      newest = Math.max(newest, revision);
    }
    position += frame.length;
  }
  const live = [...last.values()].filter((entry) => entry.change !== "deleted").sort((a, b) => a.revision - b.revision);
  return { live, newest, lost, end: position };
}
