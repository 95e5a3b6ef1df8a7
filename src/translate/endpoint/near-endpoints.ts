import type { Labels } from "../../base/labels.ts";
import { type Endpoint, type EndpointShards, nodeId, type Service } from "../../core/index.ts";
import { type Candidate, judgeEndpoints } from "../../topology/index.ts";
import type { OutboundView } from "../view.ts";

/** The nodes that endpoints are on, and what was chosen of the endpoints by them. */
interface Spread {
  readonly nodes: readonly Candidate[];
  /** By the nodes that are near: clients of whatever view that have the same ones share what is made. */
  readonly chosen: Map<string, EndpointShards>;
}

const spreads = new WeakMap<EndpointShards, Spread>();

/**
 * The endpoints of a service that clients reach from where they are: all of them, or by its rule those on nodes that are
 * near. The same endpoints are the same object, whoever asks.
 */
export function nearEndpoints({ scope, registry }: OutboundView, service: Service): EndpointShards {
  const shards = registry.endpoints(service);
  if (!service.topology) return shards;
  const { nodes, chosen } = spreadOf(shards);
  const labels = new Map<string, Labels | undefined>();
  const labelsOf = (id: string) => {
    if (!labels.has(id)) labels.set(id, registry.nodeLabels(id));
    return labels.get(id);
  };
  const verdicts = judgeEndpoints(service.topology, nodes, { own: scope.place, node: labelsOf });
  const near = new Set(nodes.flatMap(({ node = "" }, i) => (verdicts[i]?.kept ? [node] : [])));
  if (near.size === nodes.length) return shards;
  const key = JSON.stringify([...near]);
  const found = chosen.get(key) ?? only(shards, near);
  chosen.set(key, found);
  return found;
}

/** A rule goes by nodes: one candidate stands for all endpoints of its node. */
function spreadOf(shards: EndpointShards): Spread {
  const last = spreads.get(shards);
  if (last) return last;
  const byNode = Map.groupBy([...shards.values()].flat(), nodeId);
  const nodes = Array.from(byNode, ([node, endpoints]) => ({ node, ready: endpoints.some(isReady) }));
  const spread = { nodes, chosen: new Map() };
  spreads.set(shards, spread);
  return spread;
}

function isReady({ health }: Endpoint): boolean {
  return health === "healthy" || health === "unknown";
}

function only(shards: EndpointShards, near: ReadonlySet<string>): EndpointShards {
  return new Map(Array.from(shards, ([cluster, all]) => [cluster, all.filter((each) => near.has(nodeId(each)))]));
}
