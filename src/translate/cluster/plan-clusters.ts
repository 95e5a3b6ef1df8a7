import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { MergedGateways } from "../../mesh/index.ts";
import { distinctNames } from "../distinct-names.ts";
import { anyHostCluster } from "../dns-cache.ts";
import { blackHoleCluster, inboundPassthroughCluster, passthroughCluster } from "../names.ts";
import { patchClusters } from "../patch/patch-clusters.ts";
import { type Plan, plan } from "../plan.ts";
import type { View } from "../view.ts";
import { clusterEnvironment } from "./cluster-environment.ts";
import { buildAnyHostCluster } from "./dynamic-cluster.ts";
import { buildBlackHole, buildInboundPassthrough, buildPassthrough } from "./fallback-clusters.ts";
import { planInbound } from "./plan-inbound.ts";
import { planOutbound } from "./plan-outbound.ts";

/** The clusters of a view. */
export function planClusters(view: View): readonly Plan<Cluster>[] {
  const { settings, proxy, gateways, sidecar } = view.scope;
  const environment = clusterEnvironment(settings, proxy);
  const outbound = planOutbound(view, environment);
  const blackHole = plan(blackHoleCluster, buildBlackHole, { environment });
  if (environment.router) {
    const byServerName = passesByServerName(gateways) ? planOutbound(view, environment, true) : [];
    return distinctNames(patchClusters(view.scope, "GATEWAY", [...outbound, blackHole, ...byServerName]));
  }
  const policy = sidecar.outboundTrafficPolicy;
  const tls = "tls" in policy ? policy.tls : undefined;
  const going = [
    ...outbound,
    blackHole,
    plan(passthroughCluster, buildPassthrough, { environment }),
    ...(policy.mode === "ALLOW_ANY_DYNAMIC_DNS"
      ? [plan(anyHostCluster, buildAnyHostCluster, { environment, tls })]
      : []),
  ];
  const coming = [
    plan(inboundPassthroughCluster, buildInboundPassthrough, { environment }),
    ...planInbound(view.scope, environment),
  ];
  return distinctNames([
    ...patchClusters(view.scope, "SIDECAR_OUTBOUND", going),
    ...patchClusters(view.scope, "SIDECAR_INBOUND", coming),
  ]);
}

/** Whether a server passes on what comes for any service of the mesh, which are all told apart by their SNI. */
function passesByServerName(gateways: MergedGateways | undefined): boolean {
  return (gateways?.listeners ?? []).some(({ servers }) =>
    servers.some(({ server }) => server.tls?.mode === "AUTO_PASSTHROUGH"),
  );
}
