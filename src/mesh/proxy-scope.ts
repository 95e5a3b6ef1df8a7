import type { ResourceKey } from "../api/index.ts";
import { isHttp, type Proxy as MeshProxy, type Service } from "../core/index.ts";
import type { ServiceTarget } from "../registry/index.ts";
import { destinationRulesFor, selectRule } from "./destination-rule/destination-rule-index.ts";
import type { MergedDestinationRule } from "./destination-rule/merge-destination-rules.ts";
import type { GatewayServer } from "./gateway/gateway-server.ts";
import { type BoundVirtualService, boundVirtualServices } from "./gateway/gateway-virtual-services.ts";
import type { MergedGateways } from "./gateway/merge-gateways.ts";
import { sourceLabelKeys, tracedLabels } from "./label-keys.ts";
import { dependsOn, type MeshSnapshot } from "./mesh-snapshot.ts";
import type { OutboundScope } from "./outbound-scope.ts";
import { placementOf } from "./placement.ts";
import { mtlsLookup } from "./policy/mtls-lookup.ts";
import type { Policy } from "./policy/policy.ts";
import type { WorkloadPolicies } from "./policy/workload-policies.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";
import { viewIdentity } from "./view-identity.ts";
import type { MeshVirtualService } from "./virtual-service/mesh-virtual-service.ts";
import { virtualServicesFor } from "./virtual-service/virtual-service-index.ts";

/** All that may be told to a proxy, and to every other proxy with the same key. */
export interface ProxyScope extends OutboundScope {
  /** The same text for all proxies that are sent the same from this snapshot. */
  readonly key: string;
  /** How it calls others: what it has in common with more proxies than those of this view. */
  readonly outbound: OutboundScope;
  /**
   * The same as far as the namespace decides only what is seen: clients of most namespaces have it in common. The proxy in it
   * has no domain, and no namespace but that of its scope.
   */
  readonly common: OutboundScope;
  /** Its own first address; only where a Sidecar's ingress is bound to it or leads to it. */
  readonly ownAddress?: string | undefined;
  /** Of a gateway only. */
  readonly gateways?: MergedGateways | undefined;
  /** The ports of services that lead to the workload. */
  readonly targets: readonly ServiceTarget[];
  readonly policies: WorkloadPolicies;
  /** What clients are told of a service that leads to the workload, whether or not its Sidecar lets it call that itself. */
  servedRule(service: Service): MergedDestinationRule | undefined;
  /** Whether what the proxy is sent may depend on an object. */
  dependsOn(key: ResourceKey): boolean;
  /** The VirtualServices at a server of one of its gateways. */
  virtualServicesAt(server: GatewayServer): readonly BoundVirtualService[];
}

/** Where a proxy is placed, what it may see, and whom it shares that with. */
function locate(snapshot: MeshSnapshot, proxy: MeshProxy) {
  const placement = placementOf(snapshot, proxy);
  const { targets, policies, gateways } = placement;
  const sidecar = snapshot.scopes.get(proxy.namespace, placement.sidecar);
  const routes = (gateways?.sources ?? []).flatMap((gateway) => routesAt(snapshot, proxy.namespace, gateway));
  const ownAddress = namesOwnAddress(sidecar) || isOwnPeer(targets) ? proxy.addresses[0] : undefined;
  const labelKeys = labelKeysOf(snapshot, sidecar, policies, routes);
  return {
    placement,
    sidecar,
    ownAddress,
    identity: viewIdentity(proxy, placement, { labelKeys, sidecar, ownAddress }),
  };
}

/** The key of what a proxy may be told: for who may have that already. */
export function proxyScopeKey(snapshot: MeshSnapshot, proxy: MeshProxy): string {
  return locate(snapshot, proxy).identity.key;
}

/** What a proxy may be told. */
export function proxyScope(snapshot: MeshSnapshot, proxy: MeshProxy): ProxyScope {
  const { settings } = snapshot;
  const { placement, sidecar, ownAddress, identity } = locate(snapshot, proxy);
  const { targets, policies, gateways, workloadNetwork } = placement;
  const { traits, labels, place, outboundKey, common, key } = identity;
  const outbound = {
    key: outboundKey,
    settings,
    proxy: traits,
    labels,
    workloadNetwork,
    ...(place && { place }),
    sidecar,
    policies: placement.callerPolicies,
    mtlsOf: mtlsLookup(snapshot.peerAuthentications, settings.rootNamespace),
  };
  const router = proxy.type === "router";
  return {
    ...outbound,
    key,
    outbound,
    common: { ...outbound, key: common.key, proxy: common.traits },
    ...(ownAddress !== undefined && { ownAddress }),
    ...(gateways && { gateways }),
    targets,
    policies,
    servedRule: (service) => servedRule(snapshot, proxy.namespace, service),
    dependsOn: (each) =>
      affects(each, router) && (router || dependsOn(snapshot, { namespace: proxy.namespace, scope: sidecar }, each)),
    virtualServicesAt: (server) => boundVirtualServices(snapshot.virtualServices, proxy.namespace, server),
  };
}

/** Not by way of the scope: that is kept while nothing changes that is in it, and what a workload serves need not be. */
function servedRule(
  { destinationRules, settings: { rootNamespace } }: MeshSnapshot,
  client: string,
  { hostname: host, namespace: owner }: Service,
): MergedDestinationRule | undefined {
  return selectRule(destinationRulesFor(destinationRules, { client, host, owner, rootNamespace }), client, undefined);
}

/** The labels of a proxy that make a difference. */
function labelKeysOf(
  snapshot: MeshSnapshot,
  sidecar: SidecarScope,
  { telemetries }: WorkloadPolicies,
  routes: readonly MeshVirtualService[],
): ReadonlySet<string> {
  const keys = snapshot.labelKeys(sidecar);
  const traced = telemetries.some(({ resource }) => resource.spec?.tracing?.length);
  if (!traced && routes.length === 0) return keys;
  return new Set([...keys, ...sourceLabelKeys(routes), ...(traced ? tracedLabels : [])]);
}

/** An ingress without a bind address listens on the workload's own, and `0.0.0.0:8080` leads to it. */
function namesOwnAddress({ ingress = [] }: SidecarScope): boolean {
  return ingress.some(({ bind, defaultEndpoint = "" }) => !bind || /^(0\.0\.0\.0|\[::\]|):/.test(defaultEndpoint));
}

/** Some kinds are for one type of proxy only. */
function affects({ group, kind }: ResourceKey, router: boolean): boolean {
  if (group !== "networking.istio.io") return true;
  return kind === "Gateway" ? router : kind === "Sidecar" ? !router : true;
}

function routesAt(
  { virtualServices }: MeshSnapshot,
  namespace: string,
  gateway: Policy,
): readonly MeshVirtualService[] {
  return virtualServicesFor(virtualServices, namespace, `${gateway.namespace}/${gateway.name}`);
}

/** Whether the workload is one of the pods that others call by their addresses: each has a listener, but not for itself. */
function isOwnPeer(targets: readonly ServiceTarget[]): boolean {
  return targets.some(({ service, port }) => service.headless && !isHttp(port.protocol));
}
