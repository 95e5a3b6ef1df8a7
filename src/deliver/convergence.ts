import type { Subscription } from "./subscription.ts";

/** What is known of a stream. */
export interface AnswerState {
  readonly subscriptions: Iterable<Subscription>;
  /** Types that have something to send and wait. */
  readonly blocked: ReadonlySet<string>;
}

/** Follows how long it takes until a client has accepted all that it was sent for changes. */
export class Convergence {
  #since: number | undefined;

  /** Something is on its way to the client, or waits for it, for a change that was seen at `start`. */
  begin(start: number): void {
    this.#since = Math.min(this.#since ?? start, start);
  }

  /**
   * When the oldest change was seen of those that the client has just come to have all of; undefined while it has not, and
   * if it refused some of it: then it stays behind, however long that takes.
   */
  end({ subscriptions, blocked }: AnswerState): number | undefined {
    if (this.#since === undefined || blocked.size > 0) return undefined;
    let refused = false;
    for (const { acknowledgement } of subscriptions) {
      if (acknowledgement.waiting) return undefined;
      refused ||= acknowledgement.error !== undefined;
    }
    const since = this.#since;
    this.#since = undefined;
    return refused ? undefined : since;
  }
}
