const none = Buffer.alloc(0);

/** How much room there may be for what is announced, measured by what has come. */
const maxTrust = 8;

/**
 * Bytes that are not a whole message yet. What is held is at most eight times what has come, in however small pieces it
 * comes and whatever length is announced. Within that the room is made as large as the message at once, and given back
 * after it: the engine searches all of memory when it hears of some 64 MB of buffers, whether they are in use or not.
 */
export class PendingBytes {
  #room: Buffer = none;
  #length = 0;
  #expected = 0;
  /** The room was made here, and nobody else has a part of it. */
  #own = false;
  #taken: ArrayBufferLike | undefined;

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  push(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      this.#room = chunk;
      this.#own = false;
    } else {
      if (this.#room.length < length) this.#grow(length);
      chunk.copy(this.#room, this.#length);
    }
    this.#length = length;
  }

  /** Tells how many bytes there will be at least, as far as the client is to be believed. */
  expect(count: number): void {
    this.#expected = count;
  }

  /** The first bytes, which are no longer pending then. */
  take(count: number): Buffer {
    const { bytes } = this;
    this.#room = bytes.subarray(count);
    this.#length -= count;
    this.#expected = 0;
    if (this.#own && this.#length === 0) {
      this.#room = none;
      this.#taken = bytes.buffer;
    }
    return bytes.subarray(0, count);
  }

  /** Gives back the memory of what was taken, if there is nothing else in it. */
  letGo(): void {
    if (this.#taken instanceof ArrayBuffer) this.#taken.transfer(0);
    this.#taken = undefined;
  }

  #grow(length: number): void {
    const room = this.#expected < length ? 2 * length : Math.min(this.#expected, maxTrust * length);
    const larger = Buffer.allocUnsafeSlow(room);
    this.bytes.copy(larger);
    this.#room = larger;
    this.#own = true;
  }
}
