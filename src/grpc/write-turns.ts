/**
 * Node keeps a buffer as large as the largest write for each TLS connection, so that there a write must not be large; and
 * each has a cost of its own, so that it must not be small. A kernel sends at most 64 KB in one go, of whole packets. With
 * the heads of HTTP/2 and TLS this makes two such goes, whatever size of packets is usual: a little more would be a third
 * one, which costs nearly as much as a full one.
 */
export const tlsWriteLimit = 122 * 1024;

/**
 * Bytes whose writes begin in one turn, as measured in docs/performance.md. In plain text it takes 50 to 70 ms at the most: the
 * more begins in a turn, the fewer acknowledgements are read before the last client has its message. A thread that only carries
 * has nothing else to hold up.
 */
export const bytesPerTurn = {
  plain: 128 * 1024 * 1024,
  encrypted: 16 * tlsWriteLimit,
  carried: 32 * tlsWriteLimit,
} as const;

/** A write that waits for its turn. */
interface Waiting {
  readonly bytes: number;
  readonly write: () => void;
}

/**
 * Spreads the writes of many streams over turns of the event loop: so many bytes begin in each, and a stream that can go on
 * goes on. That costs less than to write a little to each of many, and whoever else waits for the loop waits for few writes. A
 * stream whose client does not read takes no turn, so that it holds up nobody.
 */
export class WriteTurns {
  readonly #perTurn: number;
  readonly #goingOn: Waiting[] = [];
  readonly #waiting: Waiting[] = [];
  /** Bytes that may still begin in this turn; below 0 if the last write had more than were left. */
  #left: number;
  #scheduled = false;

  /** `perTurn` is how many bytes begin in one turn. A write with few counts as one of the largest that is encrypted. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
    this.#left = perTurn;
  }

  /**
   * Calls `write` in its turn, which may be now. One that goes on with what its stream has just written comes first; all
   * others are called in the order in which they came. Nobody may go on for ever.
   */
  take(bytes: number, write: () => void, goesOn: boolean): void {
    (goesOn ? this.#goingOn : this.#waiting).push({ bytes, write });
    this.#begin();
  }

  #begin(): void {
    while (this.#left > 0) {
      const next = this.#goingOn.pop() ?? this.#waiting.shift();
      if (!next) break;
      this.#left -= Math.max(next.bytes, tlsWriteLimit);
      next.write();
    }
    if (this.#left < this.#perTurn) this.#scheduleTurn();
  }

  #scheduleTurn(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#left = this.#perTurn;
      this.#begin();
    });
  }
}
