import type { Proxy as MeshProxy } from "../core/index.ts";
import type { GrpcPeer } from "../grpc/index.ts";
import type { ResourceSet } from "./resource-set.ts";
import type { Subscription } from "./subscription.ts";
import type { XdsResource } from "./xds-resource.ts";

/** A client's stream, as others may see it. */
export interface ConnectedClient {
  /** Unique among all connections: the node's id and a number. */
  readonly id: string;
  readonly proxy: MeshProxy;
  readonly peer: GrpcPeer;
  /** The program and its version as it calls itself, such as `envoy 1.40.0`; empty if it does not. */
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
  /** The name of the version that the client was brought to. */
  readonly versionName: string;
  /** What the client watches, in the order of a push. */
  readonly subscriptions: readonly Subscription[];
  /** What the last response of a type brought; nothing once the client has taken it. */
  lastSent(type: string): readonly XdsResource[];
  /**
   * The number of the newest version of which the client has accepted everything of a type; 0 if there is none. A type that
   * it does not watch, or of which nothing differs, holds no version back.
   */
  reached(type: string): number;
  /** All of a type that the client is to have; empty if it does not watch the type. */
  resources(type: string): ResourceSet;
}

/** What a response cost. */
export interface SendCost {
  readonly bytes: number;
  /** Until the resources were there, and until the client's side had taken the bytes. */
  readonly makeSeconds: number;
  readonly sendSeconds: number;
}

/** Who wants to know what happens on streams: metrics, logs, status. */
export interface DeliveryEvents {
  connected(client: ConnectedClient): void;
  disconnected(client: ConnectedClient): void;
  /** A request of so many bytes came in. */
  received(bytes: number): void;
  /** A response went out whole. */
  sent(client: ConnectedClient, type: string, cost: SendCost): void;
  /** A client answered a response: its last one, or one before that. */
  answered(client: ConnectedClient, subscription: Subscription, answer: "accepted" | "refused" | "stale"): void;
  /** A push found the response before it unanswered; `timedOut`: and was sent all the same. */
  delayed(client: ConnectedClient, type: string, timedOut: boolean): void;
  /** A client was cut off because it did not read. */
  cutOff(client: ConnectedClient, type: string): void;
  /** A client has accepted all that it was sent for changes; `since` is when the oldest of them was seen. */
  converged(client: ConnectedClient, since: number): void;
  /** Something could not be sent because of a bug, and the stream was ended. */
  failed(client: ConnectedClient, error: unknown): void;
}

/** Tells several, one after the other. */
export function tellAll(listeners: readonly DeliveryEvents[]): DeliveryEvents {
  const each = (tell: (listener: DeliveryEvents) => void) => {
    for (const listener of listeners) tell(listener);
  };
  return {
    connected: (...facts) => each((listener) => listener.connected(...facts)),
    disconnected: (...facts) => each((listener) => listener.disconnected(...facts)),
    received: (...facts) => each((listener) => listener.received(...facts)),
    sent: (...facts) => each((listener) => listener.sent(...facts)),
    answered: (...facts) => each((listener) => listener.answered(...facts)),
    delayed: (...facts) => each((listener) => listener.delayed(...facts)),
    cutOff: (...facts) => each((listener) => listener.cutOff(...facts)),
    converged: (...facts) => each((listener) => listener.converged(...facts)),
    failed: (...facts) => each((listener) => listener.failed(...facts)),
  };
}

/** Nobody wants to know. */
export const noEvents: DeliveryEvents = {
  connected: () => undefined,
  disconnected: () => undefined,
  received: () => undefined,
  sent: () => undefined,
  answered: () => undefined,
  delayed: () => undefined,
  cutOff: () => undefined,
  converged: () => undefined,
  failed: () => undefined,
};
