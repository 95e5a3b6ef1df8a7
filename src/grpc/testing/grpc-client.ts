import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type SecureClientSessionOptions } from "node:http2";
import { MessageReader } from "../message-reader.ts";

/** How a call ended, as the client was told. */
export interface EndOfCall {
  /** -1 if the connection broke without a status. */
  readonly code: number;
  readonly message: string;
}

/** A call from the client's side, with nothing hidden: tests break rules with it. */
export class ClientCall {
  readonly stream: ClientHttp2Stream;
  readonly #messages: MessageReader;
  readonly ended: Promise<EndOfCall>;

  constructor(stream: ClientHttp2Stream) {
    this.stream = stream;
    stream.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      let end: EndOfCall = { code: -1, message: "" };
      const take = (headers: { readonly [name: string]: unknown }) => {
        if (headers["grpc-status"] === undefined) return;
        const message = decodeURIComponent(String(headers["grpc-message"] ?? ""));
        end = { code: Number(headers["grpc-status"]), message };
      };
      stream.on("response", take);
      stream.on("trailers", take);
      stream.on("close", () => resolve(end));
    });
    this.#messages = new MessageReader(stream, { maxBytes: 1 << 30 });
  }

  /** Sends one message. */
  send(message: Uint8Array): void {
    const header = Buffer.alloc(5);
    header.writeUInt32BE(message.length, 1);
    this.stream.write(Buffer.concat([header, message]));
  }

  /** The next message; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#messages.next().catch(() => ({ value: undefined, done: true }));
    return done ? undefined : (value as Buffer);
  }
}

/** A connection from the client's side. */
export class GrpcClient {
  readonly session: ClientHttp2Session;

  constructor(authority: string, options: SecureClientSessionOptions = {}) {
    this.session = connect(authority, options);
    this.session.on("error", () => undefined);
  }

  /** Starts a call. */
  call(path: string, headers: { readonly [name: string]: string } = {}): ClientCall {
    return new ClientCall(
      this.session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc",
        te: "trailers",
        ...headers,
      }),
    );
  }

  async close(): Promise<void> {
    if (this.session.destroyed) return;
    this.session.destroy();
    await once(this.session, "close");
  }
}
