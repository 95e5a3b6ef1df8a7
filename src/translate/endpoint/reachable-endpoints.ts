import { isSuperset, type Labels } from "../../base/labels.ts";
import type { Endpoint, EndpointShards, Service } from "../../core/index.ts";

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
}

/** Label of a service whose sessions stay at their endpoint as long as it answers at all. */
const sessionLabels = ["istio.io/persistent-session", "istio.io/persistent-session-header"] as const;

/** Whether sessions of a service go on with endpoints that are about to end. */
export function keepsSessions({ labels }: Pick<Service, "labels">): boolean {
  return sessionLabels.some((label) => Boolean(labels[label]));
}

/** The endpoints that take traffic, cluster by cluster in the order of the clusters' names. */
export function reachableEndpoints(choice: EndpointChoice): readonly Endpoint[] {
  const { shards, onlyCluster } = choice;
  const draining = keepsSessions(choice.service);
  const found: Endpoint[] = [];
  for (const cluster of shards.size > 1 ? [...shards.keys()].sort() : shards.keys()) {
    for (const endpoint of shards.get(cluster) ?? []) {
      if (onlyCluster !== "" && endpoint.cluster !== onlyCluster) continue;
      if (isChosen(endpoint, choice) && takesTraffic(endpoint, draining)) found.push(endpoint);
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
function takesTraffic({ health }: Endpoint, draining: boolean): boolean {
  return health === "healthy" || health === "unknown" || (draining && health === "draining");
}
