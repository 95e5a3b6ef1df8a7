import type { Labels } from "../base/labels.ts";
import type { Locality, Proxy as MeshProxy } from "../core/index.ts";
import type { ServiceTarget } from "../registry/index.ts";
import { gatewaysFor } from "./gateway/gateway-index.ts";
import { type MergedGateways, mergeGateways } from "./gateway/merge-gateways.ts";
import type { MeshSnapshot } from "./mesh-snapshot.ts";
import type { CallerPolicies } from "./outbound-scope.ts";
import type { Policy } from "./policy/policy.ts";
import { policySources, type WorkloadPolicies, workloadPolicies } from "./policy/workload-policies.ts";
import type { ResolvedSidecar } from "./sidecar/resolve-sidecar.ts";
import { sidecarFor } from "./sidecar/sidecar-index.ts";

/** What the mesh knows of a proxy: where it runs, what it serves, and what was said for its workload. */
export interface Placement {
  readonly labels: Labels;
  readonly locality: Locality;
  /** The network that its workload is labelled with. */
  readonly workloadNetwork: string;
  /** The labels of its node by which some service keeps clients in one place; undefined if it has none of them. */
  readonly place: Labels | undefined;
  /** The ports of services that lead to the workload. */
  readonly targets: readonly ServiceTarget[];
  readonly policies: WorkloadPolicies;
  /** Those of the policies that say something of its calls. */
  readonly callerPolicies: CallerPolicies;
  /** The objects that the policies are from. */
  readonly policySources: readonly Policy[];
  /** Of a sidecar; undefined: everything that is visible is in scope. */
  readonly sidecar: ResolvedSidecar | undefined;
  /** Of a gateway only. */
  readonly gateways: MergedGateways | undefined;
}

interface Known {
  readonly registry: MeshSnapshot["registry"];
  /** What the registry said. */
  readonly found: readonly unknown[];
  readonly inputs: readonly unknown[];
  readonly placement: Placement;
}

/** Most changes of a mesh do not move anybody: a proxy's placement is found out again only if something did. */
const known = new WeakMap<MeshProxy, Known>();

/** The placement of a proxy; the same object as long as nothing that it was found by changes. */
export function placementOf(snapshot: MeshSnapshot, proxy: MeshProxy): Placement {
  const { registry } = snapshot;
  const last = known.get(proxy);
  const found = last?.registry === registry ? last.found : whatIsFound(registry, proxy);
  const inputs = inputsOf(snapshot, proxy);
  const isSame = last && sameItems(last.found, found) && sameItems(last.inputs, inputs);
  if (isSame && last.registry === registry) return last.placement;
  const placement = isSame ? last.placement : findPlacement(snapshot, proxy);
  known.set(proxy, { registry, found, inputs, placement });
  return placement;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || a.every((each, i) => each === b[i]);
}

function whatIsFound(registry: MeshSnapshot["registry"], proxy: MeshProxy): readonly unknown[] {
  return [
    registry.workloadLabels(proxy),
    registry.localityOf(proxy),
    registry.workloadNetwork(proxy),
    registry.placeOf(proxy),
    registry.serviceTargets(proxy),
  ];
}

function inputsOf(snapshot: MeshSnapshot, proxy: MeshProxy): readonly unknown[] {
  return [
    snapshot.settings,
    snapshot.peerAuthentications,
    snapshot.requestAuthentications,
    snapshot.authorizationPolicies,
    snapshot.envoyFilters,
    snapshot.telemetries,
    snapshot.wasmPlugins,
    snapshot.trafficExtensions,
    proxy.type === "router" ? snapshot.gateways : snapshot.sidecars,
  ];
}

function findPlacement(snapshot: MeshSnapshot, proxy: MeshProxy): Placement {
  const { registry, settings } = snapshot;
  const { rootNamespace } = settings;
  const labels = registry.workloadLabels(proxy);
  const workload = { namespace: proxy.namespace, labels };
  const targets = registry.serviceTargets(proxy);
  const policies = workloadPolicies(snapshot, workload, rootNamespace);
  const { envoyFilters, telemetries, extensions } = policies;
  const router = proxy.type === "router";
  const unprivileged = isTrue(proxy.metadata["UNPRIVILEGED_POD"]);
  return {
    labels,
    locality: registry.localityOf(proxy),
    workloadNetwork: registry.workloadNetwork(proxy),
    place: registry.placeOf(proxy),
    targets,
    policies,
    callerPolicies: { envoyFilters, telemetries, extensions },
    policySources: policySources(policies),
    sidecar: router ? undefined : sidecarFor(snapshot.sidecars, workload, rootNamespace),
    gateways: router ? mergeGateways(gatewaysFor(snapshot.gateways, labels), { targets, unprivileged }) : undefined,
  };
}

/** Metadata is written by clients: what is neither a flag nor its text counts as not there. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}
