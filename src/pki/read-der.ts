/** One value in DER: its tag, what is inside, and all of its bytes. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** The values that stand one after another in DER; of bytes that are cut off, those before the cut. */
export function readDer(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    // Nothing that fits into a certificate has a longer length, and more would not fit into a number.
    if (lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) break;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) break;
    values.push({
      tag: bytes[at] ?? 0,
      content: bytes.subarray(start, start + length),
      bytes: bytes.subarray(at, start + length),
    });
    at = start + length;
  }
  return values;
}
