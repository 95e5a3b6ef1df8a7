import { getOwn } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import type { PersistentMap } from "../base/persistent-map.ts";
import { type Endpoint, type EndpointShards, nodeId, type TopologyRule } from "../core/index.ts";
import { type Candidate, judgeEndpoints } from "../topology/index.ts";

/** A rule goes by nodes: one stands for all endpoints that are on it. */
interface EndpointNode extends Candidate {
  readonly node: string;
  readonly endpoints: readonly Placed[];
}

interface Placed {
  /** The cluster under which it is told, and its position there. */
  readonly shard: string;
  readonly at: number;
  readonly endpoint: Endpoint;
}

/** Where the endpoints of a service are. Clients of many places ask, each for few of them. */
interface Spread {
  /** Nodes with endpoints that are ready, and those without. */
  readonly nodes: readonly (readonly EndpointNode[])[];
  /** The places of all nodes, by which the next was made. */
  readonly places: PersistentMap<Labels>;
  /** Nodes by label and value. */
  readonly byLabel: ReadonlyMap<string, readonly EndpointNode[]>;
  /** What was chosen, by the nodes that are near: whoever has the same ones is given the same object. */
  readonly chosen: Map<string, EndpointShards>;
  /** The same, from before nodes moved: what is not asked for until they move again is forgotten. */
  readonly chosenBefore: ReadonlyMap<string, EndpointShards>;
}

const spreads = new WeakMap<EndpointShards, Spread>();

/**
 * The endpoints that a rule lets clients reach from a place, which is the labels of their node; the very same shards if
 * all are. `places` has the labels of the endpoints' nodes.
 */
export function nearEndpoints(
  shards: EndpointShards,
  rule: TopologyRule,
  place: Labels = {},
  places: PersistentMap<Labels>,
): EndpointShards {
  const spread = spreadOf(shards, places);
  const candidates = new Set(rule.keys.flatMap((key) => spread.byLabel.get(labelId(key, getOwn(place, key))) ?? []));
  // Those that share nothing with the place have all the same verdict: one that is ready and one that is not are enough.
  const others = spread.nodes.flatMap((alike) => alike.find((each) => !candidates.has(each)) ?? []);
  const asked = [...candidates, ...others];
  const verdicts = judgeEndpoints(rule, asked, { own: place, node: (id) => places.get(id) });
  const near = asked.filter((_, i) => verdicts[i]?.kept);
  if (near.length === asked.length) return shards;
  const id = JSON.stringify(near.map(({ node }) => node).sort());
  const found = spread.chosen.get(id) ?? spread.chosenBefore.get(id) ?? only(shards, near);
  spread.chosen.set(id, found);
  return found;
}

function spreadOf(shards: EndpointShards, places: PersistentMap<Labels>): Spread {
  const last = spreads.get(shards);
  if (last?.places === places) return last;
  const nodes = last?.nodes ?? nodesOf(shards);
  const spread = {
    nodes,
    places,
    byLabel: byLabel(nodes.flat(), places),
    chosen: new Map(),
    chosenBefore: last?.chosen ?? new Map(),
  };
  spreads.set(shards, spread);
  return spread;
}

function nodesOf(shards: EndpointShards): Spread["nodes"] {
  const placed = Array.from(shards, ([shard, list]) => list.map((endpoint, at) => ({ shard, at, endpoint }))).flat();
  const byNode = Map.groupBy(placed, ({ endpoint }) => nodeId(endpoint));
  const nodes = Array.from(byNode, ([node, endpoints]) => ({
    node,
    endpoints,
    ready: endpoints.some(({ endpoint: { health } }) => health === "healthy" || health === "unknown"),
  }));
  return [nodes.filter(({ ready }) => ready), nodes.filter(({ ready }) => !ready)];
}

function byLabel(nodes: readonly EndpointNode[], places: PersistentMap<Labels>) {
  const found = new Map<string, EndpointNode[]>();
  for (const each of nodes) {
    for (const [key, value] of Object.entries(places.get(each.node) ?? {})) {
      const id = labelId(key, value);
      const list = found.get(id);
      if (list) list.push(each);
      else found.set(id, [each]);
    }
  }
  return found;
}

/** A label that is not there is like no other. */
function labelId(key: string, value: string | undefined): string {
  return value === undefined ? "" : `${key}=${value}`;
}

/** The endpoints on some nodes, in the order in which they were. */
function only(shards: EndpointShards, nodes: readonly EndpointNode[]): EndpointShards {
  const byShard = Map.groupBy(
    nodes.flatMap(({ endpoints }) => endpoints),
    ({ shard }) => shard,
  );
  return new Map(
    Array.from(shards.keys(), (shard) => {
      const placed = byShard.get(shard) ?? [];
      return [shard, placed.sort((a, b) => a.at - b.at).map(({ endpoint }) => endpoint)];
    }),
  );
}
