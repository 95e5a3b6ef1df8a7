import type { Agent, IncomingHttpHeaders } from "node:http";
import { systemClock } from "../../base/clock.ts";
import { request } from "../../base/node-http.ts";

/** Where a call goes, and as what. */
export interface CallTarget {
  /** On the loopback address. */
  readonly port: number;
  /** The name of the service: what Envoy chooses a route by. */
  readonly host: string;
  readonly headers?: { readonly [name: string]: string };
  readonly agent: Agent;
}

/** What came of a call. */
export interface CallOutcome {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds until the whole answer was there, or until it was clear that none would be. */
  readonly latency: number;
  /** When that was, on the clock that never goes back. */
  readonly at: number;
}

/** Milliseconds after which nobody waits for an answer any longer. */
const patience = 10_000;

/** Makes a call and takes the time. It never fails: a call without an answer is an outcome too. */
export function timedCall({ port, host, headers = {}, agent }: CallTarget): Promise<CallOutcome> {
  const started = systemClock.monotonic();
  return new Promise((resolve) => {
    const end = (status: number, answered: IncomingHttpHeaders) => {
      const at = systemClock.monotonic();
      resolve({ status, headers: answered, latency: at - started, at });
    };
    const call = request({ host: "127.0.0.1", port, headers: { host, ...headers }, agent, timeout: patience });
    call.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => end(answer.statusCode ?? 0, answer.headers));
      answer.on("error", () => end(0, {}));
    });
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", () => end(0, {}));
    call.end();
  });
}
