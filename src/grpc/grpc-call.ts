import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import { encodeMessage, type GrpcStatus, grpcCodes } from "./grpc-status.ts";
import { MessageReader } from "./message-reader.ts";
import { type MessageParts, MessageWriter } from "./message-writer.ts";
import type { SendPatience, SendProgress, SendWatch } from "./send-watch.ts";
import type { WriteTurns } from "./write-turns.ts";

/** Who calls. */
export interface GrpcPeer {
  /** Address and port. */
  readonly address: string;
  /** The connection is encrypted. */
  readonly encrypted: boolean;
  /** URIs that the client's certificate names, if the server has verified one: SPIFFE identities. */
  readonly identities: readonly string[];
  /** When that certificate ends, in milliseconds since the epoch; absent without one. */
  readonly certifiedUntil?: number;
}

/** One call as its handler sees it. */
export interface GrpcCall {
  readonly peer: GrpcPeer;
  readonly headers: IncomingHttpHeaders;
  /** The client's messages, read as they are asked for: one at a time. */
  readonly messages: AsyncIterableIterator<Buffer>;
  /** Aborted when the client is gone, the deadline has passed or the server stops. */
  readonly closed: AbortSignal;
  /**
   * Sends a message, given in parts that are not copied; resolves when all of it went out. A client that has to go on
   * reading and does not is cut off. Default: it may take for ever.
   */
  send(parts: MessageParts, patience?: SendPatience): Promise<void>;
  /** Sends messages together, each given in parts: as the one message, and at less cost than one after the other. */
  sendAll(messages: readonly MessageParts[], patience?: SendPatience): Promise<void>;
  /** Ends the call after everything that was sent. What the client says from now on is not heard. */
  end(status: GrpcStatus): Promise<void>;
  /** Cuts the call off without waiting for what was not sent yet. */
  cancel(status: GrpcStatus): void;
}

/** Clients that compress see by this that they must not, and some send what follows as it is. */
const responseHeaders = { ":status": 200, "content-type": "application/grpc", "grpc-accept-encoding": "identity" };

/** What a call is read and written with. */
export interface CallOptions {
  /** Longest message that is taken. */
  readonly maxBytes: number;
  readonly turns: WriteTurns;
  readonly watch: SendWatch;
  /** Called with each message. */
  readonly arrived: () => void;
}

/** A call on an HTTP/2 stream. Its end is told in trailers, after all that was sent. */
export class Http2Call implements GrpcCall {
  readonly peer: GrpcPeer;
  readonly headers: IncomingHttpHeaders;
  readonly messages: MessageReader;
  readonly #stream: ServerHttp2Stream;
  readonly #writer: MessageWriter;
  readonly #watch: SendWatch;
  readonly #closed = new AbortController();
  #status: GrpcStatus | undefined;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, options: CallOptions) {
    const { maxBytes, turns, watch, arrived } = options;
    this.#stream = stream;
    this.#watch = watch;
    this.headers = headers;
    this.peer = peerOf(stream);
    const encoding = String(headers["grpc-encoding"] ?? "");
    this.messages = new MessageReader(stream, { maxBytes, encoding, arrived });
    this.#writer = new MessageWriter(stream, turns, this.peer.encrypted);
    stream.on("close", () => this.#closed.abort());
    stream.on("wantTrailers", () => {
      const { code, message } = this.#status ?? { code: grpcCodes.unknown, message: "" };
      stream.sendTrailers({ "grpc-status": String(code), ...(message && { "grpc-message": encodeMessage(message) }) });
      // The call is over, also for a client that has not ended its own side.
      setImmediate(() => {
        stream.close();
        void this.#discardRest();
      });
    });
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get progress(): SendProgress {
    const { session } = this.#stream;
    const bytes = !session || session.destroyed ? 0 : session.socket.bytesWritten;
    return { bytes, ...this.#writer.progress };
  }

  send(parts: MessageParts, patience?: SendPatience): Promise<void> {
    return this.sendAll([parts], patience);
  }

  sendAll(messages: readonly MessageParts[], patience?: SendPatience): Promise<void> {
    this.#respond();
    return this.#writer.send(messages, patience && this.#watch.watch(this, patience));
  }

  async end(status: GrpcStatus): Promise<void> {
    await this.#writer.flushed();
    this.#finish(status);
    await this.messages.return();
    // Node keeps a stream for ever whose end nobody has read up to, even when its connection is gone.
    this.#stream.resume();
  }

  cancel(status: GrpcStatus): void {
    this.#finish(status);
    // What the client does not read would keep the stream open for ever: there is no room for a status then.
    if (this.#writer.midMessage) this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  #finish(status: GrpcStatus): void {
    if (this.#status || this.#stream.destroyed) return;
    this.#status = status;
    this.#respond();
    this.#stream.end();
    this.#closed.abort();
  }

  /** A stream is there until it was read to its end, and nobody reads what a client sends to a call that is over. */
  async #discardRest(): Promise<void> {
    await this.messages.return().catch(() => undefined);
    this.#stream.resume();
  }

  #respond(): void {
    if (this.#stream.headersSent || this.#stream.destroyed) return;
    this.#stream.respond(responseHeaders, { waitForTrailers: true });
  }
}

function peerOf({ session }: ServerHttp2Stream): GrpcPeer {
  // The stream may be told of after its connection has ended: nobody is to be answered then, and no socket can be asked.
  if (!session || session.destroyed) return { address: "", encrypted: true, identities: [] };
  const { socket, encrypted = false } = session;
  const address = `${socket.remoteAddress ?? ""}:${socket.remotePort ?? ""}`;
  const tls = socket as TLSSocket;
  const certificate = encrypted && tls.authorized ? tls.getPeerX509Certificate() : undefined;
  if (!certificate) return { address, encrypted, identities: [] };
  const identities = uriNames(certificate.subjectAltName);
  return { address, encrypted, identities, certifiedUntil: certificate.validToDate.getTime() };
}

/** `URI:spiffe://a/b, DNS:c`; a name with special characters is quoted as JSON. */
function uriNames(subjectAltName: string | undefined): readonly string[] {
  const found = subjectAltName?.matchAll(/(?:^|, )URI:("(?:[^"\\]|\\.)*"|[^,]*)/g) ?? [];
  return Array.from(found, ([, name = ""]) => (name.startsWith('"') ? String(JSON.parse(name)) : name));
}
