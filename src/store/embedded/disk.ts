/**
 * The few things that the embedded store asks of a file system. Tests put their own in its place: one that fails, one
 * that records what a power cut would leave behind.
 */
export interface Disk {
  makeDirectory(path: string): Promise<void>;
  /** Undefined if there is no such file. */
  open(path: string): Promise<DiskFile | undefined>;
  /** A new file, or an old one emptied. Only its owner can read it. */
  create(path: string): Promise<DiskFile>;
  /** Atomic; durable after `syncDirectory`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name. */
  link(from: string, to: string): Promise<void>;
  /** No fault if there is no such file. */
  remove(path: string): Promise<void>;
  syncDirectory(path: string): Promise<void>;
}

/** An open file. Faults are the operating system's own errors. */
export interface DiskFile {
  /** Fills the buffer as far as the file reaches; resolves to the number of bytes. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all of it; it may not be durable before `sync`. */
  write(buffer: Uint8Array, position: number): Promise<void>;
  /** Writes all of it and resolves when it is durable, with as much of the file's metadata as reading it back takes. */
  writeDurably(buffer: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}
