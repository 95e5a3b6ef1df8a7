import { type Clock, systemClock } from "../../base/clock.ts";

export interface TrafficOptions {
  /** Requests per second. */
  readonly rate: number;
  /** Makes the nth request, counted from 0; resolves when it is over. Must not fail. */
  readonly send: (n: number) => Promise<void>;
  /** Requests that may be under way at the same time; those that would exceed it are left out. Default: 200. */
  readonly limit?: number;
  readonly clock?: Clock;
}

/** Milliseconds between looks at what is due. */
const step = 5;

/**
 * Steady traffic: requests begin when they are due, whether or not those before them have been answered, so that a slow
 * answer shows as latency and never as fewer requests.
 */
export class Traffic {
  readonly #rate: number;
  readonly #send: (n: number) => Promise<void>;
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #underWay = new Set<Promise<void>>();
  #cancel = () => {};
  #due = 0;
  #leftOut = 0;

  constructor({ rate, send, limit = 200, clock = systemClock }: TrafficOptions) {
    this.#rate = rate;
    this.#send = send;
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Requests that were due and not made because too many were under way. */
  get leftOut(): number {
    return this.#leftOut;
  }

  start(): void {
    const began = this.#clock.monotonic();
    const look = () => {
      const due = Math.floor(((this.#clock.monotonic() - began) / 1000) * this.#rate);
      while (this.#due < due) this.#begin(this.#due++);
      this.#cancel = this.#clock.after(step, look);
    };
    look();
  }

  /** Begins no more requests, and waits for those under way. */
  async close(): Promise<void> {
    this.#cancel();
    await Promise.all(this.#underWay);
  }

  #begin(n: number): void {
    if (this.#underWay.size >= this.#limit) {
      this.#leftOut++;
      return;
    }
    const request = this.#send(n).finally(() => this.#underWay.delete(request));
    this.#underWay.add(request);
  }
}
