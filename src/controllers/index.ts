/**
 * Loops that read the store and write back what follows from it, and the rules of a cluster that go with them. Each is
 * given the store's port, does one job, and can be started and closed. What stands: kinds from CustomResourceDefinitions;
 * addresses and ports of Services; the life of namespaces and what they must have; endpoints of Services from pods; tokens of accounts in Secrets;
 * what is made of SuperEdge's grids; WorkloadEntries of proxies that connect, and what is left of them;
 * what objects are told in their status.
 */
export { TokenSecrets } from "./accounts/token-secrets.ts";
export { ClusterStore } from "./cluster-store.ts";
export { CustomKinds } from "./custom-kinds.ts";
export { EndpointController } from "./endpoints/endpoint-controller.ts";
export { GridController } from "./grids/grid-controller.ts";
export { serviceGridType } from "./grids/service-grid-type.ts";
export { deploymentGridType, statefulSetGridType } from "./grids/workload-grid-type.ts";
export { NamespaceDefaults } from "./namespaces/namespace-defaults.ts";
export { NamespaceLifecycle } from "./namespaces/namespace-lifecycle.ts";
export { AddressRange } from "./services/address-range.ts";
export { ServiceAllocator } from "./services/service-allocator.ts";
export type { StatusMessage } from "./status/judged-status.ts";
export { type Judge, StatusController } from "./status/status-controller.ts";
export type { ProvenIdentity } from "./workloads/check-identity.ts";
export { isReplicaId, newReplicaId } from "./workloads/replica-id.ts";
export type { ReplicaSigns } from "./workloads/replica-watch.ts";
export { type CleanerEvents, WorkloadCleaner } from "./workloads/workload-cleaner.ts";
export { type RegistrarEvents, WorkloadRegistrar } from "./workloads/workload-registrar.ts";
export type { ConnectingWorkload } from "./workloads/workload-session.ts";
