import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { listenOn } from "../base/listen-on.ts";
import { type GrpcCall, Http2Call } from "./grpc-call.ts";
import { type GrpcStatus, grpcCodes, statusOf } from "./grpc-status.ts";
import { parseTimeout } from "./grpc-timeout.ts";
import { WriteTurns, writesPerTurn } from "./write-turns.ts";

/** Serves a method: reads and sends until it returns; then the call has ended well. An error ends it with its status. */
export type GrpcHandler = (call: GrpcCall) => Promise<void>;

/** Limits of a server. */
export interface GrpcLimits {
  /** Bytes of one message from a client. Default: 4 MiB. */
  readonly maxMessageBytes: number;
  /** Calls at the same time on one connection. Default: 100,000. */
  readonly maxStreams: number;
  /** Milliseconds between pings on a connection, and how long one may stay unanswered. Default: 30 s and 10 s. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
}

export const defaultGrpcLimits: GrpcLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxStreams: 100_000,
  pingInterval: 30_000,
  pingTimeout: 10_000,
};

export interface GrpcServerOptions {
  /** Handlers by the path of their method: `/package.Service/Method`. */
  readonly methods: ReadonlyMap<string, GrpcHandler>;
  /** Absent: the server speaks plain text. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  readonly limits?: Partial<GrpcLimits>;
  readonly clock?: Clock;
  /** Told of errors that are bugs; the client learns only that there was one. */
  readonly report?: (error: unknown, path: string) => void;
}

/** A gRPC server on HTTP/2: no more than streams of messages, because that is all that xDS needs. */
export class GrpcServer {
  readonly #options: GrpcServerOptions;
  readonly #limits: GrpcLimits;
  readonly #clock: Clock;
  readonly #server: Http2Server | Http2SecureServer;
  /** Every connection, also one whose handshake is not done. */
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #calls = new Set<Http2Call>();
  readonly #turns: WriteTurns;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultGrpcLimits, ...options.limits };
    this.#clock = options.clock ?? systemClock;
    this.#turns = new WriteTurns(options.tls ? writesPerTurn.encrypted : writesPerTurn.plain);
    const settings = { maxConcurrentStreams: this.#limits.maxStreams, initialWindowSize: 1024 * 1024 };
    this.#server = options.tls
      ? createSecureServer({
          ...options.tls,
          settings,
          requestCert: options.tls.ca !== undefined,
          rejectUnauthorized: false,
        })
      : createServer({ settings });
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("session", (session) => this.#take(session));
    this.#server.on("stream", (stream, headers) => void this.#serve(stream, headers));
    // A broken handshake or connection is the client's affair.
    this.#server.on("tlsClientError", () => undefined);
    this.#server.on("sessionError", () => undefined);
  }

  /** Calls under way. */
  get callCount(): number {
    return this.#calls.size;
  }

  /** Starts to listen; `what` names the part and its flag in the message if that fails. Returns the real address. */
  listen(address: { readonly host: string; readonly port: number }, what: string): Promise<string> {
    return listenOn(this.#server, address, what);
  }

  /** Tells clients to go elsewhere, ends their calls, and cuts off after `grace` milliseconds what is left. */
  async close(grace: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const stopping: GrpcStatus = { code: grpcCodes.unavailable, message: "the server is stopping" };
    for (const call of this.#calls) void call.end(stopping);
    // Tells the client to take its next calls elsewhere.
    for (const session of this.#sessions) session.close();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, grace);
    await closed;
    clearTimeout(cut);
  }

  #take(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    // A client that breaks the protocol loses its own connection only.
    session.on("error", () => session.destroy());
    const stopPings = this.#keepAlive(session);
    session.on("close", () => {
      stopPings();
      this.#sessions.delete(session);
    });
  }

  /** Pings a connection as long as it lives; one that does not answer is gone, though nobody said so. */
  #keepAlive(session: ServerHttp2Session): () => void {
    const { pingInterval, pingTimeout } = this.#limits;
    let cancel = () => {};
    const ping = () => {
      if (session.destroyed) return;
      cancel = this.#clock.after(pingTimeout, () => session.destroy());
      session.ping(() => {
        cancel();
        cancel = this.#clock.after(pingInterval, ping);
      });
    };
    cancel = this.#clock.after(pingInterval, ping);
    return () => cancel();
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const path = headers[":path"] ?? "";
    if (!headers["content-type"]?.startsWith("application/grpc")) {
      stream.respond({ ":status": 415 }, { endStream: true });
      return;
    }
    const call = new Http2Call(stream, headers, this.#limits.maxMessageBytes, this.#turns);
    this.#calls.add(call);
    stream.on("close", () => this.#calls.delete(call));
    const cancelDeadline = this.#deadline(call, headers["grpc-timeout"]);
    try {
      const handler = this.#options.methods.get(path);
      if (!handler) throw new FairwayError("MethodNotAllowed", `there is no method ${path}`);
      await handler(call);
      await call.end({ code: grpcCodes.ok, message: "" });
    } catch (error) {
      const status = statusOf(error);
      if (status.code === grpcCodes.internal) this.#options.report?.(error, path);
      await call.end(status);
    } finally {
      cancelDeadline();
    }
  }

  #deadline(call: Http2Call, header: string | string[] | undefined): () => void {
    const timeout = parseTimeout(header);
    if (timeout === undefined) return () => undefined;
    return this.#clock.after(timeout, () => {
      call.cancel({ code: grpcCodes.deadlineExceeded, message: "the client's deadline has passed" });
    });
  }
}
