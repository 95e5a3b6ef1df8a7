import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { MergedGateways } from "../../mesh/index.ts";
import { anyHostCluster } from "../dns-cache.ts";
import { blackHoleCluster, inboundPassthroughCluster, passthroughCluster } from "../names.ts";
import { addedClusters, patchClusters } from "../patch/patch-clusters.ts";
import { type Plan, plan } from "../plan.ts";
import type { Recall } from "../recall/recall.ts";
import type { OutboundView, View } from "../view.ts";
import { clusterEnvironment } from "./cluster-environment.ts";
import { buildAnyHostCluster } from "./dynamic-cluster.ts";
import { buildBlackHole, buildInboundPassthrough, buildPassthrough } from "./fallback-clusters.ts";
import { planInbound } from "./plan-inbound.ts";
import { outboundPlanner, planOutbound } from "./plan-outbound.ts";

/** The clusters of the services that proxies call, service by service, and those that patches add to them. */
export function planServiceClusters(recall: Recall<OutboundView>): readonly (readonly Plan<Cluster>[])[] {
  const { settings, proxy, sidecar } = recall.view.scope;
  const environment = clusterEnvironment(settings, proxy);
  const context = environment.router ? "GATEWAY" : "SIDECAR_OUTBOUND";
  const planner = recall.piece("", [environment], (view) => outboundPlanner(view, environment));
  const called = sidecar.services.map((service) =>
    recall.piece(service.hostname, [service, planner], (view) =>
      patchClusters(view.scope, context, planOutbound(view, service, planner)),
    ),
  );
  return [...called, recall.piece(" added", [context], ({ scope }) => addedClusters(scope, context))];
}

/** The clusters that a view has besides: of what is served, and of what is for none of the services. */
export function planOwnClusters(view: View): readonly Plan<Cluster>[] {
  const { scope } = view;
  const environment = clusterEnvironment(scope.settings, scope.proxy);
  const blackHole = plan(blackHoleCluster, buildBlackHole, { environment });
  if (environment.router) {
    const passed = passesByServerName(scope.gateways) ? scope.sidecar.services : [];
    const planner = outboundPlanner(view, environment, true);
    const byServerName = passed.flatMap((service) => planOutbound(view, service, planner));
    return patchClusters(scope, "GATEWAY", [blackHole, ...byServerName]);
  }
  const policy = scope.sidecar.outboundTrafficPolicy;
  const tls = "tls" in policy ? policy.tls : undefined;
  const going = [
    blackHole,
    plan(passthroughCluster, buildPassthrough, { environment }),
    ...(policy.mode === "ALLOW_ANY_DYNAMIC_DNS"
      ? [plan(anyHostCluster, buildAnyHostCluster, { environment, tls })]
      : []),
  ];
  const coming = [
    plan(inboundPassthroughCluster, buildInboundPassthrough, { environment }),
    ...planInbound(scope, environment),
  ];
  return [
    ...patchClusters(scope, "SIDECAR_OUTBOUND", going),
    ...patchClusters(scope, "SIDECAR_INBOUND", coming),
    ...addedClusters(scope, "SIDECAR_INBOUND"),
  ];
}

/** Whether a server passes on what comes for any service of the mesh, which are all told apart by their SNI. */
function passesByServerName(gateways: MergedGateways | undefined): boolean {
  return (gateways?.listeners ?? []).some(({ servers }) =>
    servers.some(({ server }) => server.tls?.mode === "AUTO_PASSTHROUGH"),
  );
}
