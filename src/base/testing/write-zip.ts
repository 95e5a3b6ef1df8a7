import { crc32, deflateRawSync } from "node:zlib";

/** A zip archive with these files, each packed. */
export function writeZip(files: { readonly [name: string]: string }): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(text), 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), packed]);
    local.push(entry);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), facts, tail, Buffer.from(name));
    at += entry.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, listed, Buffer.from("PK\x05\x06"), end]);
}
