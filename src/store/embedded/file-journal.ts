import type { Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import type { Change, Journal, JournalEntry, JournalRecord, StagedChange } from "../journal.ts";
import { positionAfter, RevisionIndex } from "../revision-index.ts";
import type { Disk } from "./disk.ts";
import { diskFault } from "./disk-fault.ts";
import { type FileEntry, parseObject, visitRecords } from "./file-entry.ts";
import { LogFile } from "./log-file.ts";
import { FrameBuilder, type RecordHead, timeOf } from "./log-frame.ts";
import { headerLength, type LogHeader } from "./log-header.ts";
import type { LogPaths } from "./log-paths.ts";
import { LogRewriter } from "./log-rewriter.ts";
import { SerialTasks } from "./serial-tasks.ts";
import { formatType } from "./type-text.ts";

/** Milliseconds after which a compaction that was not worth it is considered anew. */
const reconsiderAfter = 60_000;

/** As many changes may be left to copy while writers have to wait. */
const fewChanges = 64;

/** A log that was opened. */
export interface OpenLog {
  readonly header: LogHeader;
  readonly log: LogFile;
  readonly entries: FileEntry[];
}

/** What the journal works with, and whom it tells. */
export interface FileJournalOptions {
  readonly disk: Disk;
  readonly paths: LogPaths;
  readonly clock: Clock;
  /** Bytes that a compaction must win to be worth it, besides winning more than it leaves. */
  readonly minReclaim: number;
  /** Brings an object that is read back into the form in which it is handed out. */
  readonly restore: (resource: Resource) => Resource;
  /** Called after a compaction in the background. */
  readonly compacted: (bytesBefore: number, bytesAfter: number) => void;
  readonly compactionFailed: (fault: FairwayError) => void;
  /** Called when the file is closed. */
  readonly release: () => void;
}

/** The journal in a file: durable when `append` resolves, with all that is older read back on demand. */
export class FileJournal implements Journal {
  readonly #options: FileJournalOptions;
  readonly #frame = new FrameBuilder();
  /** Appends, and the moment in which a compaction puts the new file in the old one's place. */
  readonly #turns = new SerialTasks();
  readonly #compactions = new SerialTasks();
  #header: LogHeader;
  #log: LogFile;
  #index: RevisionIndex<FileEntry>;
  /** Bytes of records that no current object needs. */
  #superseded: number;
  #reclaiming = false;
  #reconsider = { superseded: 0, time: Number.NEGATIVE_INFINITY };
  #closed = false;

  constructor(options: FileJournalOptions, opened: OpenLog) {
    this.#options = options;
    this.#header = opened.header;
    this.#log = opened.log;
    this.#index = new RevisionIndex(opened.entries);
    const live = this.#index.retained(Number.POSITIVE_INFINITY);
    this.#superseded = bytesOf(opened.entries) - bytesOf(live);
  }

  get compacted(): number {
    return this.#header.compacted;
  }

  get entries(): readonly FileEntry[] {
    return this.#index.entries;
  }

  append(staged: readonly StagedChange[]): Promise<void> {
    return this.#turns.run(async () => {
      this.#frame.reset();
      const places = staged.map(({ change, text }) => this.#frame.add(headOf(change), text));
      const position = await this.#log.append(this.#frame.finish());
      staged.forEach(({ change }, i) => {
        const { offset = 0, length = 0 } = places[i] ?? {};
        this.#add({ ...entryOf(change), offset: position + offset, length });
      });
    });
  }

  async load(revisions: readonly number[]): Promise<readonly JournalRecord[]> {
    this.#refuseIfClosed();
    const entries = revisions.map((revision) => this.#index.get(revision));
    const records = new Map<number, JournalRecord>();
    const inFileOrder = [...entries].sort((a, b) => a.offset - b.offset);
    await visitRecords(this.#log, inFileOrder, (entry, bytes, record) => {
      const time = timeOf(bytes, record);
      const resource = this.#options.restore(parseObject(entry, bytes, record));
      records.set(entry.revision, { ...entryOf(entry), time, resource });
    });
    return revisions.map((revision) => records.get(revision) as JournalRecord);
  }

  compact(upTo: number): Promise<void> {
    return this.#compactions.run(async () => {
      if (upTo <= this.compacted) return;
      this.#refuseIfClosed();
      try {
        await this.#rewrite(upTo);
      } catch (error) {
        await this.#options.disk.remove(this.#options.paths.next).catch(() => undefined);
        throw diskFault(error, this.#options.paths.next);
      }
    });
  }

  reclaim(upTo: number): void {
    if (this.#reclaiming || upTo <= this.compacted || !this.#worthLooking()) return;
    const now = this.#options.clock.monotonic();
    this.#reconsider = { superseded: this.#superseded + this.#options.minReclaim / 2, time: now + reconsiderAfter };
    const total = bytesOf(this.#index.entries);
    const kept = bytesOf(this.#index.retained(upTo));
    if (total - kept < Math.max(this.#options.minReclaim, kept)) return;
    this.#reclaiming = true;
    const bytesBefore = this.#log.end;
    void this.compact(upTo)
      .then(() => this.#options.compacted(bytesBefore, this.#log.end))
      .catch((fault) => {
        if (!this.#closed) this.#options.compactionFailed(FairwayError.from(fault));
      })
      .finally(() => {
        this.#reclaiming = false;
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    try {
      await this.#compactions.run(async () => undefined);
      await this.#turns.run(() => this.#log.close({ cut: true }));
    } finally {
      this.#options.release();
    }
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw new FairwayError("Unavailable", "the store is closed");
  }

  /** Whether a compaction could be worth it, by what is known without a walk over the entries. */
  #worthLooking(): boolean {
    const live = this.#log.end - headerLength - this.#superseded;
    if (this.#superseded < Math.max(this.#options.minReclaim, live)) return false;
    const { superseded, time } = this.#reconsider;
    return this.#superseded >= superseded || this.#options.clock.monotonic() >= time;
  }

  #newestEntry(): number {
    return this.#index.entries.at(-1)?.revision ?? 0;
  }

  #add(entry: FileEntry): void {
    if (entry.previous !== 0) this.#superseded += this.#index.find(entry.previous)?.length ?? 0;
    if (entry.change === "deleted") this.#superseded += entry.length;
    this.#index.add(entry);
  }

  /** Writers go on while the bulk is copied, and wait only for the last few changes and the change of files. */
  async #rewrite(upTo: number): Promise<void> {
    const { disk, paths } = this.#options;
    const header = { ...this.#header, compacted: upTo, newest: Math.max(this.#newestEntry(), this.#header.newest) };
    const rewriter = await LogRewriter.begin(disk, paths.next, header);
    try {
      // Writers may have been at work since: what counts as copied must be read together with what is copied.
      let copied = this.#newestEntry();
      await rewriter.copy(this.#log, this.#index.retained(upTo), () => this.#refuseIfClosed());
      const rest = () => this.#index.entries.slice(positionAfter(this.#index.entries, copied));
      const catchUp = async (entries: readonly FileEntry[]) => {
        await rewriter.copy(this.#log, entries);
        copied = entries.at(-1)?.revision ?? copied;
      };
      for (let i = 0; i < 8 && rest().length > fewChanges; i++) await catchUp(rest());
      await rewriter.sync();
      await this.#turns.run(async () => {
        await catchUp(rest());
        await this.#changeFiles(header, rewriter);
      });
    } catch (error) {
      await rewriter.close();
      throw error;
    }
  }

  async #changeFiles(header: LogHeader, rewriter: LogRewriter): Promise<void> {
    const { disk, paths } = this.#options;
    await rewriter.sync();
    await disk.rename(paths.next, paths.log);
    const { file, end, entries } = rewriter.take();
    const former = { log: this.#log, bytes: bytesOf(this.#index.entries) };
    // The old file may come back after a power cut as long as the directory is not durable, so nothing may be
    // acknowledged that only the new one has.
    const prepare = () => disk.syncDirectory(paths.directory);
    this.#log = new LogFile(file, paths.log, { end, size: end, prepare });
    this.#index = new RevisionIndex(entries);
    this.#header = header;
    // All that was left behind was superseded.
    this.#superseded -= former.bytes - bytesOf(entries);
    this.#reconsider = { superseded: 0, time: Number.NEGATIVE_INFINITY };
    void former.log.close({ cut: false }).catch(() => undefined);
    await this.#log.makeReady().catch(() => undefined);
  }
}

function headOf({ revision, previous, time, change, type, id }: Change): RecordHead {
  return { revision, previous, time, change, type: formatType(type), id };
}

function entryOf({ revision, previous, change, type, id }: JournalEntry): JournalEntry {
  return { revision, previous, change, type, id };
}

function bytesOf(entries: readonly FileEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.length, 0);
}
