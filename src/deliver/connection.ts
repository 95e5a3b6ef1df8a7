import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { GrpcCall } from "../grpc/index.ts";
import { grpcCodes, statusOf } from "../grpc/index.ts";
import type { ConfigVersion, StreamAbilities } from "./config-source.ts";
import { Convergence } from "./convergence.ts";
import { CurrentSets } from "./current-sets.ts";
import type { ConnectedClient, DeliveryEvents } from "./delivery-events.ts";
import { encodeNonce } from "./encode-response.ts";
import { MakeBeforeBreak } from "./make-before-break.ts";
import { Outbox } from "./outbox.ts";
import type { Parcel } from "./parcel.ts";
import { ResourceSet } from "./resource-set.ts";
import { checkNames, checkTypes, type StreamLimits } from "./stream-limits.ts";
import type { Subscription, Verdict } from "./subscription.ts";
import type { XdsResource } from "./xds-resource.ts";
import { byPushOrder, xdsTypes } from "./xds-types.ts";

/** What a connection is made from. */
export interface ConnectionOptions {
  /** Unique among all connections: the node's id and a number. */
  readonly id: string;
  readonly proxy: MeshProxy;
  /** The client's program and its version. Default: not known. */
  readonly agent?: string;
  readonly call: GrpcCall;
  readonly version: ConfigVersion;
  readonly abilities: StreamAbilities;
  readonly limits: StreamLimits;
  readonly events: DeliveryEvents;
  readonly clock?: Clock;
}

/**
 * A client's stream. Requests and pushes are dealt with one after the other, so that what the client has is known at
 * every moment; each sends what the client lacks, and nothing else. What one of them has to send is decided without
 * waiting, and then goes out together.
 */
export class Connection implements ConnectedClient {
  readonly id: string;
  readonly proxy: MeshProxy;
  readonly agent: string;
  readonly connectedAt: number;
  readonly peer: GrpcCall["peer"];
  readonly #call: GrpcCall;
  readonly #limits: StreamLimits;
  readonly #events: DeliveryEvents;
  readonly #clock: Clock;
  readonly #subscriptions = new Map<string, Subscription>();
  /** The same in the order of a push. */
  #ordered: readonly Subscription[] = [];
  readonly #order: MakeBeforeBreak;
  /** Types that have something to send once the client has answered. */
  readonly #blocked = new Set<string>();
  readonly #lastSent = new Map<string, readonly Parcel[]>();
  readonly #convergence: Convergence;
  readonly #outbox: Outbox;
  readonly #sets: CurrentSets;
  #nonces = 0;
  /** Whether something is to look again when the client has had its time to answer. */
  #reminded = false;

