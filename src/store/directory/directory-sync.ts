import { lstat, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { formatKey, type KindCatalog, keyOf, type SourceProblem } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { DirectoryWatcher, type FoundDirectory } from "../../base/directory-watcher.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { ResourceStore, Watch, WatchEvent } from "../../core/index.ts";
import { applyWanted, isAsWanted } from "./apply-wanted.ts";
import { type DirectoryScan, scanDirectory } from "./scan-directory.ts";
import { sourceOf } from "./source-annotation.ts";
import { type FileReader, type Wanted, WantedObjects } from "./wanted-objects.ts";

/** As DirectoryStoreOptions, with all defaults filled in. */
export interface DirectorySyncOptions {
  readonly store: ResourceStore;
  readonly directory: string;
  readonly read: FileReader;
  readonly clock: Clock;
  /** Milliseconds without a further change after which files are read. */
  readonly quiet: number;
  /** Milliseconds after which files are looked at although no change was noticed. */
  readonly poll: number;
  /** Told the problems of a file whenever they change; none once it is mended. "" is the directory itself. */
  readonly report: (file: string, problems: readonly SourceProblem[]) => void;
  /** Told of faults of the store; what could not be done is tried again. */
  readonly fault: (fault: FairwayError) => void;
}

/** Keeps a store equal to a directory of files. */
export class DirectorySync {
  readonly #options: DirectorySyncOptions;
  readonly #root: string;
  readonly #objects: WantedObjects;
  readonly #watcher: DirectoryWatcher;
  #wanted: Wanted | undefined;
  /** The files and kinds with which the store was made equal; undefined if it may not be equal any more. */
  #settled: { readonly files: string; readonly kinds: KindCatalog } | undefined;
  #reported = new Map<string, readonly SourceProblem[]>();
  #running: Promise<void> | undefined;
  #again = false;
  #cancelQuiet: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #watch: Watch | undefined;
  #following: Promise<void> | undefined;
  #closed = false;

  constructor(options: DirectorySyncOptions) {
    this.#options = options;
    this.#root = resolve(options.directory);
    this.#objects = new WantedObjects(options.read);
    this.#watcher = new DirectoryWatcher(() => this.#soon());
  }

  /** Resolves when the store equals the files for the first time. */
  async start(): Promise<void> {
    this.#following = this.#follow();
    await this.sync();
  }

  /** Looks at the files now. Resolves when the store equals what they were at the time of the call. */
  async sync(): Promise<void> {
    if (this.#running !== undefined) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#runAll();
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelQuiet?.();
    this.#cancelPoll?.();
    this.#watcher.close();
    this.#watch?.close();
    await this.#running;
    await this.#following;
  }

  async #runAll(): Promise<void> {
    do {
      this.#again = false;
      this.#cancelPoll?.();
      try {
        await this.#run();
      } catch (error) {
        this.#settled = undefined;
        this.#options.fault(FairwayError.from(error));
      }
    } while (this.#again && !this.#closed);
    this.#running = undefined;
    if (!this.#closed) this.#cancelPoll = this.#options.clock.after(this.#options.poll, () => void this.sync());
  }

  async #run(): Promise<void> {
    const { store } = this.#options;
    const scan = await scanDirectory(this.#root);
    // Before reading: what changes from here on is noticed.
    this.#watcher.set([...scan.directories, ...(await this.#outside(scan))]);
    const now = { files: JSON.stringify([scan.files, scan.unreadable]), kinds: store.kinds() };
    if (this.#closed || (now.files === this.#settled?.files && now.kinds === this.#settled.kinds)) return;
    this.#settled = now;
    this.#wanted = await this.#objects.read(scan, now.kinds);
    const refused = await applyWanted(store, this.#wanted);
    this.#reportAll(this.#wanted, refused);
    // What could not be read or stored may go better the next time.
    if (this.#reported.size > 0) this.#settled = undefined;
  }

  /** The directory above too, if from there the whole may come back or be exchanged. */
  async #outside(scan: DirectoryScan): Promise<FoundDirectory[]> {
    const missing = scan.directories.length === 0;
    const linked = !missing && (await lstat(this.#root).catch(() => undefined))?.isSymbolicLink();
    if (!missing && !linked) return [];
    const absolute = dirname(this.#root);
    const stats = await stat(absolute, { bigint: true }).catch(() => undefined);
    return stats ? [{ absolute, identity: `${stats.dev}:${stats.ino}` }] : [];
  }

  #reportAll(wanted: Wanted, refused: readonly SourceProblem[]): void {
    const current = new Map<string, readonly SourceProblem[]>(wanted.problems);
    for (const problem of refused) current.set(problem.file, [...(current.get(problem.file) ?? []), problem]);
    for (const file of new Set([...this.#reported.keys(), ...current.keys()])) {
      const problems = current.get(file) ?? [];
      if (!jsonEqual(problems, this.#reported.get(file) ?? [])) this.#options.report(file, problems);
    }
    this.#reported = current;
  }

  /** Notices when the store is no longer as the files want it: a rollback, or the end of an object that had to go first. */
  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        this.#watch = this.#options.store.watch();
        for (let events = await this.#watch.next(); events; events = await this.#watch.next()) {
          if (events.some((event) => this.#strays(event))) this.#resettle();
        }
        return;
      } catch (fault) {
        if (!isFault(fault, "Expired")) {
          this.#options.fault(FairwayError.from(fault));
          return;
        }
        this.#resettle();
      }
    }
  }

  #resettle(): void {
    this.#settled = undefined;
    this.#soon();
  }

  #strays({ type, resource }: WatchEvent): boolean {
    const wanted = this.#wanted?.objects.get(formatKey(keyOf(resource)));
    if (type === "DELETED") return wanted !== undefined;
    return wanted ? !isAsWanted(resource, wanted) : sourceOf(resource) !== undefined;
  }

  #soon(): void {
    if (this.#closed) return;
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#options.clock.after(this.#options.quiet, () => void this.sync());
  }
}
