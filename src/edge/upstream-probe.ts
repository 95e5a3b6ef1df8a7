import { afterPatiently, type Clock } from "../base/clock.ts";
import type { Transport } from "../kube/index.ts";

export interface UpstreamProbeOptions {
  readonly send: Transport;
  readonly clock: Clock;
  /** Milliseconds between questions, and for which an answer is waited. Default: 5 seconds. */
  readonly interval?: number;
  /** Told after each question whether it was answered, and whether the one before it was: undefined for the first. */
  readonly asked: (reachable: boolean, before: boolean | undefined) => void;
}

/**
 * Asks the API server again and again whether it is there: on a network that loses every packet a watch would not tell for
 * minutes. Any answer will do.
 */
export class UpstreamProbe {
  readonly #options: UpstreamProbeOptions;
  readonly #interval: number;
  readonly #closing = new AbortController();
  #reachable: boolean | undefined;
  #cancel = () => {};

  constructor(options: UpstreamProbeOptions) {
    this.#options = options;
    this.#interval = options.interval ?? 5000;
  }

  /** Whether the last question was answered; false before the first. */
  get reachable(): boolean {
    return this.#reachable ?? false;
  }

  start(): void {
    void this.#ask();
  }

  close(): void {
    this.#closing.abort();
    this.#cancel();
  }

  async #ask(): Promise<void> {
    const { send, clock } = this.#options;
    const late = new AbortController();
    // That this process had much to do is not the server's fault.
    const cancel = afterPatiently(clock, this.#interval, () => late.abort());
    const signal = AbortSignal.any([this.#closing.signal, late.signal]);
    const answered = await send({ method: "GET", path: "/livez", headers: {}, signal })
      .then(
        async ({ body }) => {
          // A connection whose answer was not read cannot be used again.
          for await (const _ of body);
          return true;
        },
        () => false,
      )
      .catch(() => false);
    cancel();
    if (this.#closing.signal.aborted) return;
    const before = this.#reachable;
    this.#reachable = answered;
    this.#options.asked(answered, before);
    this.#cancel = clock.after(this.#interval, () => void this.#ask());
  }
}
