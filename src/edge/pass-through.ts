import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { Exchange } from "../http/index.ts";
import type { KubeResponse, Transport } from "../kube/index.ts";

export interface PassThroughOptions {
  readonly send: Transport;
  readonly clock: Clock;
  /** Whether the API server answered when it was last asked. */
  readonly reachable: () => boolean;
}

/** Headers that are about one connection, and not about what goes over it. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
  "http2-settings",
]);
/** Milliseconds until an answer must begin; shorter where it is known that none is likely to. */
const patience = { reachable: 60_000, unreachable: 3000 };

/**
 * Hands a request to the API server and its answer to the client, both as they are, in the wrapper's name: who a client
 * says it is does not count, since whoever reaches the wrapper may use it.
 */
export async function passThrough(exchange: Exchange, options: PassThroughOptions): Promise<void> {
  const { response, method } = exchange;
  const { status, headers, body } = await ask(exchange, options);
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !ofConnection.has(name));
  response.writeHead(status, Object.fromEntries(kept));
  // HTTP/1.1 holds headers back until the first write; who opens a watch waits for them.
  if ("flushHeaders" in response && typeof response.flushHeaders === "function") response.flushHeaders();
  if (method === "HEAD") return void response.end();
  // Whoever breaks off an answer, the other side must not take it for whole.
  await pipeline(body, response).catch(() => response.destroy());
}

async function ask(exchange: Exchange, { send, clock, reachable }: PassThroughOptions): Promise<KubeResponse> {
  const { method, request, gone } = exchange;
  const late = new AbortController();
  const wait = reachable() ? patience.reachable : patience.unreachable;
  const cancel = clock.after(wait, () => late.abort());
  const signal = AbortSignal.any([gone(), late.signal]);
  const bodiless = method === "GET" || method === "HEAD";
  try {
    return await send({
      method,
      path: upstreamPath(request.url ?? ""),
      headers: requestHeaders(request.headers),
      ...(!bodiless && { body: request as unknown as Readable }),
      signal,
    });
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw new FairwayError("Timeout", `the API server did not answer within ${wait / 1000} seconds`);
  } finally {
    cancel();
  }
}

/** The path as it was sent; one that could lead to another server, or out of the server's place, is refused. */
function upstreamPath(url: string): string {
  const [path = ""] = url.split("?");
  const climbs = /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path);
  if (path.startsWith("/") && !path.startsWith("//") && !climbs) return url;
  throw new FairwayError("BadRequest", "the request's path must begin with one '/' and have no '.' or '..' in it");
}

function requestHeaders(headers: Exchange["request"]["headers"]): { readonly [name: string]: string } {
  const named = new Set(String(headers.connection ?? "").split(/\s*,\s*/));
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined &&
      !name.startsWith(":") &&
      !ofConnection.has(name) &&
      !named.has(name) &&
      name !== "authorization" &&
      !name.startsWith("impersonate-"),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
}
