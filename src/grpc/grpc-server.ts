import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Server, Socket } from "node:net";
import { afterLong, afterPatiently, type Clock, systemClock } from "../base/clock.ts";
import { listenOn } from "../base/listen-on.ts";
import { watchSession } from "../base/watch-session.ts";
import { closeSession } from "./close-session.ts";
import { Http2Call } from "./grpc-call.ts";
import { defaultGrpcLimits, type GrpcLimits } from "./grpc-limits.ts";
import { type GrpcCode, type GrpcStatus, grpcCodes } from "./grpc-status.ts";
import { parseTimeout } from "./grpc-timeout.ts";
import { type CallHandling, handleCall } from "./handle-call.ts";
import { SendWatch } from "./send-watch.ts";
import { type ServerTls, sessionServer } from "./session-server.ts";
import { spreadTimes } from "./spread-times.ts";
import { bytesPerTurn, WriteTurns } from "./write-turns.ts";

export interface GrpcServerOptions extends CallHandling {
  /** Absent: the server speaks plain text. */
  readonly tls?: ServerTls;
  readonly limits?: Partial<GrpcLimits>;
  /** Servers in other threads listen on the same address, and each has some of the connections. Default: no. */
  readonly sharesPort?: boolean;
  /** Told how many connections there are when there is one more. */
  readonly connected?: (count: number) => void;
  /** Bytes whose writes begin in one turn of the event loop. Default: few enough that nothing else here waits for them long. */
  readonly bytesPerTurn?: number;
  readonly clock?: Clock;
  /** From 0 up to 1, by which ends of connections are spread. Default: at random. */
  readonly random?: () => number;
}

/** Milliseconds that a connection that became too old has to end. */
const ageGrace = 10_000;
const stopping: GrpcStatus = { code: grpcCodes.unavailable, message: "the server is stopping" };
const tooOld: GrpcStatus = { code: grpcCodes.unavailable, message: "the connection is too old" };

/** A client that has begun to speak HTTP/2. */
interface Connection {
  readonly session: ServerHttp2Session;
  readonly socket: Socket;
  /** Those under way. */
  readonly calls: Set<Http2Call>;
  /** It was told to go. */
  leaving: boolean;
}

/** A gRPC server on HTTP/2: no more than streams of messages, because that is all that xDS needs. */
export class GrpcServer {
  readonly #options: GrpcServerOptions;
  readonly #limits: GrpcLimits;
  readonly #clock: Clock;
  readonly #server: Server;
  /** Every connection, also one whose handshake is not done. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<Connection>();
  #callCount = 0;
  readonly #turns: WriteTurns;
  readonly #watch: SendWatch;
  #closing = false;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultGrpcLimits, ...options.limits };
    this.#clock = options.clock ?? systemClock;
    this.#turns = new WriteTurns(options.bytesPerTurn ?? bytesPerTurn[options.tls ? "encrypted" : "plain"]);
    this.#watch = new SendWatch(this.#clock);
    this.#server = sessionServer(options.tls, this.#limits, (session, socket) => this.#take(session, socket));
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      options.connected?.(this.#sockets.size);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Calls under way. */
  get callCount(): number {
    return this.#callCount;
  }

  /** Starts to listen; `what` names the part and its flag in the message if that fails. Returns the real address. */
  listen(address: { readonly host: string; readonly port: number }, what: string): Promise<string> {
    return listenOn(this.#server, { ...address, shared: this.#options.sharesPort ?? false }, what);
  }

  /**
   * Tells clients to go elsewhere, each in its turn, ends their calls after all that was sent, lets them close their
   * connections, and cuts off what is left when the last was told `grace` milliseconds ago.
   */
  async close(grace: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const { random = Math.random } = this.#options;
    const times = spreadTimes(this.#connections.size, this.#limits.drainTime, random);
    const cancels = [...this.#connections].map((connection, i) =>
      this.#clock.after(times[i] ?? 0, () => sendAway(connection, stopping)),
    );
    const cutOff = () => {
      for (const socket of this.#sockets) socket.destroy();
    };
    cancels.push(this.#clock.after((times.at(-1) ?? 0) + grace, cutOff));
    await closed;
    for (const cancel of cancels) cancel();
  }

  #take(session: ServerHttp2Session, socket: Socket): void {
    const connection: Connection = { session, socket, calls: new Set(), leaving: false };
    this.#connections.add(connection);
    session.on("stream", (stream, headers) => this.#serve(connection, stream, headers));
    // A client that breaks the protocol loses its own connection only.
    session.on("error", () => session.destroy());
    session.on("close", () => this.#connections.delete(connection));
    watchSession(session, this.#limits, this.#clock);
    this.#limitAge(connection);
    // Its handshake was under way when the server began to close.
    if (this.#closing) sendAway(connection, stopping);
  }

  /** Connections that last for ever would all stay with the server that was there first. */
  #limitAge(connection: Connection): void {
    const { random = Math.random } = this.#options;
    const { maxConnectionAge } = this.#limits;
    if (maxConnectionAge === 0) return;
    let cancel = afterLong(this.#clock, maxConnectionAge * (0.9 + random() / 5), () => {
      sendAway(connection, tooOld);
      cancel = this.#clock.after(ageGrace, () => connection.socket.destroy());
    });
    connection.session.on("close", () => cancel());
  }

  #serve(connection: Connection, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
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
      watch: this.#watch,
      arrived: () => cancelFirst(),
    });
    const late = { code: grpcCodes.deadlineExceeded, message: "no message came in time" };
    const cancelFirst = afterPatiently(this.#clock, firstMessageTimeout, () => call.cancel(late));
    const cancels = [cancelFirst, ...this.#deadlines(call, headers)];
    connection.calls.add(call);
    this.#callCount += 1;
    stream.on("close", () => {
      connection.calls.delete(call);
      this.#callCount -= 1;
    });
    // It came before the client was told to go, and is told of after; or its turn to go would have come later.
    if (this.#closing) sendAway(connection, stopping);
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

/** Ends a client's calls after all that was sent, and tells it to take its next ones elsewhere. */
function sendAway(connection: Connection, status: GrpcStatus): void {
  for (const call of connection.calls) void call.end(status);
  if (!connection.leaving) closeSession(connection.session, connection.socket);
  connection.leaving = true;
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
