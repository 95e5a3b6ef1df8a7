import { afterPatiently, type Clock } from "../base/clock.ts";
import type { Transport } from "../kube/index.ts";

export interface UpstreamProbeOptions {
  readonly send: Transport;
  readonly clock: Clock;
  /** Milliseconds between questions, and for which an answer is waited. */
  readonly interval: number;
  /** Told after each question whether it was answered, and whether the one before it was: undefined for the first. */
  readonly asked: (reachable: boolean, before: boolean | undefined) => void;
}

/** What a proxy or a balancer says of a server behind it that it does not reach. */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Asks the API server again and again whether it is there: on a network that loses every packet a watch would not tell for
 * minutes. Any answer will do that is its own.
 */
export class UpstreamProbe {
  readonly #options: UpstreamProbeOptions;
  readonly #closing = new AbortController();
  #reachable: boolean | undefined;
  #cancel = () => {};

  constructor(options: UpstreamProbeOptions) {
    this.#options = options;
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

  /** Whether the server is there right now. */
  async check(): Promise<boolean> {
    const { send, clock, interval } = this.#options;
    const late = new AbortController();
    // That this process had much to do is not the server's fault.
    const cancel = afterPatiently(clock, interval, () => late.abort());
    const signal = AbortSignal.any([this.#closing.signal, late.signal]);
    try {
      const { status, body } = await send({ method: "GET", path: "/livez", headers: {}, signal });
      // A connection whose answer was not read cannot be used again.
      for await (const _ of body);
      return !away.has(status);
    } catch {
      return false;
    } finally {
      cancel();
    }
  }

  async #ask(): Promise<void> {
    const { clock, interval, asked } = this.#options;
    const answered = await this.check();
    if (this.#closing.signal.aborted) return;
    const before = this.#reachable;
    this.#reachable = answered;
    asked(answered, before);
    this.#cancel = clock.after(interval, () => void this.#ask());
  }
}
