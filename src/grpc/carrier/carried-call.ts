import type { IncomingHttpHeaders } from "node:http2";
import { FairwayError } from "../../base/fault.ts";
import type { GrpcCall, GrpcPeer } from "../grpc-call.ts";
import type { GrpcStatus } from "../grpc-status.ts";
import type { MessageParts } from "../message-writer.ts";
import type { SendPatience } from "../send-watch.ts";
import type { CarriedFault, FromCarrier, ToCarrier } from "./carrier-messages.ts";
import type { ToldBytes } from "./told-bytes.ts";

/** What a carrier tells of a call that it has opened. */
export type CallNews = Exclude<FromCarrier, { readonly kind: "opened" | "listening" | "notListening" | "closed" }>;

/** A message that is on its way. */
interface Sending {
  readonly resolve: () => void;
  readonly reject: (error: FairwayError) => void;
  readonly late?: (() => void) | undefined;
}

/** A call whose bytes another thread carries. */
export class CarriedCall implements GrpcCall {
  readonly peer: GrpcPeer;
  readonly headers: IncomingHttpHeaders;
  readonly messages: AsyncGenerator<Buffer>;
  readonly #id: number;
  readonly #order: (order: ToCarrier) => void;
  readonly #told: ToldBytes;
  readonly #closed = new AbortController();
  readonly #sending = new Map<number, Sending>();
  /** What has come and was not taken: at most one message, and then the end. */
  readonly #arrived: (Uint8Array | CarriedFault | "end")[] = [];
  #wake = () => {};
  #lastMessage = 0;
  #ended = false;

  constructor(
    opened: Pick<Extract<FromCarrier, { kind: "opened" }>, "call" | "headers" | "peer">,
    order: (order: ToCarrier) => void,
    told: ToldBytes,
  ) {
    this.#told = told;
    this.#id = opened.call;
    this.headers = opened.headers;
    this.peer = opened.peer;
    this.#order = order;
    this.messages = this.#read();
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  send(parts: MessageParts, patience?: SendPatience): Promise<void> {
    return this.sendAll([parts], patience);
  }

  sendAll(messages: readonly MessageParts[], patience?: SendPatience): Promise<void> {
    if (this.#closed.signal.aborted) return Promise.reject(gone());
    const message = ++this.#lastMessage;
    const sent = new Promise<void>((resolve, reject) => {
      this.#sending.set(message, { resolve, reject, late: patience?.late });
    });
    const { timeout } = patience ?? {};
    const posted = messages.map((parts) => parts.map((part) => this.#told.post(part)));
    this.#order({ kind: "send", call: this.#id, message, messages: posted, ...(timeout !== undefined && { timeout }) });
    return sent;
  }

  async end(status: GrpcStatus): Promise<void> {
    if (!this.#ended) this.#order({ kind: "end", call: this.#id, status });
    this.#ended = true;
  }

  cancel(status: GrpcStatus): void {
    if (!this.#ended) this.#order({ kind: "cancel", call: this.#id, status });
    this.#ended = true;
    this.#closed.abort();
    this.#arrive("end");
  }

  /** Hears what the carrier tells of this call. */
  hear(news: CallNews): void {
    switch (news.kind) {
      case "message":
        return this.#arrive(news.bytes);
      case "lastMessage":
        return this.#arrive(news.fault ?? "end");
      case "late":
        return this.#sending.get(news.message)?.late?.();
      case "sent":
        this.#sending.get(news.message)?.resolve();
        break;
      case "notSent":
        this.#sending.get(news.message)?.reject(new FairwayError(news.fault.code, news.fault.message));
        break;
    }
    this.#sending.delete(news.message);
  }

  /** The call is over, whoever ended it. */
  over(): void {
    this.#ended = true;
    this.#closed.abort();
    for (const { reject } of this.#sending.values()) reject(gone());
    this.#sending.clear();
    this.#arrive("end");
  }

  #arrive(news: Uint8Array | CarriedFault | "end"): void {
    this.#arrived.push(news);
    this.#wake();
  }

  async *#read(): AsyncGenerator<Buffer> {
    for (;;) {
      const news = this.#arrived.shift();
      if (news === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if (news === "end") return;
      else if (!(news instanceof Uint8Array)) throw new FairwayError(news.code, news.message);
      else {
        this.#order({ kind: "taken", call: this.#id });
        yield Buffer.from(news.buffer);
      }
    }
  }
}

function gone(): FairwayError {
  return new FairwayError("Unavailable", "the client is gone");
}
