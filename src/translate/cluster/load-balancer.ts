import type { ConsistentHash, LoadBalancerSettings } from "../../api/index.ts";
import type { Cluster, Cluster_SlowStartConfig } from "../../gen/envoy/config/cluster/v3.ts";
import { protoDuration } from "../proto-duration.ts";
import { byUtilization } from "./backend-utilization.ts";

type LoadBalancing = Pick<
  Cluster,
  | "lbPolicy"
  | "ringHashLbConfig"
  | "maglevLbConfig"
  | "roundRobinLbConfig"
  | "leastRequestLbConfig"
  | "loadBalancingPolicy"
>;

/** A ring smaller than this spreads too unevenly. */
const minimumRing = 1024;

/** How endpoints are picked. Least requests is the default: it takes account of slow endpoints. */
export function loadBalancing(asked: LoadBalancerSettings | undefined): LoadBalancing {
  if (asked?.consistentHash) return hashed(asked.consistentHash);
  if (asked?.backendUtilization) return byUtilization(asked.backendUtilization);
  const start = slowStart(asked);
  switch (asked?.simple) {
    case "ROUND_ROBIN":
      return { lbPolicy: "ROUND_ROBIN", ...(start && { roundRobinLbConfig: { slowStartConfig: start } }) };
    case "RANDOM":
      return { lbPolicy: "RANDOM" };
    default:
      return { lbPolicy: "LEAST_REQUEST", ...(start && { leastRequestLbConfig: { slowStartConfig: start } }) };
  }
}

function hashed(hash: ConsistentHash): LoadBalancing {
  if (hash.maglev) {
    const { tableSize } = hash.maglev;
    return { lbPolicy: "MAGLEV", ...(tableSize !== undefined && { maglevLbConfig: { tableSize: String(tableSize) } }) };
  }
  const size = Number(hash.ringHash?.minimumRingSize ?? hash.minimumRingSize ?? 0);
  return { lbPolicy: "RING_HASH", ringHashLbConfig: { minimumRingSize: String(size || minimumRing) } };
}

/** New endpoints get their share of traffic by and by. */
function slowStart(asked: LoadBalancerSettings | undefined): Cluster_SlowStartConfig | undefined {
  if (asked?.warmup) {
    const { duration, aggression, minimumPercent } = asked.warmup;
    return {
      slowStartWindow: protoDuration(duration),
      // Envoy wants some key for a value that could be changed at run time; it is never looked up.
      aggression: { defaultValue: Number(aggression ?? 1), runtimeKey: "(" },
      minWeightPercent: { value: Number(minimumPercent ?? 10) },
    };
  }
  const { warmupDurationSecs } = asked ?? {};
  return warmupDurationSecs === undefined ? undefined : { slowStartWindow: protoDuration(warmupDurationSecs) };
}
