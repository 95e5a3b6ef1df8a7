import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";

/** The endpoints of a view. */
export function planEndpoints(_view: View, _names: readonly string[]): readonly Plan<ClusterLoadAssignment>[] {
  return [];
}
