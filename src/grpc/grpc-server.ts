import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { DEFAULT_CIPHERS } from "node:tls";
import { afterLong, afterPatiently, type Clock, systemClock } from "../base/clock.ts";
import { listenOn } from "../base/listen-on.ts";
import { watchSession } from "../base/watch-session.ts";
import { cipherOrder } from "./cipher-order.ts";
import { Http2Call } from "./grpc-call.ts";
import { defaultGrpcLimits, type GrpcLimits } from "./grpc-limits.ts";
import { type GrpcCode, type GrpcStatus, grpcCodes } from "./grpc-status.ts";
import { parseTimeout } from "./grpc-timeout.ts";
import { type CallHandling, handleCall } from "./handle-call.ts";
import { WriteTurns, writesPerTurn } from "./write-turns.ts";

export interface GrpcServerOptions extends CallHandling {
  /** Absent: the server speaks plain text. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  readonly limits?: Partial<GrpcLimits>;
  /** Servers in other threads listen on the same address, and each has some of the connections. Default: no. */
  readonly sharesPort?: boolean;
  /** Told how many connections there are when there is one more. */
  readonly connected?: (count: number) => void;
  /** Writes that begin in one turn of the event loop. Default: few enough that nothing else here waits for them long. */
  readonly writesPerTurn?: number;
  readonly clock?: Clock;
  /** From 0 up to 1, by which ends of connections are spread. Default: at random. */
  readonly random?: () => number;
}

/** Bytes that a client may send before the server has asked for more: on a call, and on all calls of a connection. */
const windowBytes = 1024 * 1024;
/** Milliseconds that a connection that became too old has to end. */
const ageGrace = 10_000;

