import { isSuperset, type Labels } from "../../base/labels.ts";
import type { Endpoint, EndpointShards, Health, Service } from "../../core/index.ts";
import { keepsSessions } from "../persistent-session.ts";

/** Which endpoints of a service count. */
export interface EndpointChoice {
  readonly service: Service;
  readonly shards: EndpointShards;
  /** Name of the service's port. */
  readonly portName: string;
  /** Only endpoints with its labels; undefined: all. */
  readonly subset: { readonly labels?: Labels | undefined } | undefined;
  /** Only endpoints of this cluster; empty: of all. */
  readonly onlyCluster: string;
  /** Only endpoints on this node; undefined: on all. */
  readonly onlyNode: string | undefined;
  /** Only endpoints in these networks; empty: in all. */
  readonly networkView: readonly string[];
  /** Endpoints that are not ready count too: Envoy sends them nothing, but knows by them when to turn elsewhere. */
  readonly withUnready: boolean;
}

/** The endpoints that a client is told of, cluster by cluster in the order of the clusters' names. */
export function reachableEndpoints(choice: EndpointChoice): readonly Endpoint[] {
  const { shards, onlyCluster } = choice;
  const told = toldHealth(choice);
  const found: Endpoint[] = [];
  for (const cluster of shards.size > 1 ? [...shards.keys()].sort() : shards.keys()) {
    for (const endpoint of shards.get(cluster) ?? []) {
      if (onlyCluster !== "" && endpoint.cluster !== onlyCluster) continue;
      if (isChosen(endpoint, choice) && told.has(endpoint.health)) found.push(endpoint);
    }
  }
  return found;
}

function isChosen(endpoint: Endpoint, { portName, subset, onlyNode, networkView }: EndpointChoice): boolean {
  if (endpoint.portName !== portName) return false;
  if (onlyNode !== undefined && endpoint.node !== onlyNode) return false;
  if (networkView.length > 0 && endpoint.network !== "" && !networkView.includes(endpoint.network)) return false;
  return subset?.labels === undefined || isSuperset(endpoint.labels, subset.labels);
}

/** Who ends takes no new sessions, but goes on with those that must not move. */
function toldHealth({ service, withUnready }: EndpointChoice): ReadonlySet<Health> {
  const told = new Set<Health>(["healthy", "unknown"]);
  if (withUnready) told.add("unready");
  if (keepsSessions(service)) told.add("draining");
  return told;
}
