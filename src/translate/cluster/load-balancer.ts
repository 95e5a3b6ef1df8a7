import {
  type ConsistentHash,
  isRingSize,
  isTableSize,
  type LoadBalancerSettings,
  type ResourceKey,
  ringLimit,
  tableLimit,
} from "../../api/index.ts";
import type { Cluster, Cluster_SlowStartConfig } from "../../gen/envoy/config/cluster/v3.ts";
import { type ConfigProblem, configProblem } from "../../mesh/index.ts";
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

/** Envoy's own. */
const tableDefault = 65_537;

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
    const usable = tableSize !== undefined && isTableSize(Number(tableSize));
    return { lbPolicy: "MAGLEV", ...(usable && { maglevLbConfig: { tableSize: String(tableSize) } }) };
  }
  const size = ringSize(hash);
  const usable = size > 0 && isRingSize(size);
  return { lbPolicy: "RING_HASH", ringHashLbConfig: { minimumRingSize: String(usable ? size : minimumRing) } };
}

function ringSize(hash: ConsistentHash): number {
  return Number(hash.ringHash?.minimumRingSize ?? hash.minimumRingSize ?? 0);
}

/**
 * What of a rule's settings is replaced by a default. Envoy finds such sizes wrong only when it has the endpoints, and
 * then it neither drops the cluster nor answers for others: it must never be sent them.
 */
export function balancingProblems(
  asked: LoadBalancerSettings | undefined,
  rule: ResourceKey | undefined,
): readonly ConfigProblem[] {
  const hash = asked?.consistentHash;
  if (!hash || !rule) return [];
  const problem = (message: string) => [configProblem(rule, "FW1213", ["spec"], message)];
  if (hash.maglev) {
    const size = Number(hash.maglev.tableSize ?? tableDefault);
    return isTableSize(size) ? [] : problem(`must have a prime \`tableSize\` below ${tableLimit}, not ${size}`);
  }
  const size = ringSize(hash);
  return isRingSize(size) ? [] : problem(`must have a \`minimumRingSize\` of at most ${ringLimit}, not ${size}`);
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
