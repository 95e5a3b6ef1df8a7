import { CelExhausted } from "./fault.ts";

/** Counts the steps of an evaluation and ends it when there are too many. One step is about one operation. */
export class Meter {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Steps that may still be taken. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new CelExhausted();
  }
}
