import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { KindCatalog } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { LogScope } from "../base/log.ts";
import type { ResourceHistory, ResourceStore } from "../core/index.ts";
import { type Attempt, type Authenticate, type Authorize, demand, identify } from "./access.ts";
import { type Exchange, header, type RequestLimits, sendBody, sendBytes } from "./exchange.ts";
import { Listener } from "./listener.ts";
import { OpenApiDocuments } from "./openapi/open-api-documents.ts";
import { ResourceApi } from "./resource-api.ts";
import { type Route, type RouteAnswer, routes } from "./routes.ts";
import { statusOf } from "./status.ts";
import { parseTarget } from "./target.ts";
import type { WatchTimes } from "./watch.ts";

export interface ApiServerOptions {
  readonly store: ResourceStore;
  /** The store's past; absent: lists and their pages are only to be had as they are now. */
  readonly history?: ResourceHistory | undefined;
  readonly kinds: () => KindCatalog;
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  readonly limits: RequestLimits;
  readonly times: WatchTimes;
  readonly log: LogScope;
  readonly version: string;
  /** Whether everything the server needs is there. */
  readonly ready: () => boolean;
  /** Told of each answer; `seconds` until it was sent whole. */
  readonly answered: (method: string, code: number, seconds: number) => void;
}

/** The Kubernetes-style API over TLS, with HTTP/2 and HTTP/1.1. */
export class ApiServer extends Listener {
  readonly #options: ApiServerOptions;
  readonly #resources: ResourceApi;
  readonly #openApi: OpenApiDocuments;
  readonly #stopping = new AbortController();

  constructor(options: ApiServerOptions) {
    super(secureServer(options));
    this.#options = options;
    this.#openApi = new OpenApiDocuments(options.version);
    this.#resources = new ResourceApi({ ...options, guard: async () => {} });
    this.server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
      void this.#serve(request, response);
    });
  }

  /** Ends watches at once, so that only requests which end by themselves are waited for. */
  override async close(grace: number): Promise<void> {
    this.#stopping.abort();
    await super.close(grace);
  }

  async #serve(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const { log, limits, times, answered } = this.#options;
    const start = times.clock.monotonic();
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    // Errors of a client that went away are not ours to handle; without a listener they would end the process.
    request.on("error", () => gone.abort());
    response.on("error", () => gone.abort());
    const method = request.method ?? "";
    response.on("close", () => answered(method, response.statusCode, (times.clock.monotonic() - start) / 1000));
    const url = URL.parse(request.url ?? "", "https://fairway");
    const path = url?.pathname ?? "";
    const base = {
      method,
      path,
      query: url?.searchParams ?? new URLSearchParams(),
      request,
      response,
      gone: AbortSignal.any([gone.signal, this.#stopping.signal]),
      limits,
      kinds: this.#options.kinds,
    };
    let exchange: Exchange = { ...base, user: { name: "", groups: [] } };
    try {
      exchange = { ...base, user: identify(header(exchange, "authorization"), this.#options.authenticate) };
      await this.#dispatch(exchange);
    } catch (error) {
      const fault = FairwayError.from(error);
      if (fault.code === "Internal") log.error("Request failed", { method, path, error: fault.cause ?? fault });
      await this.#refuse(exchange, fault);
    }
  }

  async #dispatch(exchange: Exchange): Promise<void> {
    const { method, path, query, user } = exchange;
    const authorize = (attempt: Attempt) => demand(user, attempt, this.#options.authorize);
    for (const route of routes) {
      const parts = route.match(path);
      if (!parts) continue;
      if (route.access === "authorized") authorize({ verb: method.toLowerCase(), path });
      if (method !== "GET" && method !== "HEAD") throw new FairwayError("MethodNotAllowed", `${path} takes GET only`);
      const answer = this.#route(exchange, route, parts);
      if (!answer) break;
      return sendAnswer(exchange, answer);
    }
    const target = parseTarget(path);
    if (!target) {
      authorize({ verb: method.toLowerCase(), path });
      throw new FairwayError("NotFound", "the server could not find the requested resource");
    }
    authorize(this.#resources.attempt(method, target, query.has("watch")));
    return this.#resources.handle(exchange, target);
  }

  #route(exchange: Exchange, route: Route, parts: readonly string[]): RouteAnswer | undefined {
    const { kinds, version, ready } = this.#options;
    const accept = header(exchange, "accept") ?? "";
    const hashed = exchange.query.has("hash");
    return route.answer({ kinds, version, ready, openApi: this.#openApi, accept, hashed }, parts);
  }

  async #refuse(exchange: Exchange, fault: FairwayError): Promise<void> {
    const { response } = exchange;
    if (response.headersSent) return void response.end();
    const status = statusOf(fault);
    const headers: { [name: string]: string } = {};
    if (status.code === 401) headers["www-authenticate"] = 'Bearer realm="fairway"';
    if (fault.details.retryAfterSeconds !== undefined) headers["retry-after"] = String(fault.details.retryAfterSeconds);
    await sendBody(exchange, status.code, status, headers);
  }
}

function sendAnswer(exchange: Exchange, { type, body, tag, immutable }: RouteAnswer): Promise<void> {
  if (tag !== undefined && header(exchange, "if-none-match") === tag) {
    return sendBytes(exchange, 304, new Uint8Array(), { etag: tag });
  }
  const headers = {
    ...(tag !== undefined && { etag: tag, vary: "Accept" }),
    ...(type !== undefined && { "content-type": type }),
    ...(immutable && { "cache-control": "public, immutable, max-age=31536000" }),
  };
  if (body instanceof Uint8Array) return sendBytes(exchange, 200, body, headers);
  if (typeof body === "string") return sendBytes(exchange, 200, Buffer.from(body), headers);
  return sendBody(exchange, 200, body, headers);
}

function secureServer(options: ApiServerOptions): Http2SecureServer {
  return createSecureServer({
    allowHTTP1: true,
    cert: options.certificate,
    key: options.privateKey,
    minVersion: "TLSv1.2",
    // Who has not finished the handshake by then never will; milliseconds.
    handshakeTimeout: 10_000,
    // Megabytes that one connection may hold.
    maxSessionMemory: 64,
    settings: { maxConcurrentStreams: 1000 },
  });
}
