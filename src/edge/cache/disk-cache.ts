import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { formatKey, keyOf, type Resource, type ResourceKey } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { isObject } from "../../base/json.ts";
import { seal, unseal } from "./sealed-text.ts";

/** Who is told of what goes wrong with files. */
export interface CacheObserver {
  /** A file was damaged, and is gone now. */
  damaged(file: string): void;
  /** Files cannot be written, or can be again. */
  failing(error: unknown): void;
}

export interface DiskCacheOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly observer: CacheObserver;
}

/** Files that are written at a time. */
const parallel = 16;
/** Milliseconds until files that could not be written are tried again. */
const retryAfter = 5000;

/**
 * Objects on disk, a file for each. A file is replaced as a whole, and one that is damaged counts as none. Writes are
 * gathered: of an object that changes often the newest state is written, and what waits is never more than there are
 * objects.
 */
export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #folder: string;
  /** What is to be written, by file; undefined: the file is to go. */
  #waiting = new Map<string, Resource | undefined>();
  #writing: Promise<void> | undefined;
  #cancelRetry = () => {};
  #closed = false;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#folder = join(options.directory, "objects");
  }

  /** Objects that are not written yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** All sound objects on disk, and makes the place for them where there is none. */
  async load(): Promise<readonly Resource[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const objects: Resource[] = [];
    const files = await readdir(this.#folder);
    for (let at = 0; at < files.length; at += parallel) {
      const some = await Promise.all(files.slice(at, at + parallel).map((file) => this.#read(file)));
      for (const object of some) if (object) objects.push(object);
    }
    return objects;
  }

  /** Sees to it that an object is on disk, or no longer. */
  keep(key: ResourceKey, resource: Resource | undefined): void {
    this.#waiting.set(fileOf(formatKey(key)), resource);
    this.#start();
  }

  /** Resolves once all that was told is on disk, or could not be written. */
  async flush(): Promise<void> {
    this.#start();
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    this.#cancelRetry();
  }

  async #read(file: string): Promise<Resource | undefined> {
    const path = join(this.#folder, file);
    const object = parse(unseal(await readFile(path, "utf8").catch(() => "")));
    if (object && fileOf(formatKey(keyOf(object))) === file) return object;
    // What a crash left half-written was never counted on.
    if (!file.endsWith(".tmp")) this.#options.observer.damaged(path);
    await rm(path, { force: true }).catch(() => {});
    return undefined;
  }

  #start(): void {
    if (this.#writing || this.#closed || this.#waiting.size === 0) return;
    this.#cancelRetry();
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async #write(): Promise<void> {
    // What comes in the same turn is written together.
    await null;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        await this.#writeBatch([...batch]);
      } catch (error) {
        for (const [file, resource] of batch) if (!this.#waiting.has(file)) this.#waiting.set(file, resource);
        this.#options.observer.failing(error);
        this.#cancelRetry = this.#options.clock.after(retryAfter, () => this.#start());
        return;
      }
    }
  }

  async #writeBatch(batch: readonly (readonly [string, Resource | undefined])[]): Promise<void> {
    for (let at = 0; at < batch.length; at += parallel) {
      const some = batch.slice(at, at + parallel);
      await Promise.all(some.map(([file, resource]) => writeOne(join(this.#folder, file), resource)));
    }
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

/** Names are of any length and form; files are not. */
function fileOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function parse(text: string | undefined): Resource | undefined {
  if (text === undefined) return undefined;
  try {
    const object: unknown = JSON.parse(text);
    return isObject(object) && isObject(object.metadata) ? (object as Resource) : undefined;
  } catch {
    return undefined;
  }
}

async function writeOne(path: string, resource: Resource | undefined): Promise<void> {
  if (!resource) {
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    return;
  }
  const temporary = `${path}.tmp`;
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(seal(JSON.stringify(resource)));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
