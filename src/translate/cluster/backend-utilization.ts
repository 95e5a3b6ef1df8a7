import type { LoadBalancerSettings } from "../../api/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { any } from "../any.ts";
import { protoDuration } from "../proto-duration.ts";

type BackendUtilization = NonNullable<LoadBalancerSettings["backendUtilization"]>;

const name = "envoy.load_balancing_policies.client_side_weighted_round_robin";
const message =
  "envoy.extensions.load_balancing_policies.client_side_weighted_round_robin.v3.ClientSideWeightedRoundRobin";

/** Endpoints by turns, weighted by the load that they report of themselves. */
export function byUtilization(asked: BackendUtilization): Pick<Cluster, "lbPolicy" | "loadBalancingPolicy"> {
  const penalty = asked.errorUtilizationPenaltyPercent;
  const value = {
    ...durationField("blackout_period", asked.weightStabilizationPeriod),
    ...durationField("weight_expiration_period", asked.weightExpirationPeriod),
    ...durationField("weight_update_period", asked.weightUpdatePeriod),
    ...(penalty !== undefined && { error_utilization_penalty: penalty / 100 }),
    ...(asked.metricNamesForComputingUtilization?.length && {
      metric_names_for_computing_utilization: asked.metricNamesForComputingUtilization,
    }),
  };
  const typedConfig = any("udpa.type.v1.TypedStruct", { typeUrl: `type.googleapis.com/${message}`, value });
  return {
    lbPolicy: "LOAD_BALANCING_POLICY_CONFIG",
    loadBalancingPolicy: { policies: [{ typedExtensionConfig: { name, typedConfig } }] },
  };
}

function durationField(field: string, duration: string | undefined): { readonly [field: string]: string } {
  const text = protoDuration(duration);
  return text === undefined ? {} : { [field]: text };
}
