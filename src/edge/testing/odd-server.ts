import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Resource } from "../../api/index.ts";

/** An API server that says what it is told to, however wrong that is. */
export class OddServer {
  /** Objects by the last word of their path, such as `nodes`. */
  readonly objects = new Map<string, readonly unknown[]>();
  /** Watches that are open, by the same word. */
  readonly watches = new Map<string, ServerResponse>();
  /** Versions from which watches were asked for, in order; empty where a list was. */
  readonly asked: string[] = [];
  /** Answers every request with this, where there is one. */
  refusal: { readonly code: number; readonly body: string } | undefined;
  version = 10;
  /** What was sent, for watches that come back for it. */
  readonly #sent: { readonly plural: string; readonly version: number; readonly line: string }[] = [];
  readonly #server: Server = createServer((request, response) => this.#serve(request.url ?? "", response));

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Writes bytes into a watch as they are. */
  say(plural: string, text: string): void {
    this.watches.get(plural)?.write(text);
  }

  /** Sends an event, with the next version if the object has none. */
  send(plural: string, type: string, object: Resource): void {
    const resourceVersion = object.metadata.resourceVersion ?? String(++this.version);
    const stamped = { ...object, metadata: { ...object.metadata, resourceVersion } };
    const line = `${JSON.stringify({ type, object: stamped })}\n`;
    this.#sent.push({ plural, version: Number(resourceVersion), line });
    this.say(plural, line);
  }

  /** Ends a watch in the middle of whatever it says. */
  cut(plural: string): void {
    this.watches.get(plural)?.destroy();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #serve(url: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, "http://x");
    if (this.refusal) {
      response.writeHead(this.refusal.code, { "content-type": "application/json" }).end(this.refusal.body);
      return;
    }
    const plural = pathname.split("/").at(-1) ?? "";
    if (!searchParams.has("watch")) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    this.watches.set(plural, response);
    this.asked.push(`${plural} ${searchParams.get("resourceVersion") ?? ""}`.trim());
    if (!searchParams.has("sendInitialEvents")) return this.#replay(plural, response, searchParams);
    for (const object of this.objects.get(plural) ?? []) {
      response.write(`${JSON.stringify({ type: "ADDED", object })}\n`);
    }
    const annotations = { "k8s.io/initial-events-end": "true" };
    const metadata = { resourceVersion: String(this.version), annotations };
    const object = { apiVersion: "v1", kind: "Whatever", metadata };
    response.write(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
  }

  #replay(plural: string, response: ServerResponse, query: URLSearchParams): void {
    const from = Number(query.get("resourceVersion"));
    for (const each of this.#sent) if (each.plural === plural && each.version > from) response.write(each.line);
  }
}
