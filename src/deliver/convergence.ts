import type { Subscription } from "./subscription.ts";

/** What is known of a stream. */
export interface AnswerState {
  readonly subscriptions: Iterable<Subscription>;
  /** Types that have something to send and wait. */
  readonly blocked: ReadonlySet<string>;
}

/** Follows how far a client has come: which version it has of each type, and how long changes take to reach it. */
export class Convergence {
  #since: number | undefined;
  /** The newest version that the client was brought to, as far as it can be brought without its answers. */
  #version: number;
  /** Of types of which the client lacks something of that version: the newest one that it has all of. */
  readonly #behind = new Map<string, number>();

  /** `version` is the number of the one that the client finds when it connects. */
  constructor(version: number) {
    this.#version = version;
  }

  /** The client wants a type, of which it has nothing yet. */
  subscribed(type: string): void {
    this.#behind.set(type, 0);
  }

  /**
   * The client was brought to a version, for a change that was seen at `start`; `sent`: something is on its way to it, or
   * waits for it.
   */
  pushed(
    version: number,
    { start, sent }: { readonly start: number; readonly sent: boolean },
    state: AnswerState,
  ): void {
    for (const subscription of state.subscriptions) {
      const { type } = subscription;
      if (!this.#behind.has(type) && !isSettled(subscription, state)) this.#behind.set(type, this.#version);
    }
    this.#version = version;
    if (sent) this.#since = Math.min(this.#since ?? start, start);
  }

  /**
   * The client said something. Returns when the oldest change was seen of those that it has just come to have all of;
   * undefined while it has not, and if it refused some of it: then it stays behind, however long that takes.
   */
  answered(state: AnswerState): number | undefined {
    let waits = state.blocked.size > 0;
    let refused = false;
    for (const subscription of state.subscriptions) {
      const { type, acknowledgement } = subscription;
      waits ||= acknowledgement.waiting;
      refused ||= acknowledgement.error !== undefined;
      if (isSettled(subscription, state)) this.#behind.delete(type);
      // It may refuse what it asked for itself, after it had everything.
      else if (acknowledgement.error !== undefined && !this.#behind.has(type)) {
        this.#behind.set(type, this.#version - 1);
      }
    }
    if (waits) return undefined;
    const since = this.#since;
    this.#since = undefined;
    return refused ? undefined : since;
  }

  /**
   * The newest version of which the client has accepted everything of a type; 0 if there is none. A type that it does not
   * watch, or of which nothing differs, holds no version back. What it asks for besides does not set it back.
   */
  reached(type: string): number {
    return this.#behind.get(type) ?? this.#version;
  }
}

/** Whether the client has accepted all that it is to have. */
function isSettled({ type, acknowledgement }: Subscription, { blocked }: AnswerState): boolean {
  const { waiting, sentNonce, acceptedNonce } = acknowledgement;
  return !waiting && acceptedNonce === sentNonce && !blocked.has(type);
}
