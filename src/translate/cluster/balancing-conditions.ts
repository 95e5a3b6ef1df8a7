import type { Cluster_CommonLbConfig } from "../../gen/envoy/config/cluster/v3.ts";
import type { PortPolicy } from "../../mesh/index.ts";
import { localityPlan, zoneSetting } from "../endpoint/locality-preference.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { keepsSessions } from "../persistent-session.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";

/** Statuses of endpoints at which sessions stay, though new ones go elsewhere. */
const sessionStatuses = ["HEALTHY", "DRAINING", "UNKNOWN", "DEGRADED"] as const;

/** What holds for picking endpoints whatever the policy: of localities, zones, sessions and too few healthy endpoints. */
export function balancingConditions(key: OutboundClusterKey, policy: PortPolicy): Cluster_CommonLbConfig {
  const { service, environment, rule, port, subset } = key;
  const asked = policyOfPort(rule, port.number, subset?.name ?? "");
  const zones = zoneSetting(asked, service, environment.mesh);
  const plan = localityPlan(asked, service, environment.mesh);
  const weighted = plan?.distribute?.length || plan?.failover?.length || plan?.failoverPriority?.length;
  const panic = policy.outlierDetection?.minHealthPercent;
  return {
    // Below this share of healthy endpoints Envoy would use all of them; 0, so that it never does unless the user asks.
    healthyPanicThreshold: panic ? { value: panic } : {},
    ...(zones && { zoneAwareLbConfig: zoneAwareness(zones) }),
    ...(!zones && weighted && { localityWeightedLbConfig: {} }),
    ...(keepsSessions(service) && { overrideHostStatus: { statuses: sessionStatuses } }),
  };
}

/** Envoy is aware of zones even where it is told nothing of it: it must be told not to be. */
function zoneAwareness({ enabled, minClusterSize }: NonNullable<ReturnType<typeof zoneSetting>>) {
  return {
    ...(enabled === false && { routingEnabled: { value: 0 } }),
    ...(minClusterSize && { minClusterSize: String(minClusterSize) }),
  };
}