/** A gRPC server on HTTP/2: no more than streams of messages, because that is all that xDS needs. */
export class GrpcServer {
  readonly #options: GrpcServerOptions;
  readonly #limits: GrpcLimits;
  readonly #clock: Clock;
  readonly #server: Http2Server | Http2SecureServer;
  /** Every connection, also one whose handshake is not done. */
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  /** Calls under way, and the connection of each. */
  readonly #calls = new Map<Http2Call, ServerHttp2Session | undefined>();
  readonly #turns: WriteTurns;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultGrpcLimits, ...options.limits };
    this.#clock = options.clock ?? systemClock;
    this.#turns = new WriteTurns(options.writesPerTurn ?? writesPerTurn[options.tls ? "encrypted" : "plain"]);
    const { maxStreams, maxHeaderBytes, resetBurst, resetRate, handshakeTimeout, maxConnections } = this.#limits;
    const http2 = {
      settings: {
        maxConcurrentStreams: maxStreams,
        initialWindowSize: windowBytes,
        maxHeaderListSize: maxHeaderBytes,
      },
      streamResetBurst: resetBurst,
      streamResetRate: resetRate,
    };
    const { tls } = options;
    this.#server = tls
      ? createSecureServer({
          ...http2,
          ...tls,
          handshakeTimeout,
          ciphers: cipherOrder(DEFAULT_CIPHERS),
          requestCert: tls.ca !== undefined,
          rejectUnauthorized: false,
        })
      : createServer(http2);
    this.#server.maxConnections = maxConnections;
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      options.connected?.(this.#sockets.size);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("session", (session) => this.#take(session));
    this.#server.on("stream", (stream, headers) => this.#serve(stream, headers));
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
    return listenOn(this.#server, { ...address, shared: this.#options.sharesPort ?? false }, what);
  }

  /** Tells clients to go elsewhere, ends their calls, and cuts off after `grace` milliseconds what is left. */
  async close(grace: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const stopping: GrpcStatus = { code: grpcCodes.unavailable, message: "the server is stopping" };
    for (const call of this.#calls.keys()) void call.end(stopping);
    // Tells the client to take its next calls elsewhere.
    for (const session of this.#sessions) session.close();
    const cut = setTimeout(() => {
      // A session that is closing waits for its client to close the connection, which it need not ever do.
      for (const socket of this.#sockets) socket.destroy();
    }, grace);
    await closed;
    clearTimeout(cut);
  }

  #take(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    // What a connection has by default lets a large message wait many times for a server that has much to do.
    session.setLocalWindowSize(windowBytes);
    // A client that breaks the protocol loses its own connection only.
    session.on("error", () => session.destroy());
    session.on("close", () => this.#sessions.delete(session));
    watchSession(session, this.#limits, this.#clock);
    this.#limitAge(session);
  }

  /** Connections that last for ever would all stay with the server that was there first. */
  #limitAge(session: ServerHttp2Session): void {
    const { random = Math.random } = this.#options;
    const { maxConnectionAge } = this.#limits;
    if (maxConnectionAge === 0) return;
    let cancel = afterLong(this.#clock, maxConnectionAge * (0.9 + random() / 5), () => {
      const tooOld: GrpcStatus = { code: grpcCodes.unavailable, message: "the connection is too old" };
      for (const [call, of] of this.#calls) if (of === session) void call.end(tooOld);
      session.close();
      cancel = this.#clock.after(ageGrace, () => session.destroy());
    });
    session.on("close", () => cancel());
  }

  #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    // A client that resets its stream, or breaks the protocol, is an ordinary end of it; `close` follows.
    stream.on("error", () => undefined);
    // That may have happened by the time the stream is told of.
    if (stream.destroyed) return;
    const refusal = refusalOf(headers, this.#limits.maxHeaderBytes);
    if (refusal) return stream.respond({ ":status": refusal }, { endStream: true });
    const { maxMessageBytes, firstMessageTimeout } = this.#limits;
    const call: Http2Call = new Http2Call(stream, headers, {
      maxBytes: maxMessageBytes,
      turns: this.#turns,
      clock: this.#clock,
      begun: () => cancelFirst(),
    });
    const late = { code: grpcCodes.deadlineExceeded, message: "no message came in time" };
    const cancelFirst = afterPatiently(this.#clock, firstMessageTimeout, () => call.cancel(late));
    const cancels = [cancelFirst, ...this.#deadlines(call, headers)];
    this.#calls.set(call, stream.session as ServerHttp2Session | undefined);
    stream.on("close", () => this.#calls.delete(call));
    void handleCall(call, headers[":path"] ?? "", this.#options).finally(() => {
      for (const cancel of cancels) cancel();
    });
  }

  /** What ends a call that the client would go on with: its own deadline, and the end of its certificate. */
  #deadlines(call: Http2Call, headers: IncomingHttpHeaders): readonly (() => void)[] {
    const timeout = parseTimeout(headers["grpc-timeout"]);
    const { certifiedUntil } = call.peer;
    const { deadlineExceeded, unauthenticated } = grpcCodes;
    return [
      ...(timeout === undefined
        ? []
        : [this.#endAfter(timeout, call, deadlineExceeded, "the client's deadline has passed")]),
      ...(certifiedUntil === undefined
        ? []
        : [
            this.#endAfter(
              certifiedUntil - this.#clock.now(),
              call,
              unauthenticated,
              "the client certificate has expired",
            ),
          ]),
    ];
  }

  #endAfter(ms: number, call: Http2Call, code: GrpcCode, message: string): () => void {
    return afterLong(this.#clock, ms, () => call.cancel({ code, message }));
  }
}

/** The HTTP status for what is no call of gRPC; undefined if it is one. */
function refusalOf(headers: IncomingHttpHeaders, maxBytes: number): number | undefined {
  // Node only tells clients of the limit, and enforces a much larger one of its own.
  if (sizeOf(headers) > maxBytes) return constants.HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE;
  if (headers[":method"] !== "POST") return constants.HTTP_STATUS_METHOD_NOT_ALLOWED;
  const isGrpc = headers["content-type"]?.startsWith("application/grpc") ?? false;
  return isGrpc ? undefined : constants.HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE;
}

/** As HTTP/2 counts it: 32 bytes for each header besides its text. */
function sizeOf(headers: IncomingHttpHeaders): number {
  return Object.entries(headers).reduce((sum, [name, value = ""]) => sum + name.length + String(value).length + 32, 0);
}
