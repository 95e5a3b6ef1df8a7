import { crc32 } from "node:zlib";

/** The first word of every file: what wrote it, and the version of its form. */
const mark = "fairway-edge/1";

/** A text with its checksum before it. */
export function seal(text: string): string {
  return `${mark} ${checksum(text)}\n${text}`;
}

/** The text that was sealed; undefined if this is not it, or not all of it. */
export function unseal(sealed: string): string | undefined {
  const end = sealed.indexOf("\n");
  const text = sealed.slice(end + 1);
  return end > 0 && sealed.slice(0, end) === `${mark} ${checksum(text)}` ? text : undefined;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
