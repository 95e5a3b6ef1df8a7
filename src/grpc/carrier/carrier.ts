import { Worker } from "node:worker_threads";
import { FairwayError } from "../../base/fault.ts";
import type { ListenAddress } from "../../base/listen-on.ts";
import { type CallHandling, handleCall } from "../handle-call.ts";
import { CarriedCall } from "./carried-call.ts";
import type { CarrierStart, FromCarrier, ToCarrier } from "./carrier-messages.ts";
import { gathered } from "./gathered.ts";
import { ToldBytes } from "./told-bytes.ts";

/** A thread that listens, encrypts and writes, for calls that are handled here. */
export class Carrier {
  readonly #worker: Worker;
  readonly #order: (order: ToCarrier) => void;
  readonly #told: ToldBytes;
  readonly #calls = new Map<number, CarriedCall>();
  readonly #handling: CallHandling;
  /** Resolves when the thread is no more. */
  readonly ended: Promise<void>;

  constructor(start: CarrierStart, handling: CallHandling) {
    this.#handling = handling;
    const worker = new Worker(new URL("carrier-thread.ts", import.meta.url), { workerData: start });
    this.#worker = worker;
    const order = gathered<ToCarrier>((all) => worker.postMessage(all));
    this.#order = order;
    this.#told = new ToldBytes({
      remember: (memory, shared) => order({ kind: "remember", memory, shared }),
      forget: (memory) => order({ kind: "forget", memory }),
    });
    worker.on("message", (all: readonly FromCarrier[]) => {
      for (const news of all) this.#hear(news);
    });
    // Only a bug ends a thread early. Its clients see that their calls have ended.
    worker.on("error", (error) => handling.report?.(error, "thread"));
    this.ended = new Promise((resolve) => {
      worker.on("exit", () => {
        for (const call of this.#calls.values()) call.over();
        this.#calls.clear();
        resolve();
      });
    });
  }

  /** Calls under way. */
  get callCount(): number {
    return this.#calls.size;
  }

  /** Starts to listen on an address that others listen on too. */
  listen({ host, port }: ListenAddress, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const hear = (all: readonly FromCarrier[]) => {
        for (const news of all) {
          if (news.kind === "listening") resolve();
          if (news.kind === "notListening") reject(new FairwayError(news.fault.code, news.fault.message));
        }
      };
      this.#worker.once("message", hear);
      void this.ended.then(() => reject(new FairwayError("Unavailable", `${what}: its thread has ended`)));
      this.#order({ kind: "listen", host, port, what });
    });
  }

  /** As of `GrpcServer`. */
  close(grace: number): Promise<void> {
    this.#order({ kind: "close", grace });
    return this.ended;
  }

  #hear(news: FromCarrier): void {
    if (!("call" in news)) return;
    if (news.kind === "opened") {
      const call = new CarriedCall(news, this.#order, this.#told);
      this.#calls.set(news.call, call);
      void handleCall(call, news.path, this.#handling);
    } else if (news.kind === "closed") {
      this.#calls.get(news.call)?.over();
      this.#calls.delete(news.call);
    } else this.#calls.get(news.call)?.hear(news);
  }
}
