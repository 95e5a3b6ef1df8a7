import { isRingSize, isTableSize, ringLimit, tableLimit } from "../api/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";

/** Envoy's own, where a cluster says nothing. */
const ringDefault = 1024;

/** What is wrong with the size of a cluster's ring or table, which Envoy finds out too late; undefined if it is fine. */
export function hashSizeFault({ lbPolicy, ringHashLbConfig, maglevLbConfig }: Cluster): string | undefined {
  if (lbPolicy === "RING_HASH") {
    const least = Number(ringHashLbConfig?.minimumRingSize ?? ringDefault);
    const most = Number(ringHashLbConfig?.maximumRingSize ?? ringLimit);
    if (isRingSize(least) && isRingSize(most) && least <= most) return undefined;
    return `a ring must have at most ${ringLimit} points, and not ${least} at least and ${most} at most`;
  }
  const size = lbPolicy === "MAGLEV" ? maglevLbConfig?.tableSize : undefined;
  if (size === undefined || isTableSize(Number(size))) return undefined;
  return `a table must have a prime size below ${tableLimit}, not ${size}`;
}
