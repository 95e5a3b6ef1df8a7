import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** What the proxy does with streaming lists: it refuses them, or takes them for watches that begin with everything. */
export type StreamingLists = "refused" | "ignored";

/**
 * A caching proxy before an API server, with the habits of those on edge nodes: it knows neither streaming lists nor
 * bookmarks, and answers lists with what it saw last when the server is away, however old that is.
 */
export class CachingProxy {
  streamingLists: StreamingLists = "refused";
  /** How watches end while the server is away: at once and without a word, or as ones whose version is gone. */
  awayWatches: "empty" | "expired" = "empty";
  /** Lists that were answered from memory, by path. */
  readonly remembered = new Map<string, number>();
  readonly #port: number;
  readonly #lists = new Map<string, Buffer>();
  readonly #server: Server = createServer((incoming, response) => void this.#serve(incoming, response));

  /** `port`: of the API server, on this machine. */
  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://proxy");
    const watching = searchParams.has("watch");
    if (searchParams.has("sendInitialEvents") && this.streamingLists === "refused") {
      return fail(response, 400, "BadRequest", "sendInitialEvents is not known here");
    }
    for (const name of ["sendInitialEvents", "resourceVersionMatch", "allowWatchBookmarks"]) searchParams.delete(name);
    const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
    try {
      const answer = await this.#ask(incoming, path);
      const reading = incoming.method === "GET" && /^\/apis?\//.test(pathname);
      const listing = reading && !watching && answer.statusCode === 200;
      const body = listing ? Buffer.concat(await answer.toArray()) : undefined;
      if (body) this.#lists.set(pathname, body);
      response.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] ?? "" });
      if (body) return void response.end(body);
      response.flushHeaders();
      pipeline(answer, response, () => {});
    } catch {
      // Whoever asked went away when the answer had begun.
      if (response.headersSent) return void response.destroy();
      this.#answerAlone(pathname, watching, response);
    }
  }

  async #ask(incoming: IncomingMessage, path: string): Promise<IncomingMessage> {
    const { authorization = "", accept = "" } = incoming.headers;
    const outgoing = request({
      host: "127.0.0.1",
      port: this.#port,
      path,
      method: incoming.method,
      headers: { authorization, accept },
      rejectUnauthorized: false,
      agent: false,
    });
    outgoing.end();
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    return answer;
  }

  #answerAlone(path: string, watching: boolean, response: ServerResponse): void {
    const list = this.#lists.get(path);
    if (!list) return fail(response, 503, "ServiceUnavailable", "the API server is away");
    response.writeHead(200, { "content-type": "application/json" });
    if (!watching) {
      this.remembered.set(path, (this.remembered.get(path) ?? 0) + 1);
      return void response.end(list);
    }
    const object = { apiVersion: "v1", kind: "Status", code: 410, reason: "Expired", message: "too old" };
    response.end(this.awayWatches === "empty" ? "" : `${JSON.stringify({ type: "ERROR", object })}\n`);
  }
}

function fail(response: ServerResponse, code: number, reason: string, message: string): void {
  const status = { apiVersion: "v1", kind: "Status", status: "Failure", code, reason, message };
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(status));
}
