import type { ResourceKey } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import type { Endpoint, Proxy as MeshProxy, Service } from "../core/index.ts";
import type { ServiceTarget } from "../registry/index.ts";
import { gatewaysFor } from "./gateway/gateway-index.ts";
import type { GatewayServer } from "./gateway/gateway-server.ts";
import { type BoundVirtualService, boundVirtualServices } from "./gateway/gateway-virtual-services.ts";
import { type MergedGateways, mergeGateways } from "./gateway/merge-gateways.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import { dependsOn, type MeshSnapshot, openScope, scopeOf } from "./mesh-snapshot.ts";
import { type MtlsMode, modeOfPort, mtlsModesFor, namespaceMode } from "./policy/mtls-modes.ts";
import type { Policy } from "./policy/policy.ts";
import { policySources, type WorkloadPolicies, workloadPolicies } from "./policy/workload-policies.ts";
import type { SidecarScope } from "./sidecar/sidecar-scope.ts";
import { viewKey } from "./view-key.ts";
import type { MeshVirtualService } from "./virtual-service/mesh-virtual-service.ts";
import { virtualServicesFor } from "./virtual-service/virtual-service-index.ts";

/** All that may be told to a proxy, and to every other proxy with the same key. */
export interface ProxyScope {
  /** The same text for all proxies that are sent the same from this snapshot. */
  readonly key: string;
  /** The objects that the key names. Two scopes with equal keys and the same objects are the same view. */
  readonly identities: readonly object[];
  readonly settings: MeshSettings;
  /** The first proxy that asked for this view; only what is in the key may be read of it. */
  readonly proxy: MeshProxy;
  readonly labels: Labels;
  /** Its Sidecar's, or everything that a gateway's namespace sees. */
  readonly sidecar: SidecarScope;
  /** Of a gateway only. */
  readonly gateways?: MergedGateways;
  /** The ports of services that lead to the workload. */
  readonly targets: readonly ServiceTarget[];
  readonly policies: WorkloadPolicies;
  /** Whether what the proxy is sent may depend on an object. */
  dependsOn(key: ResourceKey): boolean;
  /** The VirtualServices at a server of one of its gateways. */
  virtualServicesAt(server: GatewayServer): readonly BoundVirtualService[];
  /** What clients may expect of a service's workloads in general. */
  serviceMode(service: Service): MtlsMode;
  /** What a client may expect of one endpoint. */
  endpointMode(endpoint: Endpoint): MtlsMode;
}

/** What a proxy may be told. */
export function proxyScope(snapshot: MeshSnapshot, proxy: MeshProxy): ProxyScope {
  const { settings, registry } = snapshot;
  const { rootNamespace } = settings;
  const labels = registry.workloadLabels(proxy);
  const workload = { namespace: proxy.namespace, labels };
  const targets = registry.serviceTargets(proxy);
  const policies = workloadPolicies(snapshot, workload, rootNamespace);
  const router = proxy.type === "router";
  const sidecar = router ? openScope(snapshot, proxy.namespace) : scopeOf(snapshot, workload);
  const unprivileged = String(proxy.metadata["UNPRIVILEGED_POD"]) === "true";
  const gateways = router
    ? mergeGateways(gatewaysFor(snapshot.gateways, labels), { targets, unprivileged })
    : undefined;
  const sources = policySources(policies);
  const key = viewKey({
    proxy,
    labels,
    labelKeys: snapshot.labelKeys(sidecar),
    sidecar: sidecar.sidecar ? `${sidecar.sidecar.namespace}/${sidecar.sidecar.name}` : "",
    policies: sources,
    gateways: gateways?.sources ?? [],
    targets,
    envoyFilters: policies.envoyFilters,
  });
  return {
    key,
    identities: [
      settings,
      sidecar,
      snapshot.peerAuthentications,
      ...sources,
      ...(gateways?.sources ?? []).flatMap((gateway) => [gateway, ...routesAt(snapshot, proxy.namespace, gateway)]),
      ...targets.map(({ service }) => service),
    ],
    settings,
    proxy,
    labels,
    sidecar,
    ...(gateways && { gateways }),
    targets,
    policies,
    dependsOn: (each) => affects(each, router) && (router || dependsOn(snapshot, sidecar, each)),
    virtualServicesAt: (server) => boundVirtualServices(snapshot.virtualServices, proxy.namespace, server),
    ...mtlsViews(snapshot, rootNamespace),
  };
}

/** Whether two views of different snapshots have the same key and read the same objects. */
export function sameView(a: ProxyScope, b: ProxyScope): boolean {
  return (
    a.key === b.key &&
    a.identities.length === b.identities.length &&
    a.identities.every((object, i) => object === b.identities[i])
  );
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

function mtlsViews(
  { peerAuthentications }: MeshSnapshot,
  rootNamespace: string,
): Pick<ProxyScope, "serviceMode" | "endpointMode"> {
  return {
    serviceMode: ({ namespace }) => namespaceMode(peerAuthentications, namespace, rootNamespace),
    endpointMode: (endpoint) => modeOfPort(mtlsModesFor(peerAuthentications, endpoint, rootNamespace), endpoint.port),
  };
}
