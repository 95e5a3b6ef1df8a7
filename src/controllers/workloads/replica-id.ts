import type { Ids } from "../../base/ids.ts";

/** What sets the incarnations of a replica apart; with it, nobody else's names look like these. */
const incarnation = /^[^_]+_[a-z0-9]{8}$/;

/** A name for this process among all replicas, and among all that ran under the same host's name before it. */
export function newReplicaId(host: string, ids: Ids): string {
  return `${host.toLowerCase().replace(/[^a-z0-9.-]/g, "-")}_${ids.suffix(8)}`;
}

/** Whether a name is that of a replica of Fairway: an istiod beside it, by the name of its pod, is none. */
export function isReplicaId(name: string): boolean {
  return incarnation.test(name);
}
