import * as fs from "node:fs";
import { promisify } from "node:util";
import type { Disk, DiskFile } from "./disk.ts";

const { O_CREAT, O_DSYNC, O_RDWR, O_TRUNC } = fs.constants;
const ownerOnly = 0o600;

/** Whether a write can be its own sync. Elsewhere the flag is missing, or does not reach through the disk's cache. */
const syncingWrites = process.platform === "linux";

const close = promisify(fs.close);
const fdatasync = promisify(fs.fdatasync);
const fstat = promisify(fs.fstat);
const fsync = promisify(fs.fsync);
const ftruncate = promisify(fs.ftruncate);
const open = promisify(fs.open);

/** The machine's own file system. Everything happens off the event loop. */
export const nodeDisk: Disk = {
  async makeDirectory(path) {
    await fs.promises.mkdir(path, { recursive: true, mode: 0o700 });
  },
  async open(path) {
    try {
      return await openBoth(path, O_RDWR);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  },
  create: (path) => openBoth(path, O_RDWR | O_CREAT | O_TRUNC),
  rename: fs.promises.rename,
  link: fs.promises.link,
  remove: (path) => fs.promises.rm(path, { force: true }),
  async syncDirectory(path) {
    const fd = await open(path, fs.constants.O_RDONLY);
    try {
      await fsync(fd);
    } finally {
      await close(fd);
    }
  },
};

async function openBoth(path: string, flags: number): Promise<DiskFile> {
  const plain = await open(path, flags, ownerOnly);
  try {
    return new NodeFile(plain, await open(path, syncingWrites ? O_RDWR | O_DSYNC : O_RDWR));
  } catch (error) {
    await close(plain);
    throw error;
  }
}

/**
 * A file opened twice: one descriptor for bulk work, one on which each write is its own sync. Writing so is one system
 * call instead of two, and was 20 % faster than write and fdatasync.
 */
class NodeFile implements DiskFile {
  readonly #plain: number;
  readonly #durable: number;

  constructor(plain: number, durable: number) {
    this.#plain = plain;
    this.#durable = durable;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    let done = 0;
    while (done < buffer.byteLength) {
      const count = await transfer(fs.read, this.#plain, buffer, done, position);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  write(buffer: Uint8Array, position: number): Promise<void> {
    return writeAll(this.#plain, buffer, position);
  }

  async writeDurably(buffer: Uint8Array, position: number): Promise<void> {
    await writeAll(this.#durable, buffer, position);
    if (!syncingWrites) await fdatasync(this.#durable);
  }

  truncate(length: number): Promise<void> {
    return ftruncate(this.#plain, length);
  }

  sync(): Promise<void> {
    return fdatasync(this.#plain);
  }

  async size(): Promise<number> {
    return (await fstat(this.#plain)).size;
  }

  async close(): Promise<void> {
    await close(this.#durable);
    await close(this.#plain);
  }
}

async function writeAll(fd: number, buffer: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < buffer.byteLength) {
    const count = await transfer(fs.write, fd, buffer, done, position);
    if (count === 0) throw Object.assign(new Error("the file takes no more bytes"), { code: "EIO" });
    done += count;
  }
}

type Transfer = (
  fd: number,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
  done: (error: Error | null, count: number) => void,
) => void;

/** One read or write call; the promise-based file handles of Node cost noticeably more per call. */
function transfer(call: Transfer, fd: number, buffer: Uint8Array, done: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    call(fd, buffer, done, buffer.byteLength - done, position + done, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}
