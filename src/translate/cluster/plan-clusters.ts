import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";

/** The clusters of a view. */
export function planClusters(_view: View): readonly Plan<Cluster>[] {
  return [];
}
