/**
 * What the mesh decides: who sees what, what is merged with what, and who wins. Configuration objects and a registry's
 * snapshot come in; an immutable MeshSnapshot goes out, made from the one before it at the cost of what changed, and from
 * it the scope of each proxy. Bad configuration becomes a problem of its object, and the rest goes on.
 */

export { completeGateway, completeHost } from "./complete-host.ts";
export { type ConfigProblem, configProblem } from "./config-problem.ts";
export type { MergedDestinationRule } from "./destination-rule/merge-destination-rules.ts";
export { type PortPolicy, trafficPolicyFor } from "./destination-rule/traffic-policy-for.ts";
export { dumpSnapshot } from "./dump-snapshot.ts";
export { Environment, type EnvironmentOptions } from "./environment.ts";
export { type ChangeReason, type EnvironmentChange, globalChange } from "./environment-change.ts";
export type { GatewayServer, ServerForm, ServerHost } from "./gateway/gateway-server.ts";
export type { BoundVirtualService } from "./gateway/gateway-virtual-services.ts";
export { type GatewayListener, type GatewayRoute, type MergedGateways, routeName } from "./gateway/merge-gateways.ts";
export { coversHost, findHost, getHost, type HostMap, hostMap, hostsOverlap, isWildcard } from "./host-map.ts";
export { meshKinds } from "./mesh-indexes.ts";
export { meshProblems } from "./mesh-problems.ts";
export { type MeshSettings, type MeshSettingsInput, meshSettings } from "./mesh-settings.ts";
export {
  buildSnapshot,
  dependsOn,
  type MeshSnapshot,
  openScope,
  type SnapshotChanges,
  type SnapshotInputs,
  scopeOf,
  updateSnapshot,
} from "./mesh-snapshot.ts";
export type { OutboundScope, ProxyTraits } from "./outbound-scope.ts";
export type { MtlsLookup } from "./policy/mtls-lookup.ts";
export { type MtlsMode, type MtlsModes, modeOfPort } from "./policy/mtls-modes.ts";
export type { Policy } from "./policy/policy.ts";
export type { WorkloadPolicies } from "./policy/workload-policies.ts";
export { type ProxyScope, proxyScope, proxyScopeKey } from "./proxy-scope.ts";
export type { JoinedCluster, RemoteStore } from "./remote-stores.ts";
export type { ServiceSource } from "./service-source.ts";
export type { EgressScope } from "./sidecar/egress-scope.ts";
export type { OutboundPolicy, SidecarScope } from "./sidecar/sidecar-scope.ts";
export type { MeshVirtualService, RouteTarget } from "./virtual-service/mesh-virtual-service.ts";
