import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { TypedExtensionConfig } from "../gen/envoy/config/core/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import { planOwnClusters, planServiceClusters } from "./cluster/plan-clusters.ts";
import { distinctNames } from "./distinct-names.ts";
import { planEndpoints, planLocalEndpoints } from "./endpoint/plan-endpoints.ts";
import { planExtensions } from "./extension/plan-extensions.ts";
import { planGatewayListeners } from "./gateway/gateway-listeners.ts";
import { planGatewayRoutes } from "./gateway/gateway-routes.ts";
import { planInboundListeners } from "./listener/inbound-listeners.ts";
import { planOutboundListeners } from "./listener/outbound-listeners.ts";
import type { NameTable } from "./name-table/name-table.ts";
import { planNameTable } from "./name-table/plan-name-table.ts";
import { patchListeners } from "./patch/patch-listeners.ts";
import { patchRoutes } from "./patch/patch-routes.ts";
import type { Plan } from "./plan.ts";
import { planGrpcClusters } from "./proxyless/plan-grpc-clusters.ts";
import { planGrpcEndpoints } from "./proxyless/plan-grpc-endpoints.ts";
import { planGrpcListeners } from "./proxyless/plan-grpc-listeners.ts";
import { planGrpcRoutes } from "./proxyless/plan-grpc-routes.ts";
import { planRoutes } from "./route/plan-routes.ts";
import { outboundView, type View } from "./view.ts";

/** Some of the resources of a type: those that all views have in common whose part of the same rank has the same key. */
export interface Part<M> {
  readonly key: string;
  /** Names count only for what is asked for by name: Envoy asks so for endpoints, routes and extensions, gRPC for everything. */
  plan(names: readonly string[]): readonly Plan<M>[];
}

type Parts<M> = readonly Part<M>[];

/**
 * The parts of a view's resources, by the list that they are in. A part's planner is given no more of the view than what
 * its key tells; parts of one view have no name in common.
 */
export const partsOf = {
  clusters(view: View): Parts<Cluster> {
    if (isGrpc(view)) return whole(view, (names) => planGrpcClusters(view, names));
    const called = outboundView(view);
    return [
      { key: called.scope.key, plan: () => planServiceClusters(called) },
      { key: view.scope.key, plan: () => planOwnClusters(view) },
    ];
  },
  endpoints(view: View): Parts<ClusterLoadAssignment> {
    if (isGrpc(view)) return whole(view, (names) => planGrpcEndpoints(view, names));
    const called = outboundView(view);
    return [
      { key: called.scope.key, plan: (names) => planEndpoints(called, names) },
      { key: view.scope.key, plan: (names) => planLocalEndpoints(view, names) },
    ];
  },
  listeners(view: View): Parts<Listener> {
    if (isGrpc(view)) return whole(view, (names) => planGrpcListeners(view, names));
    const { scope } = view;
    if (isRouter(view))
      return whole(view, () => distinctNames(patchListeners(scope, "GATEWAY", planGatewayListeners(view))));
    const { ownAddress } = scope;
    const caller = { ...outboundView(view), ...(ownAddress !== undefined && { ownAddress }) };
    return [
      {
        key: JSON.stringify([caller.scope.key, ownAddress]),
        plan: () => distinctNames(patchListeners(caller.scope, "SIDECAR_OUTBOUND", planOutboundListeners(caller))),
      },
      {
        key: view.scope.key,
        plan: () => distinctNames(patchListeners(scope, "SIDECAR_INBOUND", planInboundListeners(view))),
      },
    ];
  },
  routes(view: View): Parts<RouteConfiguration> {
    if (isGrpc(view)) return whole(view, (names) => planGrpcRoutes(view, names));
    if (isRouter(view))
      return whole(view, (names) => patchRoutes(view.scope, "GATEWAY", planGatewayRoutes(view, names)));
    const called = outboundView(view);
    return [
      {
        key: called.scope.key,
        plan: (names) => patchRoutes(called.scope, "SIDECAR_OUTBOUND", planRoutes(called, names)),
      },
    ];
  },
  extensions(view: View): Parts<TypedExtensionConfig> {
    if (isGrpc(view)) return [];
    const called = outboundView(view);
    return [{ key: called.scope.key, plan: (names) => planExtensions(called, names) }];
  },
  nameTables(view: View): Parts<NameTable> {
    const called = outboundView(view);
    return [{ key: called.scope.key, plan: () => planNameTable(called) }];
  },
} as const;

/** What no view has in common with another. */
function whole<M>({ scope }: View, plan: Part<M>["plan"]): Parts<M> {
  return [{ key: scope.key, plan }];
}

function isGrpc({ scope }: View): boolean {
  return scope.proxy.dialect === "grpc";
}

function isRouter({ scope }: View): boolean {
  return scope.proxy.type === "router";
}
