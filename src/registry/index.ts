/**
 * Services, workloads and endpoints derived from resources. Batches of changed objects come in; snapshots go out that
 * never change and share what stayed the same, each with an account of what differs from the one before. A registry of
 * one cluster, one in memory, and several taken together publish the same form.
 */

export { clusterLocalHosts } from "./cluster-local-hosts.ts";
export { ClusterRegistries, type ClusterRegistriesOptions, remoteKinds } from "./cluster-registries.ts";
export { type FollowOptions, followStore, type StoreFollower } from "./follow-store.ts";
export { dnsResolver, type GatewayNamesOptions, gatewayNames } from "./gateway-names.ts";
export { MemoryRegistry } from "./memory-registry.ts";
export {
  type MeshConfigMapOptions,
  type MeshFileOptions,
  type MeshSource,
  watchMeshConfigMap,
  watchMeshFile,
} from "./mesh-sources.ts";
export { type MeshDocument, type MeshProblem, MeshWatcher } from "./mesh-watcher.ts";
export type { NetworkGateway } from "./network-gateway.ts";
export { registryKinds } from "./object-index.ts";
export { kubernetesPortProtocol } from "./port-protocol.ts";
export { Registry, type RegistryOptions, type RegistryProblem } from "./registry.ts";
export { isEmptyChange, type RegistryChange, type SnapshotSource } from "./registry-change.ts";
export { defaultRegistrySettings, type RegistrySettings, registrySettings } from "./registry-settings.ts";
export type { RegistrySnapshot } from "./registry-snapshot.ts";
export { serviceKey } from "./service-key.ts";
export { byAge, byPrecedence } from "./service-order.ts";
export type { ServiceTarget } from "./service-targets.ts";
export { workloadKey } from "./workload-key.ts";
