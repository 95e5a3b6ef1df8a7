/** So many characters are written at once, however long the turn still is. */
const most = 64 * 1024;

/** Gathers lines until the end of the turn, and writes them together: a write for each costs more than making it. */
export class LineBatch {
  readonly #write: (text: string) => void;
  #text = "";

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(line: string): void {
    if (this.#text === "") setImmediate(() => this.flush());
    this.#text += line;
    if (this.#text.length >= most) this.flush();
  }

  /** Writes what is there now; to be called when there may be no later. */
  flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text !== "") this.#write(text);
  }
}
