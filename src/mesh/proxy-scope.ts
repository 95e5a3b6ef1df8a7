import type { ResourceKey } from "../api/index.ts";
import type { Labels } from "../base/labels.ts";
import { isHttp, type Proxy as MeshProxy } from "../core/index.ts";
import type { ServiceTarget } from "../registry/index.ts";
import { gatewaysFor } from "./gateway/gateway-index.ts";
import type { GatewayServer } from "./gateway/gateway-server.ts";
import { type BoundVirtualService, boundVirtualServices } from "./gateway/gateway-virtual-services.ts";
import { type MergedGateways, mergeGateways } from "./gateway/merge-gateways.ts";
import { sourceLabelKeys, tracedLabels } from "./label-keys.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import { dependsOn, type MeshSnapshot, openScope, scopeOf } from "./mesh-snapshot.ts";
import { choosesByNode } from "./own-node.ts";
import { type MtlsLookup, mtlsLookup } from "./policy/mtls-lookup.ts";
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
  /** The network that its workload is labelled with. Which endpoints it reaches is up to the proxy's own word. */
  readonly workloadNetwork: string;
  /** Its own first address; only where a Sidecar's ingress is bound to it or leads to it. */
  readonly ownAddress?: string;
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
  /** What clients may expect of workloads, and which policies say so. */
  readonly mtlsOf: MtlsLookup;
}

/** Metadata is written by clients: what is not text, or a flag, counts as not there. */
function nodeName({ metadata }: MeshProxy): string {
  return typeof metadata["NODE_NAME"] === "string" ? metadata["NODE_NAME"] : "";
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

/** What a proxy may be told. */
export function proxyScope(snapshot: MeshSnapshot, proxy: MeshProxy): ProxyScope {
  const { settings, registry } = snapshot;
  const { rootNamespace } = settings;
  const labels = registry.workloadLabels(proxy);
  const workloadNetwork = registry.workloadNetwork(proxy);
  const workload = { namespace: proxy.namespace, labels };
  const targets = registry.serviceTargets(proxy);
  const policies = workloadPolicies(snapshot, workload, rootNamespace);
  const router = proxy.type === "router";
  const sidecar = router ? openScope(snapshot, proxy.namespace) : scopeOf(snapshot, workload);
  const unprivileged = isTrue(proxy.metadata["UNPRIVILEGED_POD"]);
  const gateways = router
    ? mergeGateways(gatewaysFor(snapshot.gateways, labels), { targets, unprivileged })
    : undefined;
  const sources = policySources(policies);
  const ownAddress = namesOwnAddress(sidecar) || isOwnPeer(targets) ? proxy.addresses[0] : undefined;
  const routes = (gateways?.sources ?? []).flatMap((gateway) => routesAt(snapshot, proxy.namespace, gateway));
  const traced = policies.telemetries.some(({ resource }) => resource.spec?.tracing?.length);
  const labelKeys = snapshot
    .labelKeys(sidecar)
    .union(sourceLabelKeys(routes))
    .union(new Set(traced ? tracedLabels : []));
  const key = viewKey({
    proxy,
    labels,
    workloadNetwork,
    labelKeys,
    sidecar: sidecar.sidecar ? `${sidecar.sidecar.namespace}/${sidecar.sidecar.name}` : "",
    policies: sources,
    gateways: gateways?.sources ?? [],
    targets,
    ownAddress,
    ownNode: choosesByNode(sidecar, labelKeys) ? nodeName(proxy) : undefined,
    envoyFilters: policies.envoyFilters,
  });
  return {
    key,
    identities: [
      settings,
      sidecar,
      snapshot.peerAuthentications,
      ...sources,
      ...(gateways?.sources ?? []),
      ...routes,
      ...targets.map(({ service }) => service),
    ],
    settings,
    proxy,
    labels,
    workloadNetwork,
    ...(ownAddress !== undefined && { ownAddress }),
    sidecar,
    ...(gateways && { gateways }),
    targets,
    policies,
    dependsOn: (each) => affects(each, router) && (router || dependsOn(snapshot, sidecar, each)),
    virtualServicesAt: (server) => boundVirtualServices(snapshot.virtualServices, proxy.namespace, server),
    mtlsOf: mtlsLookup(snapshot.peerAuthentications, rootNamespace),
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
