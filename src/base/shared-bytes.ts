/** Below this, a copy costs less than memory of its own that threads can share. */
const leastShared = 16 * 1024;

/** Room for bytes; a large one can be read by other threads without a copy. */
export function sharedBytes(length: number): Buffer {
  return length < leastShared ? Buffer.allocUnsafeSlow(length) : Buffer.from(new SharedArrayBuffer(length));
}
