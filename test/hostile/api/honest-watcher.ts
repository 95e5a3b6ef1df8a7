import assert from "node:assert/strict";
import { type ClientHttp2Session, connect } from "node:http2";
import { createInterface } from "node:readline";
import type { ApiTarget } from "./api-arena.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** A client that writes an object and watches it, and notices what the hostile ones do to it. */
export class HonestWatcher {
  readonly #session: ClientHttp2Session;
  readonly #headers: { readonly [name: string]: string };
  readonly #waiting = new Set<() => void>();
  #seen = -1;
  #lost = false;

  constructor({ url, authority, token }: ApiTarget) {
    this.#session = connect(url, { ca: authority });
    this.#session.on("error", () => undefined);
    this.#headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    void this.#follow();
  }

  /** Writes a number, and waits until the watch has told of it. */
  async write(number: number): Promise<void> {
    const body = { metadata: { name: "honest" }, data: { number: String(number) } };
    let code = await this.#send("PUT", `${maps}/honest`, body);
    if (code === 404) code = await this.#send("POST", maps, body);
    assert.ok(code === 200 || code === 201, `the honest client was answered with ${code}`);
    while (this.#seen !== number) {
      this.check();
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The watch it began with is the one it has. */
  check(): void {
    assert.ok(!this.#lost, "the honest client lost its watch");
  }

  close(): void {
    this.#session.destroy();
  }

  async #send(method: string, path: string, body: object): Promise<number> {
    const stream = this.#session.request({ ":method": method, ":path": path, ...this.#headers });
    stream.end(JSON.stringify(body));
    stream.resume();
    return new Promise((resolve, reject) => {
      let code = 0;
      stream.on("response", (answer) => {
        code = Number(answer[":status"]);
      });
      stream.on("error", reject);
      stream.on("close", () => resolve(code));
    });
  }

  async #follow(): Promise<void> {
    const stream = this.#session.request({ ":path": `${maps}?watch=true&timeoutSeconds=3600`, ...this.#headers });
    stream.on("error", () => undefined);
    for await (const line of createInterface({ input: stream })) {
      const { object } = JSON.parse(line) as { object: { metadata: { name: string }; data?: { number?: string } } };
      if (object.metadata.name === "honest") this.#seen = Number(object.data?.number);
      this.#wake();
    }
    this.#lost = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
