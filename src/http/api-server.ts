import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from "node:http2";
import { type KindCatalog, type Resource, reviewKinds, revisionKind } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { Ids } from "../base/ids.ts";
import type { LogScope } from "../base/log.ts";
import { watchSession } from "../base/watch-session.ts";
import type { ResourceHistory, ResourceStore } from "../core/index.ts";
import { type Attempt, demand, type User } from "./access.ts";
import { type ApiLimits, headerBytes, limitedServer, type ServerIdentity } from "./api-limits.ts";
import { audit } from "./audit.ts";
import { actingUser } from "./auth/impersonation.ts";
import { checkEscalation } from "./auth/rbac/check-escalation.ts";
import { answerReview, reviewOf, type Security } from "./auth/reviews/review-api.ts";
import { Deadlines } from "./deadlines.ts";
import { Departure } from "./departure.ts";
import { connectionOf, type Exchange, header, sendBody, sendBytes } from "./exchange.ts";
import { finalizeNamespace, isFinalize } from "./finalize-namespace.ts";
import { Listener } from "./listener.ts";
import { OpenApiDocuments } from "./openapi/open-api-documents.ts";
import { requestAddress } from "./request-address.ts";
import { ResourceApi } from "./resource-api.ts";
import { isAboutPast, servePast } from "./revision-api.ts";
import { type Route, type RouteAnswer, routes } from "./routes.ts";
import { statusOf } from "./status.ts";
import { parseTarget, type ResourceTarget } from "./target.ts";
import { View } from "./view.ts";
import type { WatchTimes } from "./watch.ts";

export interface ApiServerOptions {
  readonly store: ResourceStore;
  /** The store's past; absent: lists and their pages are only to be had as they are now, and nothing can be gone back to. */
  readonly history?: ResourceHistory | undefined;
  readonly kinds: () => KindCatalog;
  readonly security: Security;
  readonly identity: ServerIdentity;
  readonly limits: ApiLimits;
  readonly times: WatchTimes;
  readonly ids: Ids;
  readonly log: LogScope;
  /** Takes a line for each request that is to change something. */
  readonly audit: LogScope;
  readonly version: string;
  /** Whether everything the server needs is there. */
  readonly ready: () => boolean;
  /** Told of each answer; `seconds` until it was sent whole. */
  readonly answered: (method: string, code: number, seconds: number) => void;
}

/** A request while it is served: what is found out on the way. */
interface Serving {
  exchange: Exchange;
  /** Address of the client: later the connection may be gone. */
  readonly from: string;
  sender?: User;
  user?: User;
  attempt?: Attempt;
  /** Told what it is: a watch has a time of its own, others count among those that are under way. */
  readonly begin: (watching: boolean) => void;
}

/** The Kubernetes-style API over TLS, with HTTP/2 and HTTP/1.1. */
export class ApiServer extends Listener {
  readonly #options: ApiServerOptions;
  readonly #resources: ResourceApi;
  readonly #openApi: OpenApiDocuments;
  readonly #deadlines: Deadlines;
  readonly #stopping = new AbortController();
  #kinds: { readonly stored: KindCatalog; readonly served: KindCatalog } | undefined;
  /** Requests under way, watches left out. */
  #requests = 0;

