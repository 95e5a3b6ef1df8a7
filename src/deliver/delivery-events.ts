import type { Proxy as MeshProxy } from "../core/index.ts";
import type { Subscription } from "./subscription.ts";

/** A client's stream, as others may see it. */
export interface ConnectedClient {
  /** Unique among all connections: the node's id and a number. */
  readonly id: string;
  readonly proxy: MeshProxy;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
  /** The name of the version that the client was brought to. */
  readonly versionName: string;
  /** What the client watches, in the order of a push. */
  readonly subscriptions: readonly Subscription[];
}

/** Who wants to know what happens on streams: metrics, logs, status. */
export interface DeliveryEvents {
  connected(client: ConnectedClient): void;
  disconnected(client: ConnectedClient): void;
  /** A response went out whole. */
  sent(client: ConnectedClient, type: string, cost: { readonly bytes: number; readonly seconds: number }): void;
  /** A client answered a response: its last one, or one before that. */
  answered(client: ConnectedClient, subscription: Subscription, answer: "accepted" | "refused" | "stale"): void;
  /** A push found the response before it unanswered; `timedOut`: and was sent all the same. */
  delayed(client: ConnectedClient, type: string, timedOut: boolean): void;
  /** A client was cut off because it did not read. */
  cutOff(client: ConnectedClient, type: string): void;
}

/** Nobody wants to know. */
export const noEvents: DeliveryEvents = {
  connected: () => undefined,
  disconnected: () => undefined,
  sent: () => undefined,
  answered: () => undefined,
  delayed: () => undefined,
  cutOff: () => undefined,
};
