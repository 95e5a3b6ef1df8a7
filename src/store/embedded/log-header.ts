import { crc32 } from "node:zlib";
import { FairwayError } from "../../base/fault.ts";

/**
 * The format this program writes. A change of the format adds a version here and, in `readableVersions`, how far back
 * files are still read; a file of an older version is rewritten as a whole by the next compaction.
 */
export const formatVersion = 1;

const readableVersions: readonly number[] = [formatVersion];

/** Not text, and broken by any transfer that tampers with line ends. */
const magic = Buffer.from("\x89FWLOG\r\n", "latin1");

/** Bytes; the first frame follows. */
export const headerLength = 64;

/**
 * What a log says of itself before its first frame. The header's layout is the same in all format versions, so that any
 * program can tell which version a file has. All numbers in the file are little-endian.
 */
export interface LogHeader {
  /** Random; the same for all files that one store has had. */
  readonly storeId: string;
  /** Superseded changes up to this revision are not in the file. */
  readonly compacted: number;
  /** The store's newest revision when the file was begun: revisions go on from here even if no object is left. */
  readonly newest: number;
}

/** The header as it is written. */
export function encodeHeader(header: LogHeader): Buffer {
  const bytes = Buffer.alloc(headerLength);
  magic.copy(bytes);
  bytes.writeUInt32LE(formatVersion, 8);
  bytes.writeUInt32LE(headerLength, 12);
  bytes.write(header.storeId.replaceAll("-", ""), 16, "hex");
  bytes.writeUIntLE(header.compacted, 32, 6);
  bytes.writeUIntLE(header.newest, 40, 6);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, headerLength - 4)), headerLength - 4);
  return bytes;
}

/** Throws StoreFormat if this is no log that can be read, StoreCorrupt if it is one whose header is damaged. */
export function decodeHeader(bytes: Buffer, path: string): LogHeader {
  if (!bytes.subarray(0, magic.length).equals(magic)) {
    throw new FairwayError("StoreFormat", `${path} is not a Fairway store`);
  }
  const content = bytes.subarray(0, headerLength - 4);
  if (bytes.length < headerLength || bytes.readUInt32LE(headerLength - 4) !== crc32(content)) {
    throw new FairwayError("StoreCorrupt", `${path} is damaged at offset 0: its header does not match its checksum`);
  }
  const version = bytes.readUInt32LE(8);
  if (!readableVersions.includes(version)) {
    const known = readableVersions.join(", ");
    const message = `${path} has format version ${version}, this program reads version ${known}: use the version of Fairway that wrote it, or a newer one`;
    throw new FairwayError("StoreFormat", message);
  }
  return {
    storeId: bytes.toString("hex", 16, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    compacted: bytes.readUIntLE(32, 6),
    newest: bytes.readUIntLE(40, 6),
  };
}
