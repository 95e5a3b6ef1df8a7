import { loadavg } from "node:os";

/** Tells how a run goes, on standard error: one line that changes on a terminal, a line for each step elsewhere. */
export class Progress {
  readonly #steps: number;
  readonly #live = process.stderr.isTTY === true;
  readonly #begun = performance.now();
  #done = 0;

  /** `steps` is how many there will be. */
  constructor(steps: number) {
    this.#steps = steps;
  }

  /** Something takes time that is no step. */
  note(text: string): void {
    this.#write(text);
  }

  /** The next step begins. */
  step(text: string): void {
    this.#done += 1;
    this.#write(`${this.#done}/${this.#steps} ${text}`);
  }

  end(): void {
    if (this.#live) process.stderr.write("\r\x1b[K");
  }

  #write(text: string): void {
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    const line = `${String(seconds).padStart(4)} s  ${text}  (load ${(loadavg()[0] ?? 0).toFixed(1)})`;
    // A terminal that does not know its width says 0.
    process.stderr.write(this.#live ? `\r\x1b[K${line.slice(0, (process.stderr.columns || 80) - 1)}` : `${line}\n`);
  }
}