  constructor(options: ConnectionOptions) {
    const { id, proxy, agent = "", call, version, abilities, limits, events, clock = systemClock } = options;
    this.id = id;
    this.proxy = proxy;
    this.agent = agent;
    this.peer = call.peer;
    this.#call = call;
    this.#limits = limits;
    this.#events = events;
    this.#clock = clock;
    this.connectedAt = clock.now();
    this.#sets = new CurrentSets(version, (each) => each.client(proxy, abilities));
    this.#convergence = new Convergence(version.number);
    this.#outbox = new Outbox({ client: this, call, timeout: limits.sendTimeout, events, clock });
    this.#order = new MakeBeforeBreak({
      subscriptions: this.#subscriptions,
      blocked: this.#blocked,
      target: (subscription) => this.#sets.of(subscription),
      answerTimeout: limits.answerTimeout,
      after: (ms, note) => this.#after(ms, note),
      clock,
    });
  }

  /** What the client watches, in the order of a push. */
  get subscriptions(): readonly Subscription[] {
    return this.#ordered;
  }

  /** The name of the version that the client was brought to. */
  get versionName(): string {
    return this.#sets.version.name;
  }

  get closed(): AbortSignal {
    return this.#call.closed;
  }

  lastSent(type: string): readonly XdsResource[] {
    return (this.#lastSent.get(type) ?? []).flatMap(({ resources }) => resources);
  }

  resources(type: string): ResourceSet {
    const subscription = this.#subscriptions.get(type);
    return subscription ? this.#sets.of(subscription) : ResourceSet.empty(type);
  }

  reached(type: string): number {
    return this.#convergence.reached(type);
  }

  /** Sends an answer to a question, which changes nothing of what the client watches. */
  answer(type: string, body: readonly Uint8Array[]): Promise<void> {
    return this.#inTurn(() => {
      this.#outbox.put({ type, parts: [...body, encodeNonce(this.#nextNonce())], began: this.#clock.monotonic() });
    });
  }

  /** Deals with a request of a type: `take` reads it into its subscription, which is made if there is none. */
  request<S extends Subscription>(type: string, make: () => S, take: (subscription: S) => Verdict): Promise<void> {
    return this.#inTurn(() => {
      const known = this.#subscriptions.get(type) as S | undefined;
      const subscription = known ?? make();
      if (!known) this.#subscribe(subscription);
      const { answer, asks, drops } = take(subscription);
      checkNames(subscription, this.#limits);
      if (answer !== "none") this.#events.answered(this, subscription, answer);
      if (answer === "accepted") this.#lastSent.delete(type);
      if (answer === "accepted" || answer === "refused") this.#order.answered(type);
      // Envoy goes on saying that it has hosts of a table that it dropped, and may do so before it tells which tables it has.
      const told = type === xdsTypes.route && (drops || !known);
      const hosts = told ? this.#subscriptions.get(xdsTypes.virtualHost) : undefined;
      if (hosts) this.#respond(hosts);
      if (asks || (answer !== "stale" && this.#blocked.has(type))) this.#respond(subscription);
      this.#goOn();
      const since = this.#convergence.answered({ subscriptions: this.#ordered, blocked: this.#blocked });
      if (since !== undefined) this.#events.converged(this, since);
    });
  }

  /**
   * Brings the client to a version, for a change that was seen at `start`; resolves when everything was sent that it
   * lacks and that need not wait, or cannot be: then the stream has ended.
   */
  push(version: ConfigVersion, start = this.#clock.monotonic()): Promise<void> {
    return this.#fenced(() => {
      this.#sets.goTo(version);
      const sent = this.#nonces;
      for (const subscription of this.#ordered) {
        const { type, acknowledgement } = subscription;
        const mustWait = this.#isWaiting(subscription);
        if (this.#limits.answerTimeout > 0 && acknowledgement.waiting) this.#events.delayed(this, type, !mustWait);
        if (mustWait) this.#block(subscription);
        else this.#respond(subscription);
      }
      this.#removeUnused();
      const cause = { start, sent: this.#nonces > sent || this.#blocked.size > 0 };
      const state = { subscriptions: this.#ordered, blocked: this.#blocked };
      this.#convergence.pushed(version.number, cause, state);
    });
  }

  /** Ends the stream with a reason that makes the client connect again. */
  disconnect(reason: string): void {
    this.#call.cancel({ code: grpcCodes.unavailable, message: reason });
  }

  #subscribe(subscription: Subscription): void {
    checkTypes(this.#subscriptions.size + 1, this.#limits);
    this.#subscriptions.set(subscription.type, subscription);
    this.#convergence.subscribed(subscription.type);
    this.#ordered = [...this.#subscriptions.values()].sort((a, b) => byPushOrder(a.type, b.type));
  }

  /** Whether the last response of a type is unanswered and may still be answered. */
  #isWaiting({ acknowledgement: { waiting, sentAt } }: Subscription): boolean {
    const { answerTimeout } = this.#limits;
    return answerTimeout > 0 && waiting && this.#clock.monotonic() - sentAt < answerTimeout;
  }

  /** Holds a type back until the client has answered, or has had its time to. */
  #block({ type, acknowledgement: { sentAt } }: Subscription): void {
    this.#blocked.add(type);
    if (this.#reminded) return;
    this.#reminded = true;
    this.#after(sentAt + this.#limits.answerTimeout - this.#clock.monotonic(), () => {
      this.#reminded = false;
    });
  }

  /** Sends what was held back and need not be any more, and takes away what is no longer used. */
  #goOn(): void {
    for (const subscription of this.#blocked.size > 0 ? this.#ordered : []) {
      const { type, acknowledgement } = subscription;
      if (!this.#blocked.has(type) || this.#order.mustHold(type)) continue;
      if (this.#isWaiting(subscription)) this.#block(subscription);
      else {
        if (acknowledgement.waiting) this.#events.delayed(this, type, true);
        this.#respond(subscription);
      }
    }
    this.#removeUnused();
  }

  #removeUnused(): void {
    const clusters = this.#subscriptions.get(xdsTypes.cluster);
    if (clusters && this.#order.mayRemove) this.#bring(clusters, this.#sets.of(clusters));
  }

  /** Sends what the client lacks of a type, unless that has to be held back. */
  #respond(subscription: Subscription): void {
    if (this.#order.mustHold(subscription.type)) this.#blocked.add(subscription.type);
    else this.#bring(subscription, this.#order.next(subscription));
  }

  /** Brings the client to a set. */
  #bring(subscription: Subscription, set: ResourceSet): void {
    const { type } = subscription;
    const began = this.#clock.monotonic();
    this.#blocked.delete(type);
    const update = subscription.update(set);
    if (!update) return;
    const nonce = this.#nextNonce();
    this.#order.sending(subscription, update);
    subscription.sent(set, nonce, this.#clock.monotonic());
    this.#lastSent.set(type, update.parcels);
    this.#outbox.put({ type, parts: [...update.body, encodeNonce(nonce)], began });
    this.#respondToFollowers(update.news);
  }

  #respondToFollowers(parcels: readonly Parcel[]): void {
    const due = new Set<Subscription>();
    for (const { followers } of parcels) {
      for (const [type, names] of followers) {
        const subscription = this.#subscriptions.get(type);
        if (!subscription) continue;
        subscription.owe(names);
        due.add(subscription);
      }
    }
    for (const subscription of due) this.#respond(subscription);
  }

  /** Whether a nonce is one of this stream's. */
  hasSent(nonce: string): boolean {
    return nonce.startsWith(`${this.id}/`);
  }

  #nextNonce(): string {
    return `${this.id}/${++this.#nonces}`;
  }

  #after(ms: number, note: () => void): void {
    this.#clock.after(ms, () => {
      note();
      void this.#fenced(() => this.#goOn());
    });
  }

  /** Does what no request asks for. What goes wrong ends the stream, so that the client comes back for what it lacks. */
  async #fenced(decide: () => void): Promise<void> {
    try {
      await this.#inTurn(decide);
    } catch (error) {
      // The client may be gone, which its stream tells.
      if (isFault(error, "Unavailable")) return;
      this.#events.failed(this, error);
      this.#call.cancel(statusOf(error));
    }
  }

  /** Decides what is to be sent when all that was decided before is sent, and sends it. */
  async #inTurn(decide: () => void): Promise<void> {
    while (this.#outbox.sending) await this.#outbox.sending.catch(() => undefined);
    if (this.#call.closed.aborted) throw new FairwayError("Unavailable", "the client is gone");
    decide();
    if (!this.#outbox.isEmpty) await this.#outbox.flush();
  }
}
