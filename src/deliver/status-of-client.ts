import type { ConnectedClient } from "./delivery-events.ts";
import type { Subscription } from "./subscription.ts";
import { byPushOrder, xdsTypes } from "./xds-types.ts";

/**
 * `SYNCED`: the client has what it was sent. `STALE`: it has not answered yet. `NACKED`: it refused. `NOT_SENT`: it does
 * not watch the type, or there is nothing of it.
 */
export type SyncState = "SYNCED" | "STALE" | "NACKED" | "NOT_SENT";

/** How far a client has followed one type. */
export interface TypeStatus {
  readonly state: SyncState;
  /** Nonces of the last response and of the last one that was taken; empty if there is none. */
  readonly sent: string;
  readonly acked: string;
  /** Why the client refused; empty if it did not. */
  readonly error: string;
  /** When the last response was sent, on the clock that never goes back; 0 if none was. */
  readonly sentAt: number;
}

/** Types that every proxy is expected to watch. */
const expected = [xdsTypes.cluster, xdsTypes.endpoint, xdsTypes.listener, xdsTypes.route];

/** How far a client has followed each type that it watches or is expected to, in the order of a push. */
export function statusOfClient(client: ConnectedClient): ReadonlyMap<string, TypeStatus> {
  const watched = new Map(client.subscriptions.map((subscription) => [subscription.type, subscription]));
  const types = [...new Set([...expected, ...watched.keys()])].sort(byPushOrder);
  return new Map(types.map((type) => [type, statusOf(watched.get(type))]));
}

function statusOf(subscription: Subscription | undefined): TypeStatus {
  if (!subscription) return { state: "NOT_SENT", sent: "", acked: "", error: "", sentAt: 0 };
  const { sentNonce, acceptedNonce, error = "", sentAt } = subscription.acknowledgement;
  return { state: stateOf(subscription), sent: sentNonce, acked: acceptedNonce, error, sentAt };
}

function stateOf({ acknowledgement, has }: Subscription): SyncState {
  // A client that connects again may say that it has everything already: then nothing is sent.
  if (!acknowledgement.begun) return has.size > 0 ? "SYNCED" : "NOT_SENT";
  if (acknowledgement.waiting) return "STALE";
  return acknowledgement.acceptedNonce === acknowledgement.sentNonce ? "SYNCED" : "NACKED";
}
