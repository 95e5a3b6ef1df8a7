import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Clock, systemClock } from "./clock.ts";
import { DirectoryWatcher, type FoundDirectory } from "./directory-watcher.ts";

export interface FileWatcherOptions {
  readonly file: string;
  /** Told the content whenever it differs from what was told before; undefined if the file is not there. */
  readonly changed: (content: Uint8Array | undefined) => void;
  /** Milliseconds without a further change after which the file is read; default 50. */
  readonly quiet?: number;
  /** Milliseconds after which the file is read although no change was noticed; default 10,000. */
  readonly poll?: number;
  readonly clock?: Clock;
}

/**
 * Follows the content of one file, also where it is a link that comes to lead elsewhere, as in a mounted ConfigMap, and
 * where it is replaced by renaming another.
 */
export class FileWatcher {
  readonly #options: Required<FileWatcherOptions>;
  readonly #file: string;
  readonly #watcher: DirectoryWatcher;
  #content: Uint8Array | undefined;
  #cancelQuiet: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #reading: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: FileWatcherOptions) {
    this.#options = { quiet: 50, poll: 10_000, clock: systemClock, ...options };
    this.#file = resolve(options.file);
    this.#watcher = new DirectoryWatcher(() => this.#soon());
  }

  /** Reads the file now; resolves when its content was told if it differs. */
  read(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelQuiet?.();
    this.#cancelPoll?.();
    this.#watcher.close();
    await this.#reading;
  }

  async #read(): Promise<void> {
    if (this.#closed) return;
    this.#cancelPoll?.();
    // Before reading: what changes from here on is noticed.
    const directories = await this.#directories();
    if (!this.#closed) this.#watcher.set(directories);
    const content = await readFile(this.#file).catch(() => undefined);
    if (this.#closed) return;
    if (!sameBytes(content, this.#content)) {
      this.#content = content;
      this.#options.changed(content);
    }
    const { clock, poll } = this.#options;
    this.#cancelPoll = clock.after(poll, () => void this.read());
  }

  /** Where the name is, and where what it leads to is. */
  async #directories(): Promise<FoundDirectory[]> {
    const target = await realpath(this.#file).catch(() => this.#file);
    const found = [...new Set([dirname(this.#file), dirname(target)])].map(async (absolute) => {
      const stats = await stat(absolute, { bigint: true }).catch(() => undefined);
      return stats ? [{ absolute, identity: `${stats.dev}:${stats.ino}` }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  #soon(): void {
    if (this.#closed) return;
    const { clock, quiet } = this.#options;
    this.#cancelQuiet?.();
    this.#cancelQuiet = clock.after(quiet, () => void this.read());
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
