import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { OutboundScope, ProxyScope } from "../../mesh/index.ts";
import { hashSizeFault } from "../hash-sizes.ts";
import type { Built, Plan } from "../plan.ts";
import { clusterIdentity, matchesCluster } from "./match-cluster.ts";
import { addsTo, isMerge, type Patch, type PatchContext } from "./patch.ts";
import { mergePart } from "./patch-messages.ts";
import { buildPatched, type PatchedKey, planPatched } from "./patch-run.ts";
import { planAdded } from "./plan-added.ts";
import { mergeSocket } from "./transport-socket.ts";
import { viewPatches } from "./view-patches.ts";

/** Clusters of one context after the patches for them: some are merged into, some are gone. */
export function patchClusters(
  scope: PatchedScope,
  context: PatchContext,
  plans: readonly Plan<Cluster>[],
): readonly Plan<Cluster>[] {
  const changing = viewPatches(scope)
    .of("CLUSTER", context)
    .filter((patch) => isMerge(patch) || patch.operation === "REMOVE");
  if (changing.length === 0) return plans;
  return plans.flatMap((plan) => {
    const identity = clusterIdentity(plan.name, (port) => hostsBehind(scope, port));
    const found = changing.filter(({ match }) => matchesCluster(match, identity));
    return found.some(({ operation }) => operation === "REMOVE") ? [] : [planPatched(plan, found, buildPatchedCluster)];
  });
}

/** The clusters that patches add to those of one context. */
export function addedClusters(scope: OutboundScope, context: PatchContext): readonly Plan<Cluster>[] {
  return planAdded<Cluster>(
    viewPatches(scope)
      .of("CLUSTER", context)
      .filter((patch) => addsTo(patch, context)),
  );
}

/** What is served counts for clusters of what is served only. */
type PatchedScope = OutboundScope & Partial<Pick<ProxyScope, "targets">>;

function hostsBehind({ targets = [] }: PatchedScope, port: number): readonly string[] {
  return targets.flatMap(({ targetPort, service }) => (targetPort === port ? [service.hostname] : []));
}

/** Builds a cluster and merges patches into it. */
function buildPatchedCluster(key: PatchedKey<Cluster>): Built<Cluster> {
  return buildPatched(key, (cluster, run) =>
    run.of("CLUSTER").reduce((before, patch) => run.apply(patch, before, mergeCluster), cluster),
  );
}

function mergeCluster(cluster: Cluster, patch: Patch<"CLUSTER">): Cluster {
  const { transportSocket } = patch.value;
  if (transportSocket) return mergeClusterSocket(cluster, transportSocket);
  // What asks for a cluster by its name would not find it under another.
  const merged = { ...mergePart(cluster, patch), ...(cluster.name !== undefined && { name: cluster.name }) };
  const fault = hashSizeFault(merged);
  if (fault !== undefined) throw new Error(fault);
  return merged;
}

type Socket = NonNullable<Cluster["transportSocket"]>;

/** A socket is merged into the one of its name; nothing else of the patch counts then, as with istiod. */
function mergeClusterSocket(cluster: Cluster, socket: Socket): Cluster {
  const { transportSocketMatches = [], transportSocket } = cluster;
  if (transportSocketMatches.length > 0) {
    const at = transportSocketMatches.findIndex((each) => each.transportSocket?.name === socket.name);
    const found = transportSocketMatches[at];
    // Envoy takes either sockets by endpoint or one for all.
    if (!found?.transportSocket) return cluster;
    const merged = { ...found, transportSocket: mergeSocket(found.transportSocket, socket) };
    return { ...cluster, transportSocketMatches: transportSocketMatches.with(at, merged) };
  }
  const same = transportSocket?.name === socket.name ? transportSocket : undefined;
  return { ...cluster, transportSocket: same ? mergeSocket(same, socket) : socket };
}
