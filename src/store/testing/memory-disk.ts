import type { Disk, DiskFile } from "../embedded/disk.ts";

/** Something that was asked of the disk. Files are numbered in the order of their making. */
export type DiskOperation =
  | { readonly type: "create"; readonly path: string; readonly file: number }
  | { readonly type: "rename"; readonly path: string; readonly to: string }
  | { readonly type: "link"; readonly path: string; readonly to: string }
  | { readonly type: "remove"; readonly path: string }
  | { readonly type: "syncDirectory"; readonly path: string }
  | {
      readonly type: "write";
      readonly file: number;
      readonly position: number;
      readonly bytes: Buffer;
      readonly durable: boolean;
    }
  | { readonly type: "truncate"; readonly file: number; readonly length: number }
  | { readonly type: "sync"; readonly file: number };

/** An error as the operating system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/**
 * A disk in memory that remembers everything that was asked of it, and fails when told to. Each operation takes a turn
 * of the event loop, as on a real disk.
 */
export class MemoryDisk implements Disk {
  readonly operations: DiskOperation[] = [];
  readonly files: Buffer[] = [];
  readonly names = new Map<string, number>();
  /** Called before each operation; what it throws is the operation's error. Of a write it may say how much succeeds. */
  intercept: (operation: DiskOperation) => { readonly shortWrite: number; readonly error: Error } | undefined = () =>
    undefined;

  /** How long reading takes. */
  reading: () => Promise<void> = turn;

  async makeDirectory(): Promise<void> {}

  async open(path: string): Promise<DiskFile | undefined> {
    const file = this.names.get(path);
    return file === undefined ? undefined : this.#handle(file);
  }

  async create(path: string): Promise<DiskFile> {
    const file = this.files.length;
    await this.#perform({ type: "create", path, file });
    return this.#handle(file);
  }

  rename(path: string, to: string): Promise<void> {
    return this.#perform({ type: "rename", path, to });
  }

  link(path: string, to: string): Promise<void> {
    return this.#perform({ type: "link", path, to });
  }

  remove(path: string): Promise<void> {
    return this.#perform({ type: "remove", path });
  }

  syncDirectory(path: string): Promise<void> {
    return this.#perform({ type: "syncDirectory", path });
  }

  /** The bytes of the file with this name. */
  content(path: string): Buffer {
    return this.files[this.names.get(path) ?? -1] ?? Buffer.alloc(0);
  }

  #handle(file: number): DiskFile {
    let open = true;
    const whenOpen = <T>(work: () => Promise<T>) => (open ? work() : Promise.reject(systemError("EBADF")));
    const write = (durable: boolean) => (bytes: Uint8Array, position: number) =>
      whenOpen(() => this.#perform({ type: "write", file, position, bytes: Buffer.from(bytes), durable }));
    return {
      read: (buffer, position) =>
        whenOpen(async () => {
          await this.reading();
          return open ? (this.files[file]?.copy(buffer, 0, position) ?? 0) : Promise.reject(systemError("EBADF"));
        }),
      write: write(false),
      writeDurably: write(true),
      truncate: (length) => whenOpen(() => this.#perform({ type: "truncate", file, length })),
      sync: () => whenOpen(() => this.#perform({ type: "sync", file })),
      size: async () => this.files[file]?.length ?? 0,
      close: async () => {
        open = false;
      },
    };
  }

  async #perform(operation: DiskOperation): Promise<void> {
    const failure = this.intercept(operation);
    if (failure && operation.type === "write") {
      const bytes = operation.bytes.subarray(0, failure.shortWrite);
      applyOperation({ ...operation, bytes, durable: false }, this.files, this.names);
    } else if (!failure) applyOperation(operation, this.files, this.names);
    await turn();
    if (failure) throw failure.error;
    this.operations.push(operation);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does to files and names what the operation does. */
export function applyOperation(operation: DiskOperation, files: Buffer[], names: Map<string, number>): void {
  switch (operation.type) {
    case "create":
      files[operation.file] = Buffer.alloc(0);
      names.set(operation.path, operation.file);
      break;
    case "rename":
    case "link": {
      const file = names.get(operation.path);
      if (file === undefined) throw systemError("ENOENT");
      names.set(operation.to, file);
      if (operation.type === "rename") names.delete(operation.path);
      break;
    }
    case "remove":
      names.delete(operation.path);
      break;
    case "write": {
      const { file, position, bytes } = operation;
      const content = resized(files[file], Math.max(files[file]?.length ?? 0, position + bytes.length));
      bytes.copy(content, position);
      files[file] = content;
      break;
    }
    case "truncate":
      files[operation.file] = resized(files[operation.file], operation.length);
      break;
    case "sync":
    case "syncDirectory":
      break;
  }
}

function resized(content: Buffer | undefined, length: number): Buffer {
  if (content && content.length >= length) return content.subarray(0, length);
  const larger = Buffer.alloc(length);
  content?.copy(larger);
  return larger;
}
