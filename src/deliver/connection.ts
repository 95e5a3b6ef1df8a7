import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { GrpcCall } from "../grpc/index.ts";
import { grpcCodes, statusOf } from "../grpc/index.ts";
import type { ClientConfig, ConfigVersion, StreamAbilities } from "./config-source.ts";
import { Convergence } from "./convergence.ts";
import type { ConnectedClient, DeliveryEvents } from "./delivery-events.ts";
import { encodeNonce } from "./encode-response.ts";
import { MakeBeforeBreak } from "./make-before-break.ts";
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
 * every moment; each sends what the client lacks, and nothing else.
 */
export class Connection implements ConnectedClient {
  readonly id: string;
  readonly proxy: MeshProxy;
  readonly agent: string;
  readonly connectedAt: number;
  readonly peer: GrpcCall["peer"];
  readonly #call: GrpcCall;
  readonly #abilities: StreamAbilities;
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
  #version: ConfigVersion;
  /** Made when it is first needed: who only asks questions needs none. */
  #config: ClientConfig | undefined;
  #turn: Promise<void> = Promise.resolve();
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
    this.#abilities = abilities;
    this.#limits = limits;
    this.#events = events;
    this.#clock = clock;
    this.connectedAt = clock.now();
    this.#version = version;
    this.#convergence = new Convergence(version.number);
    this.#order = new MakeBeforeBreak({
      subscriptions: this.#subscriptions,
      blocked: this.#blocked,
      target: (subscription) => this.#target(subscription),
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
    return this.#version.name;
  }

  get closed(): AbortSignal {
    return this.#call.closed;
  }

  lastSent(type: string): readonly XdsResource[] {
    return (this.#lastSent.get(type) ?? []).flatMap(({ resources }) => resources);
  }

  resources(type: string): ResourceSet {
    const subscription = this.#subscriptions.get(type);
    return subscription ? this.#target(subscription) : ResourceSet.empty(type);
  }

  reached(type: string): number {
    return this.#convergence.reached(type);
  }

  /** Sends an answer to a question, which changes nothing of what the client watches. */
  answer(type: string, body: readonly Uint8Array[]): Promise<void> {
    return this.#inTurn(() => this.#send([...body, encodeNonce(this.#nextNonce())], type, this.#clock.monotonic()));
  }

  /** Deals with a request of a type: `take` reads it into its subscription, which is made if there is none. */
  request<S extends Subscription>(type: string, make: () => S, take: (subscription: S) => Verdict): Promise<void> {
    return this.#inTurn(async () => {
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
      if (hosts) await this.#respond(hosts);
      if (asks || (answer !== "stale" && this.#blocked.has(type))) await this.#respond(subscription);
      await this.#goOn();
      const since = this.#convergence.answered({ subscriptions: this.#ordered, blocked: this.#blocked });
      if (since !== undefined) this.#events.converged(this, since);
    });
  }

  /**
   * Brings the client to a version, for a change that was seen at `start`; resolves when everything was sent that it
   * lacks and that need not wait, or cannot be: then the stream has ended.
   */
  push(version: ConfigVersion, start = this.#clock.monotonic()): Promise<void> {
    return this.#fenced(async () => {
      this.#version = version;
      // What the client had is needed to make what it is to have.
      this.#config &&= version.client(this.proxy, this.#abilities);
      const sent = this.#nonces;
      for (const subscription of this.subscriptions) {
        const { type, acknowledgement } = subscription;
        const mustWait = this.#isWaiting(subscription);
        if (this.#limits.answerTimeout > 0 && acknowledgement.waiting) this.#events.delayed(this, type, !mustWait);
        if (mustWait) this.#block(subscription);
        else await this.#respond(subscription);
      }
      await this.#removeUnused();
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
  async #goOn(): Promise<void> {
    for (const subscription of this.subscriptions) {
      const { type, acknowledgement } = subscription;
      if (!this.#blocked.has(type) || this.#order.mustHold(type)) continue;
      if (this.#isWaiting(subscription)) this.#block(subscription);
      else {
        if (acknowledgement.waiting) this.#events.delayed(this, type, true);
        await this.#respond(subscription);
      }
    }
    await this.#removeUnused();
  }

  async #removeUnused(): Promise<void> {
    const clusters = this.#subscriptions.get(xdsTypes.cluster);
    if (clusters && this.#order.mayRemove) await this.#bring(clusters, this.#target(clusters));
  }

  /** Sends what the client lacks of a type, unless that has to be held back. */
  async #respond(subscription: Subscription): Promise<void> {
    if (this.#order.mustHold(subscription.type)) this.#blocked.add(subscription.type);
    else await this.#bring(subscription, this.#order.next(subscription));
  }

  /** Brings the client to a set. */
  async #bring(subscription: Subscription, set: ResourceSet): Promise<void> {
    const { type } = subscription;
    const started = this.#clock.monotonic();
    this.#blocked.delete(type);
    const update = subscription.update(set);
    if (!update) return;
    const nonce = this.#nextNonce();
    this.#order.sending(subscription, update.parcels);
    subscription.sent(set, nonce, this.#clock.monotonic());
    this.#lastSent.set(type, update.parcels);
    await this.#send([...update.body, encodeNonce(nonce)], type, started);
    await this.#sendFollowers(update.news);
  }

  async #sendFollowers(parcels: readonly Parcel[]): Promise<void> {
    const due = new Set<Subscription>();
    for (const { followers } of parcels) {
      for (const [type, names] of followers) {
        const subscription = this.#subscriptions.get(type);
        if (!subscription) continue;
        subscription.owe(names);
        due.add(subscription);
      }
    }
    for (const subscription of due) await this.#respond(subscription);
  }

  /** What the client is to have of what it watches. */
  #target({ type, wanted }: Subscription): ResourceSet {
    this.#config ??= this.#version.client(this.proxy, this.#abilities);
    return this.#config.resources(type, wanted);
  }

  /** Whether a nonce is one of this stream's. */
  hasSent(nonce: string): boolean {
    return nonce.startsWith(`${this.id}/`);
  }

  #nextNonce(): string {
    return `${this.id}/${++this.#nonces}`;
  }

  /** `began` is when making it did. */
  async #send(parts: readonly Uint8Array[], type: string, began: number): Promise<void> {
    const started = this.#clock.monotonic();
    const late = () => this.#events.cutOff(this, type);
    await this.#call.send(parts, { timeout: this.#limits.sendTimeout, late });
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const sendSeconds = (this.#clock.monotonic() - started) / 1000;
    this.#events.sent(this, type, { bytes, makeSeconds: (started - began) / 1000, sendSeconds });
  }

  #after(ms: number, note: () => void): void {
    this.#clock.after(ms, () => {
      note();
      void this.#fenced(() => this.#goOn());
    });
  }

  /** Does what no request asks for. What goes wrong ends the stream, so that the client comes back for what it lacks. */
  async #fenced(work: () => Promise<void>): Promise<void> {
    try {
      await this.#inTurn(work);
    } catch (error) {
      // The client may be gone, which its stream tells.
      if (isFault(error, "Unavailable")) return;
      this.#events.failed(this, error);
      this.#call.cancel(statusOf(error));
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(() => {
      if (this.#call.closed.aborted) throw new FairwayError("Unavailable", "the client is gone");
      return work();
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
