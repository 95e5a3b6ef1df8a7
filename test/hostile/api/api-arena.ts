import assert from "node:assert/strict";
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectTls } from "node:tls";
import type { Random } from "../../../src/base/testing/random.ts";
import type { RawArena } from "../arena.ts";
import { connectRaw, RawConnection } from "../raw-connection.ts";

/** The API that is attacked, by its administrator: nothing is refused for want of rights. */
export interface ApiTarget {
  /** `https://host:port`. */
  readonly url: string;
  readonly authority: string;
  readonly token: string;
}

/** What came back; code 0: nothing, the connection or the stream was ended. */
export interface ApiAnswer {
  readonly code: number;
  readonly text: string;
}

export interface ApiRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** After how many requests a connection is made anew. */
const requestsPerConnection = 100;

/** What an attack on the API has at hand. One at a time uses it. */
export class ApiArena implements RawArena {
  readonly target: ApiTarget;
  random: Random;
  index = 0;
  #session: ClientHttp2Session | undefined;
  #requests = 0;

  constructor(target: ApiTarget, random: Random) {
    this.target = target;
    this.random = random;
  }

  /** Sends a request on a connection that several attacks share, one after the other. */
  async ask({ method = "GET", path, headers = {}, body }: ApiRequest): Promise<ApiAnswer> {
    const session = await this.#open();
    const { token } = this.target;
    const stream = session.request({
      ":method": method,
      ":path": path,
      authorization: `Bearer ${token}`,
      ...headers,
    });
    return new Promise((resolve) => {
      let code = 0;
      let text = "";
      stream.on("response", (answer) => {
        code = Number(answer[":status"]);
      });
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      // Of a stream that is reset the answer may have come before.
      stream.on("error", () => undefined);
      stream.on("end", () => stream.close());
      stream.on("close", () => resolve({ code, text }));
      stream.end(body);
    });
  }

  /** A connection of HTTP/2 over TLS on which nothing was said. */
  raw(): Promise<RawConnection> {
    return this.#connect("h2");
  }

  /** A connection of HTTP/1.1 over TLS. */
  plain(): Promise<RawConnection> {
    return this.#connect("http/1.1");
  }

  /** A connection without TLS. */
  bare(): Promise<RawConnection> {
    return connectRaw(new URL(this.target.url).host);
  }

  async close(): Promise<void> {
    this.#session?.destroy();
  }

  async #open(): Promise<ClientHttp2Session> {
    const old = this.#session;
    if (old && !old.destroyed && !old.closed && this.#requests++ < requestsPerConnection) return old;
    old?.destroy();
    const { url, authority } = this.target;
    const session = connect(url, { ca: authority });
    session.on("error", () => undefined);
    this.#session = session;
    this.#requests = 0;
    return session;
  }

  async #connect(protocol: string): Promise<RawConnection> {
    const { hostname, port } = new URL(this.target.url);
    const options = { host: hostname, port: Number(port), ca: this.target.authority, ALPNProtocols: [protocol] };
    const socket = connectTls(options);
    const connection = new RawConnection(socket);
    await Promise.race([new Promise((resolve) => socket.on("secureConnect", resolve)), connection.closed]);
    return connection;
  }
}

/** Checks that a request was refused as it should be: a Status that says what was wrong, or nothing at all. */
export function assertRefused({ code, text }: ApiAnswer, about: string): void {
  if (code === 0) return;
  assert.ok(code >= 400 && code < 500, `${about} was answered with ${code} ${text.slice(0, 300)}`);
  if (text === "") return;
  const status = JSON.parse(text) as { kind?: string; code?: number; message?: string };
  assert.deepEqual([status.kind, status.code], ["Status", code], `${about}: ${text.slice(0, 300)}`);
  assert.ok(status.message, `${about}: ${code} without a message`);
}

/** Checks that a request was refused, or was good after all. */
export function assertAnswered(answer: ApiAnswer, about: string): void {
  if (answer.code < 200 || answer.code > 299) assertRefused(answer, about);
}
