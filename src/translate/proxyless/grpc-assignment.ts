import { isIP } from "node:net";
import type { ClusterLoadAssignment, LbEndpoint, LocalityLbEndpoints } from "../../gen/envoy/config/endpoint/v3.ts";
import type { AssignmentKey } from "../endpoint/assignment-key.ts";
import { buildAssignment } from "../endpoint/build-assignment.ts";
import type { Built } from "../plan.ts";

/**
 * The endpoints of a cluster as gRPC takes them. It refuses all of them if one is no IP address, if two are the same, or
 * if a priority has nobody in it.
 */
export function buildGrpcAssignment(key: AssignmentKey): Built<ClusterLoadAssignment> {
  const { message, ...built } = buildAssignment(key);
  const seen = new Set<string>();
  const localities = (message.endpoints ?? []).flatMap((locality) => {
    const lbEndpoints = (locality.lbEndpoints ?? []).filter((each) => isNew(each, seen)).map(plainEndpoint);
    return lbEndpoints.length > 0 && locality.loadBalancingWeight ? [{ ...locality, lbEndpoints }] : [];
  });
  const endpoints = withoutGaps(localities);
  return {
    message: { clusterName: message.clusterName, ...(endpoints.length > 0 && { endpoints }) },
    ...built,
  };
}

function isNew({ endpoint }: LbEndpoint, seen: Set<string>): boolean {
  const { address = "", portValue } = endpoint?.address?.socketAddress ?? {};
  const id = `${address} ${portValue}`;
  if (isIP(address) === 0 || seen.has(id)) return false;
  seen.add(id);
  return true;
}

/** Without what only Envoy reads. */
function plainEndpoint({ metadata: _, ...endpoint }: LbEndpoint): LbEndpoint {
  return endpoint;
}

function withoutGaps(localities: readonly LocalityLbEndpoints[]): readonly LocalityLbEndpoints[] {
  const used = [...new Set(localities.map(({ priority = 0 }) => priority))].sort((a, b) => a - b);
  return localities.map(({ priority = 0, ...locality }) => {
    const place = used.indexOf(priority);
    return place === 0 ? locality : { ...locality, priority: place };
  });
}
