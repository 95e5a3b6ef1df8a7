import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { TypedExtensionConfig } from "../gen/envoy/config/core/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import { planOwnClusters, planServiceClusters } from "./cluster/plan-clusters.ts";
import { planEndpoints, planLocalEndpoints } from "./endpoint/plan-endpoints.ts";
import { planExtensions } from "./extension/plan-extensions.ts";
import { planGatewayListeners } from "./gateway/gateway-listeners.ts";
import { planGatewayRoutes } from "./gateway/gateway-routes.ts";
import { planInboundListeners } from "./listener/inbound-listeners.ts";
import { planOutboundListeners } from "./listener/outbound-listeners.ts";
import type { NameTable } from "./name-table/name-table.ts";
import { planNameTable } from "./name-table/plan-name-table.ts";
import { addedListeners, patchListeners } from "./patch/patch-listeners.ts";
import { patchRoutes } from "./patch/patch-routes.ts";
import type { Plan } from "./plan.ts";
import { planGrpcClusters } from "./proxyless/plan-grpc-clusters.ts";
import { planGrpcEndpoints } from "./proxyless/plan-grpc-endpoints.ts";
import { planGrpcListeners } from "./proxyless/plan-grpc-listeners.ts";
import { planGrpcRoutes } from "./proxyless/plan-grpc-routes.ts";
import type { Memory } from "./recall/memory.ts";
import { Recall } from "./recall/recall.ts";
import { readOutbound, readView } from "./recall/view-reader.ts";
import { planRoutes } from "./route/plan-routes.ts";
import { commonView, type OutboundView, outboundView, type View } from "./view.ts";

/** Some of the resources of a type: those that all views have in common whose part of the same rank has the same key. */
export interface Part<M> {
  readonly key: string;
  /**
   * Names count only for what is asked for by name: Envoy asks so for endpoints, routes and extensions, gRPC for everything.
   * `before` is the plan of the same part and names in the version before this one, which lends what did not change; `like`
   * the plan of another part of that rank in this version, which lends what did, and is the same in both.
   */
  plan(names: Names, before?: PartPlan<M>, like?: PartPlan<M>): PartPlan<M>;
}

/** What a part consists of. */
export interface PartPlan<M> {
  /** A list that is the same as in the plan that lends is the same object. Of plans with one name the first counts. */
  readonly lists: PlanLists<M>;
  /** For the next version. */
  readonly memory: unknown;
}

type Names = ReadonlySet<string>;
type PlanLists<M> = readonly (readonly Plan<M>[])[];
type Parts<M> = readonly Part<M>[];

/**
 * The parts of a view's resources, by the list that they are in. A part's planner is given no more of the view than what
 * its key tells; parts of one view have no name in common.
 */
export const partsOf = {
  clusters(view: View): Parts<Cluster> {
    if (isGrpc(view)) return [ownPart(view, planGrpcClusters)];
    return [outboundPart(commonView(view), planServiceClusters), ownPart(view, planOwnClusters)];
  },
  endpoints(view: View): Parts<ClusterLoadAssignment> {
    if (isGrpc(view)) return [ownPart(view, planGrpcEndpoints)];
    return [outboundPart(commonView(view), planEndpoints), ownPart(view, planLocalEndpoints)];
  },
  listeners(view: View): Parts<Listener> {
    if (isGrpc(view)) return [ownPart(view, planGrpcListeners)];
    if (isRouter(view)) return [ownPart(view, (each) => patched(each, "GATEWAY", planGatewayListeners(each)))];
    const { ownAddress } = view.scope;
    return [
      outboundPart(outboundView(view), (recall) => planOutboundListeners(recall, ownAddress), ownAddress),
      ownPart(view, (each) => patched(each, "SIDECAR_INBOUND", planInboundListeners(each))),
    ];
  },
  routes(view: View): Parts<RouteConfiguration> {
    if (isGrpc(view)) return [ownPart(view, planGrpcRoutes)];
    if (isRouter(view)) {
      return [ownPart(view, (each, names) => patchRoutes(each.scope, "GATEWAY", planGatewayRoutes(each, names)))];
    }
    return [
      outboundPart(outboundView(view), (recall, names) =>
        Array.from(names, (name) =>
          recall.piece(name, [], (each) => patchRoutes(each.scope, "SIDECAR_OUTBOUND", planRoutes(each, [name]))),
        ),
      ),
    ];
  },
  extensions(view: View): Parts<TypedExtensionConfig> {
    if (isGrpc(view)) return [];
    return [
      outboundPart(outboundView(view), (recall, names) => [
        recall.piece("", [names], (each) => planExtensions(each, names)),
      ]),
    ];
  },
  nameTables(view: View): Parts<NameTable> {
    return [outboundPart(outboundView(view), (recall) => [recall.piece("", [], planNameTable)])];
  },
} as const;

/** What all proxies have in common that call others alike, piece by piece; and are told apart by nothing but `besides`. */
function outboundPart<M>(
  called: OutboundView,
  lists: (recall: Recall<OutboundView>, names: Names) => PlanLists<M>,
  besides?: string,
): Part<M> {
  const { key } = called.scope;
  return {
    key: besides === undefined ? key : JSON.stringify([key, besides]),
    plan: (names, before, like) => {
      const recall = new Recall(called, readOutbound, { before: memoryOf(before), like: memoryOf(like) });
      return { lists: recall.all((each) => lists(each, names)), memory: recall.memory };
    },
  };
}

/** What no view has in common with another, in one piece. */
function ownPart<M>(view: View, plans: (view: View, names: readonly string[]) => readonly Plan<M>[]): Part<M> {
  return {
    key: view.scope.key,
    plan: (names, before) => {
      const recall = new Recall(view, readView, { before: memoryOf<View>(before) });
      const made = recall.all((all) => all.piece("", [names], (each) => plans(each, [...names])));
      return { lists: [made], memory: recall.memory };
    },
  };
}

function memoryOf<V extends OutboundView = OutboundView>(plan: PartPlan<unknown> | undefined): Memory<V> | undefined {
  return plan?.memory as Memory<V> | undefined;
}

function patched({ scope }: View, context: "GATEWAY" | "SIDECAR_INBOUND", plans: readonly Plan<Listener>[]) {
  return [...patchListeners(scope, context, plans), ...addedListeners(scope, context)];
}

function isGrpc({ scope }: View): boolean {
  return scope.proxy.dialect === "grpc";
}

function isRouter({ scope }: View): boolean {
  return scope.proxy.type === "router";
}
