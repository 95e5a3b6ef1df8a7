import type { IstioGateway } from "../../api/index.ts";
import { isSuperset, type Labels } from "../../base/labels.ts";
import type { ResourceChange } from "../../core/index.ts";
import { type Buckets, changeBuckets, type Filing } from "../buckets.ts";
import type { ConfigProblem } from "../config-problem.ts";
import { allObjects, changeObjects, getObject, type Objects } from "../objects.ts";
import type { Policy } from "../policy/policy.ts";
import { byAge, originOf } from "../precedence.ts";
import { isUnusable, resolveObject, type Unusable } from "../resolve-object.ts";

/** All Gateways, the oldest first. */
export interface GatewayIndex {
  readonly resolved: Objects<Policy<IstioGateway> | Unusable>;
  readonly byNamespace: Buckets<Policy<IstioGateway>>;
  /** All of them; the only bucket is ``. */
  readonly all: Buckets<Policy<IstioGateway>>;
}

export const emptyGatewayIndex: GatewayIndex = { resolved: new Map(), byNamespace: new Map(), all: new Map() };

/** The index after some Gateways changed. */
export function changeGateways(index: GatewayIndex, changes: readonly ResourceChange[]): GatewayIndex {
  if (changes.length === 0) return index;
  const replaced = changes.map(({ key, after }) => ({
    namespace: key.namespace,
    name: key.name,
    before: usable(getObject(index.resolved, key.namespace, key.name)),
    after: after && resolveObject(after, resolveGateway),
  }));
  const gateways = replaced.map(({ before, after }) => ({ before, after: usable(after) }));
  return {
    resolved: changeObjects(index.resolved, replaced),
    byNamespace: changeBuckets(
      index.byNamespace,
      gateways,
      filing(({ namespace }) => namespace),
    ),
    all: changeBuckets(
      index.all,
      gateways,
      filing(() => ""),
    ),
  };
}

/** The Gateways of a workload, whatever their namespace, the oldest first; one without a selector is everybody's. */
export function gatewaysFor(index: GatewayIndex, labels: Labels): readonly Policy<IstioGateway>[] {
  return (index.all.get("") ?? []).filter(({ selector }) => !selector || isSuperset(labels, selector));
}

/** Gateways that cannot be used. */
export function* gatewayProblems(index: GatewayIndex): Generator<ConfigProblem> {
  for (const each of allObjects(index.resolved)) if (isUnusable(each)) yield each.unusable;
}

function resolveGateway(resource: IstioGateway): Policy<IstioGateway> {
  const { selector, servers = [] } = resource.spec;
  // Read now what merging reads later, so that an object of the wrong form is found out here.
  for (const { port, hosts } of servers) hosts.map((host) => host.toLowerCase() + port.protocol.toLowerCase());
  return { ...originOf(resource), resource, ...(selector && { selector }), targets: [] };
}

function usable(found: Policy<IstioGateway> | Unusable | undefined): Policy<IstioGateway> | undefined {
  return found && !isUnusable(found) ? found : undefined;
}

const filing = (bucketOf: (gateway: Policy<IstioGateway>) => string): Filing<Policy<IstioGateway>> => ({
  bucketsOf: (gateway) => [bucketOf(gateway)],
  compare: byAge,
});
