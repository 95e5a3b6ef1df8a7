/**
 * Writes that begin in one turn: what cost least, and what held up the loop least, in docs/performance.md. A thread that
 * only carries has nothing else to hold up.
 */
export const writesPerTurn = { plain: 64, encrypted: 16, carried: 32 } as const;

/**
 * Spreads the writes of many streams over turns of the event loop: few begin in each, and a stream that can go on goes
 * on. That costs less than to write a little to each of many, and whoever else waits for the loop waits for few writes. A
 * stream whose client does not read takes no turn, so that it holds up nobody.
 */
export class WriteTurns {
  readonly #perTurn: number;
  readonly #goingOn: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Writes that may still begin in this turn. */
  #left: number;
  #scheduled = false;

  /** `perTurn` is how many writes begin in one turn. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
    this.#left = perTurn;
  }

  /**
   * Calls `write` in its turn, which may be now. One that goes on with what its stream has just written comes first; all
   * others are called in the order in which they came. Nobody may go on for ever.
   */
  take(write: () => void, goesOn: boolean): void {
    (goesOn ? this.#goingOn : this.#waiting).push(write);
    this.#begin();
  }

  #begin(): void {
    while (this.#left > 0) {
      const write = this.#goingOn.pop() ?? this.#waiting.shift();
      if (!write) break;
      this.#left -= 1;
      write();
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
