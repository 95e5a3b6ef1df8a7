import type { Clock } from "../base/clock.ts";
import { keepAll, keepEndpoints, unneeded } from "./keep-clusters.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { Subscription, Update } from "./subscription.ts";
import { xdsTypes } from "./xds-types.ts";

/** Types whose resources refer to clusters. */
const referringTypes: readonly string[] = [xdsTypes.listener, xdsTypes.route, xdsTypes.virtualHost, xdsTypes.extension];

/** Milliseconds that a client which comes back with clusters has to ask for what refers to them. */
const returnMs = 1000;

/** What is known of a stream. */
export interface StreamState {
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  /** Types that have something to send and wait. */
  readonly blocked: ReadonlySet<string>;
  /** What the client is to have of what it watches. */
  readonly target: (subscription: Subscription) => ResourceSet;
  /** Milliseconds for which anything waits for the client; 0: nothing does. */
  readonly answerTimeout: number;
  /** After so many milliseconds notes that, and then sends what need not wait any more. */
  readonly after: (ms: number, note: () => void) => void;
  readonly clock: Clock;
}

/** Waiting that comes to an end. */
interface Patience {
  over: boolean;
}

/**
 * The order of changes by which no request is lost. Listeners and routes send traffic to clusters by name, and each
 * request looks the name up. So clusters come first, and what refers to them waits until the client has them in use, which
 * it says by its answer; and clusters go last, when the client has taken all that no longer refers to them.
 */
export class MakeBeforeBreak {
  readonly #stream: StreamState;
  /** The client was sent clusters that it did not have, and has not said that they are in use. */
  #warming = false;
  /** How long what refers to clusters waits for them; undefined while nothing does. */
  #hold: Patience | undefined;
  /** How long a client that came back is expected to ask for the rest. */
  #return: Patience | undefined;

  constructor(stream: StreamState) {
    this.#stream = stream;
  }

  /** Notes that a type was answered. */
  answered(type: string): void {
    if (type === xdsTypes.cluster) this.#warming = false;
  }

  /** Notes what is about to be sent; what the client had before is still in the subscription. */
  sending({ type, has, returning }: Subscription, { adds }: Update): void {
    // A client that begins takes nothing into use before it has all of it.
    if (type === xdsTypes.cluster && adds && (returning || has.size > 0)) this.#warming = true;
  }

  /** Whether a type must wait until clusters are in use that it may refer to. */
  mustHold(type: string): boolean {
    const { answerTimeout, blocked } = this.#stream;
    if (!referringTypes.includes(type)) return false;
    if (answerTimeout === 0 || !(this.#warming || blocked.has(xdsTypes.cluster))) {
      this.#hold = undefined;
      return false;
    }
    this.#hold ??= this.#patience(answerTimeout);
    // A cluster that never comes into use must not keep the rest away for good.
    if (this.#hold.over) this.#warming = false;
    return !this.#hold.over;
  }

  /** What a client may be sent of a type now: what it is to have, with the clusters that are to go, as they are. */
  next(subscription: Subscription): ResourceSet {
    const { subscriptions, target } = this.#stream;
    const set = target(subscription);
    const { type, has } = subscription;
    if (type === xdsTypes.cluster) {
      return unneeded(set, has).length > 0 && this.#isReferredTo() ? keepAll(set, has) : set;
    }
    const clusters = subscriptions.get(xdsTypes.cluster);
    if (type !== xdsTypes.endpoint || !clusters) return set;
    return keepEndpoints({ set, has }, { set: target(clusters), has: clusters.has });
  }

  /** Whether there are clusters that are to go and that nothing refers to any more. */
  get mayRemove(): boolean {
    const { subscriptions, blocked, target } = this.#stream;
    const clusters = subscriptions.get(xdsTypes.cluster);
    if (!clusters || blocked.has(clusters.type) || clusters.acknowledgement.waiting) return false;
    if (unneeded(target(clusters), clusters.has).length === 0) return false;
    const referring = this.#referring();
    return referring.length === 0 ? !this.#isReferredTo() : !referring.some((each) => this.#isUnsettled(each));
  }

  #isUnsettled({ type, acknowledgement: { waiting, error, sentAt } }: Subscription): boolean {
    const { answerTimeout, blocked, clock } = this.#stream;
    if (answerTimeout === 0) return false;
    // What was refused left in force what was there before.
    if (blocked.has(type) || error !== undefined) return true;
    return waiting && clock.monotonic() - sentAt < answerTimeout;
  }

  #referring(): readonly Subscription[] {
    const watched = referringTypes.flatMap((type) => this.#stream.subscriptions.get(type) ?? []);
    // Virtual hosts are nothing without tables: who comes back may tell of hosts first, or have no tables any more.
    const hasTables = this.#stream.subscriptions.has(xdsTypes.route);
    return hasTables ? watched : watched.filter(({ type }) => type !== xdsTypes.virtualHost);
  }

  /** Whether the client watches what refers to clusters, or has just come back and is about to. */
  #isReferredTo(): boolean {
    if (this.#referring().length > 0) return true;
    if (!this.#stream.subscriptions.get(xdsTypes.cluster)?.returning) return false;
    this.#return ??= this.#patience(returnMs);
    return !this.#return.over;
  }

  #patience(ms: number): Patience {
    const patience = { over: false };
    this.#stream.after(ms, () => {
      patience.over = true;
    });
    return patience;
  }
}
