import type { BenchClient } from "./http-client.ts";

/** Many watches of one collection, of which each is told of every change. */
export class Watchers {
  readonly #count: number;
  #told = 0;
  #all: (() => void) | undefined;

  private constructor(count: number) {
    this.#count = count;
  }

  /** Opens the watches, from now on; resolves when all stand. */
  static async open(client: BenchClient, path: string, count: number): Promise<Watchers> {
    const watchers = new Watchers(count);
    const begun = Array.from({ length: count }, async () => {
      const stream = client.open({ method: "GET", path: `${path}?watch=true&resourceVersion=0` });
      stream.on("error", () => undefined);
      const code = await new Promise((resolve) => stream.on("response", (head) => resolve(head[":status"])));
      if (code !== 200) throw new Error(`a watch was answered with ${code}`);
      stream.on("data", (bytes: Buffer) => watchers.#hear(bytes));
    });
    await Promise.all(begun);
    return watchers;
  }

  /** Milliseconds from the moment of a write until the last watch has been told. */
  async latency(write: () => Promise<void>): Promise<number> {
    this.#told = 0;
    const all = new Promise<void>((resolve) => {
      this.#all = resolve;
    });
    const begun = performance.now();
    await Promise.all([write(), all]);
    return performance.now() - begun;
  }

  #hear(bytes: Buffer): void {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#told += 1;
    if (this.#told >= this.#count) this.#all?.();
  }
}
