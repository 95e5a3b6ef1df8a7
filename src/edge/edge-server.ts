import { createServer, type Server } from "node:http";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { TLSSocket } from "node:tls";
import type { KindCatalog } from "../api/index.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { LogScope } from "../base/log.ts";
import type { ResourceStore } from "../core/index.ts";
import {
  type ApiLimits,
  type Exchange,
  header,
  Listener,
  limitedServer,
  parseTarget,
  ReadApi,
  type ServerIdentity,
  sendBody,
  statusOf,
  View,
  type WatchTimes,
} from "../http/index.ts";
import type { Transport } from "../kube/index.ts";
import { type PassThroughOptions, passThrough } from "./pass-through.ts";
import { serveProfiles } from "./profiling.ts";
import { type ServedKind, servedKind } from "./served-kinds.ts";

export interface EdgeServerOptions {
  /** What clients are to see. */
  readonly store: Pick<ResourceStore, "get" | "list" | "watch">;
  readonly kinds: () => KindCatalog;
  /** Whether the wrapper answers for a kind; requests for all others go to the API server. */
  readonly serves: (kind: ServedKind) => boolean;
  /** To the API server. */
  readonly send: Transport;
  readonly reachable: () => boolean;
  /** Seconds since what is served was last known to be what the API server has; undefined if it is. */
  readonly stale: () => number | undefined;
  readonly times: WatchTimes;
  readonly limits: ApiLimits;
  /** Absent: plain HTTP. Where it has authorities, clients must have a certificate of one. */
  readonly identity?: ServerIdentity;
  /** Whether `/debug/pprof` is served. */
  readonly debug: boolean;
  readonly log: LogScope;
  /** Told of each answer when it is over; `way` is who answered. */
  readonly answered: (way: Way, method: string, code: number) => void;
  /** Told of watches that begin and end. */
  readonly watching: (change: 1 | -1) => void;
}

/** Who answered: the wrapper, or the API server. */
export type Way = "served" | "passed";

/** The header that tells how old what is served may be; seconds. */
export const staleHeader = "fairway-edge-stale-seconds";

const clientGone = new FairwayError("Unavailable", "the client has gone away");

/** Stands before the API server for the clients on a node: answers for what it serves, and hands on all else. */
export class EdgeServer extends Listener {
  readonly #options: EdgeServerOptions;
  readonly #reads: ReadApi;
  readonly #passing: PassThroughOptions;
  readonly #stopping = new AbortController();

  constructor(options: EdgeServerOptions) {
    super(makeServer(options));
    this.#options = options;
    this.#reads = new ReadApi(options);
    this.#passing = { ...options, clock: options.times.clock };
    // Both servers' requests and answers have the same face.
    this.server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
      void this.#serve(request, response);
    });
  }

  /** Ends watches at once, so that only requests which end by themselves are waited for. */
  override async close(grace: number): Promise<void> {
    this.#stopping.abort(clientGone);
    await super.close(grace);
  }

  async #serve(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const { kinds, limits, times } = this.#options;
    const start = times.clock.monotonic();
    const gone = new AbortController();
    request.on("error", () => gone.abort(clientGone));
    response.on("error", () => gone.abort(clientGone));
    const url = URL.parse(request.url ?? "", "http://fairway");
    const exchange: Exchange = {
      method: request.method ?? "",
      path: url?.pathname ?? "",
      query: url?.searchParams ?? new URLSearchParams(),
      user: { name: "", groups: [] },
      request,
      response,
      gone: () => AbortSignal.any([gone.signal, this.#stopping.signal]),
      limits,
      kinds,
    };
    let way: Way = "passed";
    response.on("close", () => {
      gone.abort(clientGone);
      this.#over(exchange, way, times.clock.monotonic() - start);
    });
    try {
      this.#checkClient(exchange);
      if (this.#options.debug && (await serveProfiles(exchange, times.clock))) return;
      const read = await this.#readOf(exchange);
      if (read) way = "served";
      await (read ? read() : passThrough(exchange, this.#passing));
    } catch (error) {
      await this.#refuse(exchange, error);
    }
  }

  #checkClient({ request }: Exchange): void {
    const { identity } = this.#options;
    if (!identity || identity.clientAuthorities.length === 0 || (request.socket as TLSSocket).authorized) return;
    throw new FairwayError("Unauthorized", "the client must have a certificate of one of the authorities of --ca-file");
  }

  /** How the wrapper itself answers; undefined for what is the API server's. */
  async #readOf(exchange: Exchange): Promise<(() => Promise<void>) | undefined> {
    const { kinds, serves, store } = this.#options;
    const target = parseTarget(exchange.path);
    const reading = exchange.method === "GET" || exchange.method === "HEAD";
    if (!target || !reading || target.subresource !== "") return undefined;
    const kind = kinds().findPlural(target.group, target.plural);
    const served = kind && servedKind(kind);
    if (!served || !serves(served) || !kind.versions.some(({ name }) => name === target.version)) return undefined;
    const view = new View(kinds(), target);
    if (target.name === "") return () => this.#list(exchange, view);
    const found = await store.get(view.key);
    // Not everything of a kind is followed: what is not here may be there.
    return found && (() => this.#reads.answer(this.#marked(exchange), view, 200, found));
  }

  async #list(exchange: Exchange, view: View): Promise<void> {
    const watching = /^(1|true)$/i.test(exchange.query.get("watch") ?? "");
    if (watching) this.#options.watching(1);
    try {
      await this.#reads.list(this.#marked(exchange), view);
    } finally {
      if (watching) this.#options.watching(-1);
    }
  }

  #marked(exchange: Exchange): Exchange {
    const seconds = this.#options.stale();
    if (seconds !== undefined) exchange.response.setHeader(staleHeader, String(Math.ceil(seconds)));
    return exchange;
  }

  async #refuse(exchange: Exchange, error: unknown): Promise<void> {
    const { log } = this.#options;
    const { method, path, request, response } = exchange;
    // Kubernetes says 406 of forms that cannot be made; clients of wrappers are used to 400.
    const fault = isFault(error, "NotAcceptable")
      ? new FairwayError("BadRequest", error.message, { cause: error })
      : FairwayError.from(error);
    if (fault.code === "Internal") log.error("Request failed", { method, path, error: fault.cause ?? fault });
    if (response.headersSent) return void response.destroy();
    const status = statusOf(fault);
    const retry = fault.details.retryAfterSeconds;
    const headers = {
      ...(retry !== undefined && { "retry-after": String(retry) }),
      // What is still to come of the body must not be waited for.
      ...(request.httpVersionMajor === 1 && !request.complete && { connection: "close" }),
    };
    await sendBody(exchange, status.code, status, headers);
  }

  #over(exchange: Exchange, way: Way, ms: number): void {
    const { log, answered } = this.#options;
    const { method, request, response } = exchange;
    const code = response.headersSent ? response.statusCode : 0;
    answered(way, method, code);
    log.info("Request", {
      method,
      url: request.url,
      code,
      way,
      ms: Math.round(ms),
      agent: header(exchange, "user-agent"),
    });
  }
}

function makeServer({ identity, limits }: EdgeServerOptions): Server | Http2SecureServer {
  if (identity) return limitedServer(identity, limits);
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.handshakeTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.idleTimeout,
  });
  server.maxConnections = limits.maxConnections;
  return server;
}
