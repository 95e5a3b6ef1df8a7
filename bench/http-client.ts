import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { KubeAccess } from "../test/peers/kube-client.ts";

/** One request of a benchmark. */
export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: object;
}

/** A client of an API server on a few connections of HTTP/2, as programs written with client-go have them. */
export class BenchClient {
  readonly #sessions: readonly ClientHttp2Session[];
  readonly #token: string;
  #next = 0;

  constructor({ url, token, authority }: KubeAccess, connections: number) {
    this.#token = token;
    this.#sessions = Array.from({ length: connections }, () => connect(url, { ca: authority }));
    // At the end the servers go first; a request that fails says so itself.
    for (const session of this.#sessions) session.on("error", () => undefined);
  }

  /** Opens a request and leaves its answer to the caller. */
  open({ method, path, type = "application/json", body }: BenchRequest): ClientHttp2Stream {
    const session = this.#sessions[this.#next++ % this.#sessions.length];
    if (!session) throw new Error("a client needs a connection");
    const stream = session.request({
      ":method": method,
      ":path": path,
      authorization: `Bearer ${this.#token}`,
      ...(body && { "content-type": type }),
    });
    stream.end(body && JSON.stringify(body));
    return stream;
  }

  /** Sends a request and reads its answer to the end; what is no success throws. */
  ask(request: BenchRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = this.open(request);
      let code = 0;
      stream.on("response", (headers) => {
        code = Number(headers[":status"]);
      });
      stream.on("error", reject);
      stream.on("end", () => {
        if (code < 300) resolve();
        else reject(new Error(`${request.method} ${request.path} was answered with ${code}`));
      });
      stream.resume();
    });
  }

  /** Makes `count` requests, `parallel` at a time. Returns how many were answered each second. */
  async rate(count: number, parallel: number, make: (i: number) => BenchRequest): Promise<number> {
    let next = 0;
    const begun = performance.now();
    const work = async () => {
      while (next < count) await this.ask(make(next++));
    };
    await Promise.all(Array.from({ length: parallel }, work));
    return (1000 * count) / (performance.now() - begun);
  }

  close(): void {
    for (const session of this.#sessions) session.destroy();
  }
}
