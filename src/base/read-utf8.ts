const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Texts of up to this many bytes are mostly ASCII, and cost less without the decoder. */
const shortText = 256;

/** The text that bytes are in UTF-8; undefined if they are not. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  const { buffer, byteOffset, length } = bytes;
  if (length <= shortText && isAscii(bytes)) return Buffer.from(buffer, byteOffset, length).toString("latin1");
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) > 0x7f) return false;
  return true;
}
