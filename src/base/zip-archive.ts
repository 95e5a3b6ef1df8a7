import { inflateRawSync } from "node:zlib";
import { FairwayError } from "./fault.ts";

const centralEntry = 0x02014b50;
const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/**
 * The files of a zip archive by name, each unpacked when it is asked for. Just enough for archives whose checksum is known:
 * no encryption, no zip64.
 */
export function readZip(archive: Buffer): ReadonlyMap<string, () => Buffer> {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0) throw new FairwayError("BadRequest", "this is no zip archive");
  const files = new Map<string, () => Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== centralEntry) {
      throw new FairwayError("BadRequest", "the zip archive's directory is damaged");
    }
    const nameLength = archive.readUInt16LE(at + 28);
    const entry = at;
    files.set(archive.toString("utf8", at + 46, at + 46 + nameLength), () => unpack(archive, entry));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

function unpack(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  const isStored = archive.readUInt16LE(entry + 10) === 0;
  // The directory tells the size: what would grow past it is damaged.
  return isStored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, archive.readUInt32LE(entry + 24)) });
}
