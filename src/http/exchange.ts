import { constants, type Http2ServerRequest, type Http2ServerResponse, type OutgoingHttpHeaders } from "node:http2";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { KindCatalog } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isDeeperThan } from "../base/json-depth.ts";
import type { User } from "./access.ts";
import { formatBody } from "./body-format.ts";

/** Bounds on what a client may send. */
export interface RequestLimits {
  /** Largest body in bytes; larger is refused with 413. */
  readonly maxBodyBytes: number;
  /** Deepest nesting of a JSON body. */
  readonly maxDepth: number;
}

/** One request under way, and the means to answer it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: User;
  readonly request: Http2ServerRequest;
  readonly response: Http2ServerResponse;
  /** Ends when the client goes away, or the server stops: for answers that would go on for ever. */
  readonly gone: () => AbortSignal;
  readonly limits: RequestLimits;
  /** The kinds there are. */
  readonly kinds: () => KindCatalog;
}

/**
 * The connection on which a request came. Node makes a stand-in for the socket anew with each request of HTTP/2 that asks for
 * it; this one is the same for all requests of a connection.
 */
export function connectionOf(request: Http2ServerRequest): TLSSocket {
  const session = request.httpVersionMajor === 1 ? undefined : request.stream.session;
  return (session?.socket ?? request.socket) as TLSSocket;
}

/** The value of a header, if it was sent once. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.request.headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The media type of the body, without parameters. */
export function mediaType(exchange: Exchange): string {
  const text = header(exchange, "content-type") ?? "application/json";
  const end = text.indexOf(";");
  return (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
}

type Headers = { readonly [name: string]: string | string[] };

/** Answers from this size on are compressed for clients that can take it; below, the effort is more than it saves. Bytes. */
const compressFrom = 128 * 1024;
const gzipQuickly = promisify(gzip);

/** Sends a body in the form that the client wants, and ends the answer. */
export function sendBody(exchange: Exchange, code: number, body: unknown, headers: Headers = {}): Promise<void> {
  const { type, bytes } = formatBody(header(exchange, "accept") ?? "", exchange.kinds(), body);
  return sendBytes(exchange, code, bytes, { "content-type": type, ...headers });
}

/** Sends bytes and ends the answer. */
export async function sendBytes(exchange: Exchange, code: number, bytes: Uint8Array, headers: Headers): Promise<void> {
  const { request, response, method } = exchange;
  const zipped = bytes.length >= compressFrom && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = zipped ? await gzipQuickly(bytes, { level: 1 }) : bytes;
  if (response.headersSent || response.writableEnded) return;
  const all = {
    "content-length": body.length,
    "cache-control": "no-cache, private",
    ...(zipped && { "content-encoding": "gzip", vary: "Accept-Encoding" }),
    ...headers,
  };
  if (request.httpVersionMajor === 2 && method !== "HEAD") return respond(response, code, all, body);
  response.writeHead(code, all);
  if (method === "HEAD") response.end();
  else response.end(body);
}

/** Answers on the stream itself: Node's form for both versions of HTTP checks each header twice, and asks for trailers. */
function respond(response: Http2ServerResponse, code: number, headers: OutgoingHttpHeaders, body: Uint8Array): void {
  const { stream } = response;
  // The client has gone away.
  if (stream.destroyed || stream.closed) return;
  response.statusCode = code;
  stream.respond({ ":status": code, ...response.getHeaders(), ...headers });
  stream.end(body);
}

/** Ends an exchange at once, whatever of its answer is still to be sent. */
export function cutOff({ request }: Exchange): void {
  if (request.httpVersionMajor === 1) return void request.socket.destroy();
  request.stream.close(constants.NGHTTP2_CANCEL);
  request.stream.destroy();
}

/** The request's body as JSON; undefined if it is empty. */
export async function readJson(exchange: Exchange): Promise<unknown> {
  return parseJson(await readBody(exchange), exchange.limits);
}

/** Strict: what is not UTF-8 is an error. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a body that was read already. */
export function parseJson(bytes: Buffer, limits: RequestLimits): unknown {
  if (bytes.length === 0) return undefined;
  if (isDeeperThan(bytes, limits.maxDepth)) {
    throw new FairwayError("BadRequest", `the body must be nested at most ${limits.maxDepth} levels deep`);
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new FairwayError("BadRequest", `the body is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The request's body as it is, up to the limit. */
export function readBody(exchange: Exchange): Promise<Buffer> {
  const { request, limits } = exchange;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const tooLarge = () =>
    reject(new FairwayError("TooLarge", `the body must be at most ${limits.maxBodyBytes} bytes long`));
  let whole = false;
  // Nothing else can go wrong here than that the client has gone away.
  const cutShort = () => {
    if (!whole) reject(new FairwayError("BadRequest", "the body did not come whole"));
  };
  if (Number(header(exchange, "content-length") ?? 0) > limits.maxBodyBytes) tooLarge();
  else if (request.destroyed) cutShort();
  else {
    const chunks: Buffer[] = [];
    let length = 0;
    // Listening costs a third of what an iterator does.
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limits.maxBodyBytes) return void chunks.push(chunk);
      request.pause();
      tooLarge();
    });
    request.on("end", () => {
      whole = true;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on("error", cutShort);
    request.on("close", cutShort);
  }
  return promise;
}