  constructor(options: ApiServerOptions) {
    super(limitedServer(options.identity, options.limits));
    this.#options = { ...options, kinds: () => this.#served(options.kinds()) };
    this.#deadlines = new Deadlines(options.times.clock, options.limits.requestTimeout);
    this.#openApi = new OpenApiDocuments(options.version);
    const { rbac } = options.security;
    const guard = (user: User, resource: Resource, old?: Resource) => checkEscalation(rbac, user, resource, old);
    this.#resources = new ResourceApi({ ...this.#options, guard });
    const server = this.server as Http2SecureServer;
    server.on("session", (session: ServerHttp2Session) => watchSession(session, options.limits, options.times.clock));
    server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
      void this.#serve(request, response);
    });
  }

  /** Ends watches at once, so that only requests which end by themselves are waited for. */
  override async close(grace: number): Promise<void> {
    this.#stopping.abort();
    await super.close(grace);
  }

  /** The store's kinds, those of questions to the API itself, and that of the store's past. */
  #served(stored: KindCatalog): KindCatalog {
    if (this.#kinds?.stored !== stored) {
      const further = this.#options.history ? [...reviewKinds, revisionKind] : reviewKinds;
      this.#kinds = { stored, served: stored.with(further) };
    }
    return this.#kinds.served;
  }

  async #serve(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const { log, limits, times, ids } = this.#options;
    const start = times.clock.monotonic();
    const departure = new Departure();
    // Errors of a client that went away are not ours to handle; without a listener they would end the process.
    request.on("error", () => departure.tell());
    response.on("error", () => departure.tell());
    const method = request.method ?? "";
    const { path, query } = requestAddress(request.url ?? "");
    const id = ids.uuid();
    response.setHeader("audit-id", id);
    const exchange: Exchange = {
      method,
      path,
      query,
      request,
      response,
      gone: () => AbortSignal.any([departure.signal(), this.#stopping.signal]),
      limits,
      kinds: this.#options.kinds,
      user: { name: "", groups: [] },
    };
    const cancel = this.#deadlines.open(() => this.#late(exchange));
    let counted = false;
    const end = () => {
      cancel();
      if (counted) this.#requests -= 1;
      counted = false;
    };
    const begin = (watching: boolean) => {
      if (watching) return cancel();
      if (counted) return;
      if (this.#requests >= limits.maxRequests) throw tooMany();
      this.#requests += 1;
      counted = true;
    };
    const from = connectionOf(request).remoteAddress ?? "";
    const serving: Serving = { exchange, from, begin };
    response.on("close", () => {
      departure.tell();
      end();
      this.#over(serving, id, (times.clock.monotonic() - start) / 1000);
    });
    try {
      await this.#dispatch(serving);
    } catch (error) {
      const fault = FairwayError.from(error);
      if (fault.code === "Internal") log.error("Request failed", { method, path, error: fault.cause ?? fault });
      await this.#refuse(exchange, fault);
    }
  }

  /** Finds out who asks for what, whether they may, and has it done: nothing is done before that is clear. */
  async #dispatch(serving: Serving): Promise<void> {
    const { security, limits } = this.#options;
    const { path, request } = serving.exchange;
    if (headerBytes(request.headers) > limits.maxHeaderBytes) {
      throw new FairwayError("TooLarge", `the headers must be at most ${limits.maxHeaderBytes} bytes long`);
    }
    const authorization = header(serving.exchange, "authorization");
    serving.sender = await security.authenticator.identify(connectionOf(request), authorization);
    const may = (user: User, attempt: Attempt) => security.rbac.authorize(user, attempt);
    const user = await actingUser(serving.sender, request.headers, may);
    serving.user = user;
    const exchange = { ...serving.exchange, user };
    serving.exchange = exchange;
    const authorize = async (attempt: Attempt) => {
      serving.attempt = attempt;
      await demand(user, attempt, may);
      serving.begin(attempt.verb === "watch");
    };
    const target = parseTarget(path);
    return target ? this.#serveResource(exchange, target, authorize) : this.#serveRoute(exchange, authorize);
  }

  /** What no path of a resource is: a route, or nothing. */
  async #serveRoute(exchange: Exchange, authorize: (attempt: Attempt) => Promise<void>): Promise<void> {
    const { method, path } = exchange;
    for (const route of routes) {
      const parts = route.match(path);
      if (!parts) continue;
      if (route.access === "authorized") await authorize({ verb: method.toLowerCase(), path });
      if (method !== "GET" && method !== "HEAD") throw new FairwayError("MethodNotAllowed", `${path} takes GET only`);
      const answer = this.#route(exchange, route, parts);
      if (!answer) break;
      return sendAnswer(exchange, answer);
    }
    await authorize({ verb: method.toLowerCase(), path });
    throw new FairwayError("NotFound", "the server could not find the requested resource");
  }

  async #serveResource(
    exchange: Exchange,
    target: ResourceTarget,
    authorize: (attempt: Attempt) => Promise<void>,
  ): Promise<void> {
    const { security, store, history, kinds, times } = this.#options;
    const { method, path, query } = exchange;
    await authorize(this.#resources.attempt(method, target, query.has("watch")));
    if (isFinalize(target)) {
      return finalizeNamespace(exchange, new View(kinds(), { ...target, subresource: "" }), store);
    }
    if (isAboutPast(target)) return servePast(exchange, target, history, times.clock.now());
    const review = reviewOf(kinds(), target);
    if (!review) return this.#resources.handle(exchange, target);
    if (method !== "POST") throw new FairwayError("MethodNotAllowed", `${path} takes POST only`);
    return answerReview(security, exchange, review, store);
  }

  #route(exchange: Exchange, route: Route, parts: readonly string[]): RouteAnswer | undefined {
    const { kinds, version, ready, security } = this.#options;
    const accept = header(exchange, "accept") ?? "";
    const hashed = exchange.query.has("hash");
    return route.answer(
      { kinds, version, ready, openApi: this.#openApi, tokens: security.tokens, accept, hashed },
      parts,
    );
  }

  async #refuse(exchange: Exchange, fault: FairwayError): Promise<void> {
    const { request, response } = exchange;
    if (response.headersSent) return void response.end();
    const status = statusOf(fault);
    const headers: { [name: string]: string } = {};
    if (status.code === 401) headers["www-authenticate"] = 'Bearer realm="fairway"';
    if (fault.details.retryAfterSeconds !== undefined) headers["retry-after"] = String(fault.details.retryAfterSeconds);
    if (!request.complete) leave(exchange, headers);
    await sendBody(exchange, status.code, status, headers);
  }

  /** Ends a request whose client does not bring its body, or does not take its answer. */
  #late(exchange: Exchange): void {
    if (exchange.response.headersSent) return void exchange.request.destroy();
    const seconds = this.#options.limits.requestTimeout / 1000;
    void this.#refuse(exchange, new FairwayError("Timeout", `the request took longer than ${seconds} seconds`));
  }

  #over({ exchange, from, sender, user, attempt }: Serving, id: string, seconds: number): void {
    const { method, path, response } = exchange;
    const { answered, audit: log } = this.#options;
    answered(method, response.statusCode, seconds);
    const code = response.headersSent ? response.statusCode : 0;
    const agent = header(exchange, "user-agent") ?? "";
    const impersonator = sender === user ? undefined : sender;
    audit(log, { id, method, path, user, sender: impersonator, attempt, from, agent, code, seconds });
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

function tooMany(): FairwayError {
  const details = { retryAfterSeconds: 1 };
  return new FairwayError("TooMany", "too many requests are under way", { details });
}

/** Sees to it that what is still to come of a request's body is not waited for once the answer is out. */
function leave({ request, response }: Exchange, headers: { [name: string]: string }): void {
  if (request.httpVersionMajor === 1) headers.connection = "close";
  else response.once("finish", () => request.stream.close());
}
