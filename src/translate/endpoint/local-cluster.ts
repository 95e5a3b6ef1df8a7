import type { AddressFamilies, Endpoint, EndpointShards, Service } from "../../core/index.ts";
import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import type { Built } from "../plan.ts";
import type { View } from "../view.ts";
import type { EndpointClient } from "./endpoint-client.ts";
import { lbEndpoint } from "./lb-endpoint.ts";
import { byLocality, localityGroup, localityMessage } from "./locality-group.ts";

/**
 * The cluster that a proxy itself is of. Envoy weighs the zones of an upstream against those of its own peers; the
 * cluster stands in its bootstrap, and only its endpoints come from here.
 */
export const localCluster = "local_cluster";

/** Labels that tell one generation of a workload from another: only peers of the same share its load. */
const peerLabel = "pod-template-hash";

/** What the peers of a proxy depend on. */
export interface LocalClusterKey {
  /** The proxy's own service; undefined if it has none, or did not ask for its peers. */
  readonly service: Service | undefined;
  readonly shards: EndpointShards;
  readonly generation: string;
  readonly families: AddressFamilies;
}

const noShards: EndpointShards = new Map();

/** The key of a proxy's peers. */
export function localClusterKey({ scope, registry }: View, client: EndpointClient): LocalClusterKey {
  const service = client.discoversSelf ? scope.targets[0]?.service : undefined;
  return {
    service,
    shards: service ? registry.endpoints(service) : noShards,
    generation: client.label(peerLabel),
    families: client.families,
  };
}

/** The proxy's peers, each once whatever ports it has. */
export function buildLocalAssignment(key: LocalClusterKey): Built<ClusterLoadAssignment> {
  const seen = new Set<string>();
  const peers: Endpoint[] = [];
  for (const endpoint of [...key.shards.values()].flat()) {
    const [address = ""] = endpoint.addresses;
    const isPeer = (endpoint.labels[peerLabel] ?? "") === key.generation;
    if (!isPeer || seen.has(address) || (endpoint.health !== "healthy" && endpoint.health !== "unknown")) continue;
    seen.add(address);
    peers.push(endpoint);
  }
  const form = { mutualTls: false, families: key.families };
  const endpoints = byLocality(peers).map(([locality, inside]) => {
    const reached = inside.map((each) => ({ message: lbEndpoint(each, form), weight: each.weight || 1, labels: {} }));
    return localityMessage(localityGroup(locality, reached));
  });
  return {
    message: { clusterName: localCluster, ...(endpoints.length > 0 && { endpoints }) },
    sources: key.service ? [key.service.origin] : [],
  };
}
