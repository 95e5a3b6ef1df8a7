import type { EndpointSlice, KubernetesEndpoints } from "../../api/index.ts";
import { getOwn } from "../../base/json.ts";
import {
  anyNode,
  candidatesIn,
  type EndpointsObject,
  type NodeLabels,
  serviceOf,
  TopologyIndex,
  type Verdict,
} from "../../topology/index.ts";
import { explainVerdict } from "./explain-verdict.ts";
import type { GridObjects } from "./grid-objects.ts";
import { type RuledService, ruledServices } from "./grid-overview.ts";

/** An endpoint as clients on a node see it, or do not. */
export interface JudgedEndpoint {
  readonly addresses: readonly string[];
  /** Empty if it names none. */
  readonly node: string;
  readonly ready: boolean;
  readonly reached: boolean;
  readonly reason: Verdict["reason"];
  /** The reason in words. */
  readonly why: string;
}

/** What clients on a node see of one Service. */
export interface ReachedService extends RuledService {
  readonly endpoints: readonly JudgedEndpoint[];
  /** Why there is nothing to reach; absent if there is something. */
  readonly unreachable?: string;
}

/** What clients on a node see of all Services with a rule. */
export interface NodeReach {
  readonly node: string;
  readonly known: boolean;
  /** Its labels by which Services go. */
  readonly labels: { readonly [key: string]: string };
  readonly services: readonly ReachedService[];
}

/** All endpoints there are, and what decides on them for one node. */
interface Surroundings {
  readonly node: string;
  readonly labels: ReadonlyMap<string, NodeLabels>;
  readonly index: TopologyIndex;
  readonly listed: ReadonlyMap<string, readonly EndpointsObject[]>;
}

/** Looks at Services as kube-proxy on a node is shown them, and proxies there that are held to their rules. */
export function nodeReach(objects: GridObjects, node: string): NodeReach {
  const index = new TopologyIndex(node);
  const listed: readonly EndpointsObject[] = [...objects.slices, ...withoutSlices(objects)];
  for (const object of [...objects.nodes, ...objects.services, ...listed]) index.apply("ADDED", object);
  const surroundings: Surroundings = {
    node,
    labels: new Map(objects.nodes.map(({ metadata }) => [metadata.name ?? "", metadata.labels ?? {}])),
    index,
    listed: Map.groupBy(listed, (object) => `${object.metadata.namespace}/${serviceOf(object) ?? ""}`),
  };
  const own = surroundings.labels.get(node);
  const ruled = ruledServices(objects.services);
  return {
    node,
    known: own !== undefined,
    labels: Object.fromEntries(keysOf(...ruled).flatMap((key) => present(key, own))),
    services: ruled.map((service) => reachedService(service, surroundings)),
  };
}

function reachedService(service: RuledService, { node, labels, index, listed }: Surroundings): ReachedService {
  const own = labels.get(node);
  const keys = keysOf(service);
  const endpoints = (listed.get(service.name) ?? []).flatMap((object) => {
    const verdicts = index.explain(object) ?? [];
    const addresses = addressesIn(object);
    return candidatesIn(object).flatMap(({ node: theirNode = "", ready }, i): readonly JudgedEndpoint[] => {
      const verdict = verdicts[i];
      if (!verdict) return [];
      const why = explainVerdict(verdict, { node, own, theirNode, theirs: labels.get(theirNode), keys });
      const { kept: reached, reason } = verdict;
      return [{ addresses: addresses[i] ?? [], node: theirNode, ready, reached, reason, why }];
    });
  });
  const unreachable = whyNothing(endpoints);
  return { ...service, endpoints, ...(unreachable && { unreachable }) };
}

function whyNothing(endpoints: readonly JudgedEndpoint[]): string | undefined {
  if (endpoints.some(({ reached }) => reached)) return undefined;
  if (endpoints.length === 0) return "it has no endpoints anywhere";
  // What is wrong with the clients' own node is wrong for all of them.
  const own = endpoints.find(({ reason }) => reason === "own-node-unknown" || reason === "own-label-missing");
  return own?.why ?? `none of its ${endpoints.length} endpoints is in this place`;
}

/** In the order of `candidatesIn`. */
function addressesIn(object: EndpointsObject): readonly (readonly string[])[] {
  if (object.kind === "EndpointSlice") return ((object as EndpointSlice).endpoints ?? []).map((each) => each.addresses);
  return ((object as KubernetesEndpoints).subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [] }) =>
    [...addresses, ...notReadyAddresses].map(({ ip }) => [ip]),
  );
}

/** Endpoints in the older form count where a Service has no slices: most are told in both. */
function withoutSlices({ slices, endpoints }: GridObjects): GridObjects["endpoints"] {
  const sliced = new Set(slices.map((slice) => `${slice.metadata.namespace}/${serviceOf(slice) ?? ""}`));
  return endpoints.filter(({ metadata }) => !sliced.has(`${metadata.namespace}/${metadata.name}`));
}

function keysOf(...services: readonly RuledService[]): readonly string[] {
  const keys = new Set(services.flatMap(({ rule }) => rule?.keys ?? []));
  return [...keys].filter((key) => key !== anyNode);
}

function present(key: string, labels: NodeLabels = {}): readonly (readonly [string, string])[] {
  const value = getOwn(labels, key);
  return value === undefined ? [] : [[key, value]];
}
