import { type FSWatcher, watch } from "node:fs";

/** A directory, and which one it is: a path may come to name another directory. */
export interface FoundDirectory {
  readonly absolute: string;
  readonly identity: string;
}

/**
 * Notices changes in a set of directories. It may miss some and may fire for nothing: who uses it looks for himself, and
 * also from time to time without being called.
 */
export class DirectoryWatcher {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches these directories and no others. */
  set(directories: readonly FoundDirectory[]): void {
    const wanted = new Map(directories.map((found) => [`${found.identity} ${found.absolute}`, found.absolute]));
    for (const [key, watcher] of this.#watchers) {
      if (wanted.has(key)) continue;
      watcher.close();
      this.#watchers.delete(key);
    }
    for (const [key, absolute] of wanted) {
      if (!this.#watchers.has(key)) this.#open(key, absolute);
    }
  }

  close(): void {
    this.set([]);
  }

  #open(key: string, absolute: string): void {
    try {
      const watcher = watch(absolute, { persistent: false }, this.#changed);
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(key);
        this.#changed();
      });
      this.#watchers.set(key, watcher);
    } catch {
      // Gone again, or the system has no watches left: the next look from time to time finds what changed.
    }
  }
}
