import type { Disk, DiskFile } from "./disk.ts";
import { type FileEntry, visitRecords } from "./file-entry.ts";
import type { LogFile } from "./log-file.ts";
import { FrameBuilder } from "./log-frame.ts";
import { encodeHeader, headerLength, type LogHeader } from "./log-header.ts";

/** Frames of about this size are written, each with many records. */
const frameTarget = 256 * 1024;

/** Writes a new log beside the present one. Until it is renamed it is of no account. */
export class LogRewriter {
  readonly #file: DiskFile;
  readonly #frame = new FrameBuilder();
  readonly #entries: FileEntry[] = [];
  #end = headerLength;

  private constructor(file: DiskFile) {
    this.#file = file;
  }

  static async begin(disk: Disk, path: string, header: LogHeader): Promise<LogRewriter> {
    const file = await disk.create(path);
    try {
      await file.write(encodeHeader(header), 0);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new LogRewriter(file);
  }

  /** Copies records as they are. `check` is called between frames and stops the copying by throwing. */
  async copy(source: LogFile, entries: readonly FileEntry[], check = () => {}): Promise<void> {
    for (let first = 0; first < entries.length; ) {
      check();
      let size = 0;
      let last = first;
      while (last < entries.length && size < frameTarget) size += entries[last++]?.length ?? 0;
      const group = entries.slice(first, last);
      await visitRecords(source, group, (entry, bytes, record) => {
        this.#add(entry, bytes.subarray(record.start, record.end));
      });
      await this.#flush();
      first = last;
    }
  }

  #add(entry: FileEntry, record: Uint8Array): void {
    const { offset, length } = this.#frame.addRaw(record);
    this.#entries.push({ ...entry, offset: this.#end + offset, length });
  }

  /** Writes the records added so far as one frame. */
  async #flush(): Promise<void> {
    if (this.#frame.count === 0) return;
    const bytes = this.#frame.finish();
    await this.#file.write(bytes, this.#end);
    this.#end += bytes.byteLength;
    this.#frame.reset();
  }

  /** Makes durable what was copied so far. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  /** Hands the new log over. */
  take(): { file: DiskFile; end: number; entries: FileEntry[] } {
    return { file: this.#file, end: this.#end, entries: this.#entries };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
