import type { Http2ServerResponse } from "node:http2";
import { createGzip } from "node:zlib";
import { isJsonWanted } from "./body-format.ts";
import { type Exchange, header, sendBody } from "./exchange.ts";
import { listPieces, membersOf } from "./list-pieces.ts";

/** Lists of up to so many members are sent in one go. */
const few = 16;

/** Sends a list, or a table, in the form that the client wants; as JSON piece by piece, as fast as the client reads. */
export async function sendList(exchange: Exchange, list: object): Promise<void> {
  const { response, method } = exchange;
  const whole = method !== "GET" || !isJsonWanted(header(exchange, "accept") ?? "");
  if (whole || membersOf(list).members.length <= few) return sendBody(exchange, 200, list);
  if (response.headersSent || response.writableEnded) return;
  const pieces = listPieces(list);
  const first = pieces.next().value ?? "";
  // A list of one piece is not worth the effort.
  const second = pieces.next();
  const zipped = !second.done && /\bgzip\b/.test(header(exchange, "accept-encoding") ?? "");
  response.writeHead(200, {
    "cache-control": "no-cache, private",
    ...(zipped && { "content-encoding": "gzip", vary: "Accept-Encoding" }),
    "content-type": "application/json",
  });
  const out: Sink = zipped ? zipInto(response) : response;
  const reader = new Reader(out, response);
  await reader.write(first);
  if (!second.done) await reader.write(second.value);
  for (const piece of pieces) {
    if (reader.gone) break;
    await reader.write(piece);
  }
  out.end();
}

/** What is written to: the answer, or what compresses it. */
interface Sink {
  write(text: string): boolean;
  end(): unknown;
  on(event: "drain", listener: () => void): unknown;
}

function zipInto(response: Http2ServerResponse): Sink {
  const zip = createGzip({ level: 1 });
  zip.pipe(response);
  response.once("close", () => zip.destroy());
  return zip;
}

/** The client as far as it reads: `write` waits until it has, or is gone. */
class Reader {
  readonly #out: Sink;
  #gone = false;
  #wake = () => {};

  constructor(out: Sink, response: Http2ServerResponse) {
    this.#out = out;
    out.on("drain", () => this.#wake());
    response.once("close", () => {
      this.#gone = true;
      this.#wake();
    });
  }

  get gone(): boolean {
    return this.#gone;
  }

  async write(text: string): Promise<void> {
    const read = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#gone && !this.#out.write(text)) await read;
  }
}
