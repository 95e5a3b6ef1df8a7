import type { Endpoint } from "../../core/index.ts";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Built } from "../plan.ts";
import { acrossNetworks } from "./across-networks.ts";
import type { AssignmentKey } from "./assignment-key.ts";
import { lbEndpoint } from "./lb-endpoint.ts";
import { byLocality, type LocalityGroup, localityGroup, localityMessage } from "./locality-group.ts";
import { networkWays } from "./network-ways.ts";
import { preferLocalities } from "./prefer-localities.ts";
import { reachableEndpoints } from "./reachable-endpoints.ts";

/** The endpoints of a cluster; a service without any has an empty assignment, so that Envoy does not wait for one. */
export function buildAssignment(key: AssignmentKey): Built<ClusterLoadAssignment> {
  const endpoints = preferLocalities(localityGroups(key), key).map(localityMessage);
  return {
    message: { clusterName: key.name, ...(endpoints.length > 0 && { endpoints }) },
    sources: distinctSources([
      key.service.origin,
      ...(key.rule?.sources ?? []),
      ...key.policies.map((policy) => policy.key),
    ]),
  };
}

function localityGroups(key: AssignmentKey): readonly LocalityGroup[] {
  const { ownTls, families, network, gateways } = key;
  const resolves = key.service.resolution === "dns" || key.service.resolution === "dns-round-robin";
  const plain = new Set(key.plainEndpoints);
  const isMutual = (endpoint: Endpoint) => endpoint.mutualTls && !ownTls && !plain.has(endpoint);
  const crosses = (endpoint: Endpoint) => key.crossesNetworks && isMutual(endpoint);
  const direct = (endpoint: Endpoint) => lbEndpoint(endpoint, { mutualTls: isMutual(endpoint), families });
  const crossing = { ways: networkWays(gateways, { network, families, resolves }), direct, crosses };
  return byLocality(reachableEndpoints(key)).map(([locality, inside]) => {
    const usable = key.onlyMutualTls ? inside.filter(isMutual) : inside;
    return localityGroup(locality, acrossNetworks(usable, crossing));
  });
}
