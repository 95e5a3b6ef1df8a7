import type { DiskFile } from "./disk.ts";
import { diskFault } from "./disk-fault.ts";

/** How far ahead of the end the file is filled with zeros. */
const growth = 1024 * 1024;

/** Frames up to this size profit from room that was made ahead; for larger ones it would only double the writing. */
const smallFrame = 32 * 1024;

/** What is known of a file when it is taken over. */
export interface LogFileFacts {
  /** Everything before is durable and sound. */
  readonly end: number;
  /** Length of the file; what is behind `end` are zeros, unless the file is torn. */
  readonly size: number;
  /** Behind `end` there are remains of a frame that was never acknowledged. */
  readonly torn?: boolean;
  /** What must succeed before anything is appended. */
  readonly prepare?: () => Promise<void>;
}

/**
 * The log's file as something to append to. It keeps room ahead of its end, because writing into blocks that the file
 * has already spares the file system the journal entry that growing it would cost with each commit.
 */
export class LogFile {
  readonly #file: DiskFile;
  readonly #path: string;
  #end: number;
  /** Up to here the file has its blocks. */
  #allocated: number;
  #growing: Promise<void> | undefined;
  /** No room is made ahead before the log has come this far. */
  #growFrom = 0;
  /** What is due before the next frame. */
  #due: (() => Promise<void>) | undefined;
  #readers = 0;
  #idle: (() => void) | undefined;

  constructor(file: DiskFile, path: string, facts: LogFileFacts) {
    this.#file = file;
    this.#path = path;
    this.#end = facts.end;
    this.#allocated = facts.size;
    this.#due = facts.torn ? () => this.#cutBack() : facts.prepare;
  }

  /** The durable length. */
  get end(): number {
    return this.#end;
  }

  /** Resolves to the frame's position once it is durable. After a fault the file is cut back before the next one. */
  async append(frame: Uint8Array): Promise<number> {
    const position = this.#end;
    await this.makeReady();
    try {
      if (position + frame.byteLength > this.#allocated) await this.#growing;
      await this.#file.writeDurably(frame, position);
    } catch (error) {
      this.#due = () => this.#cutBack();
      throw diskFault(error, this.#path);
    }
    this.#end = position + frame.byteLength;
    this.#allocated = Math.max(this.#allocated, this.#end);
    if (frame.byteLength <= smallFrame) this.#growAhead();
    return position;
  }

  /** Does what is due before the next frame. A fault leaves it due. */
  async makeReady(): Promise<void> {
    if (!this.#due) return;
    try {
      await this.#due();
    } catch (error) {
      throw diskFault(error, this.#path);
    }
    this.#due = undefined;
  }

  /** Bytes from inside the durable part. */
  async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    try {
      return buffer.subarray(0, await this.#file.read(buffer, position));
    } catch (error) {
      throw diskFault(error, this.#path);
    }
  }

  /** Does work that reads the file, which is not closed before it ends. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#readers += 1;
    try {
      return await work();
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0) this.#idle?.();
    }
  }

  /** Waits for those who hold the file and closes it. `cut` gives back the room that was not needed. */
  async close(options: { readonly cut: boolean }): Promise<void> {
    await this.#growing;
    if (this.#readers > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    // A file that cannot be cut any more is sound all the same.
    if (options.cut) await this.#file.truncate(this.#end).catch(() => undefined);
    await this.#file.close();
  }

  async #cutBack(): Promise<void> {
    await this.#growing;
    await this.#file.truncate(this.#end);
    await this.#file.sync();
    this.#allocated = this.#end;
  }

  #growAhead(): void {
    const enough = this.#allocated - this.#end >= growth / 2;
    if (!enough && this.#end >= this.#growFrom) this.#growing ??= this.#grow();
  }

  async #grow(): Promise<void> {
    const from = this.#allocated;
    try {
      await this.#file.writeDurably(Buffer.alloc(growth), from);
      this.#allocated = from + growth;
    } catch {
      // Room ahead is a convenience. On a disk that is nearly full it must not take the last bytes, nor try all the time.
      this.#growFrom = this.#end + growth;
      await this.#file.truncate(from).catch(() => undefined);
    } finally {
      this.#growing = undefined;
    }
  }
}
