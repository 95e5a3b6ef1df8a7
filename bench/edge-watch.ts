import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

const newline = 10;

/** A watch that counts the events that come, and looks at nothing else. */
export class CountingWatch {
  #count = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #reached = () => {};
  readonly #response: IncomingMessage;

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.#count += 1;
      if (this.#count >= this.#wanted) this.#reached();
    });
    response.on("error", () => {});
  }

  /** Opens a streaming list and what follows it. */
  static async open(url: string): Promise<CountingWatch> {
    const query = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    const request = get(`${url}?${query}&timeoutSeconds=3000`, { agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return new CountingWatch(response);
  }

  /** Resolves when so many more events have come than had come at the last call. */
  async more(events: number): Promise<void> {
    const wanted = this.#count + events;
    if (this.#count < wanted) {
      await new Promise<void>((resolve) => {
        this.#wanted = wanted;
        this.#reached = resolve;
      });
    }
    this.#wanted = Number.POSITIVE_INFINITY;
  }

  get count(): number {
    return this.#count;
  }

  close(): void {
    this.#response.destroy();
  }
}
