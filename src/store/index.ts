/**
 * Versioned resources: the implementations of core's ResourceStore. In memory; embedded, which is one append-only file
 * that is both store and history; a directory of files on top of either; and a Kubernetes API server. Objects come in as users wrote them and
 * go out with their metadata filled in, frozen, and in their kind's stored version; every change goes to the watchers.
 * Beside them the garbage collector, which works on any store, a few lookups of mesh configuration, and objects on which
 * others decide, in the store's form.
 */
export { authorizationPolicies, gateways, serviceEntries } from "./config-lookups.ts";
export { foregroundFinalizer, orphanFinalizer } from "./deleted-state.ts";
export { DirectoryStore, type DirectoryStoreOptions } from "./directory/directory-store.ts";
export { sourceAnnotation, sourceOf } from "./directory/source-annotation.ts";
export type { FileReader } from "./directory/wanted-objects.ts";
export {
  type EmbeddedStore,
  type EmbeddedStoreOptions,
  openEmbeddedStore,
  type Recovery,
  type StoreNotice,
} from "./embedded/open-embedded-store.ts";
export { type LostRange, type RepairOptions, type RepairReport, repairStore } from "./embedded/repair-store.ts";
export { GarbageCollector, type GarbageCollectorOptions } from "./garbage/garbage-collector.ts";
export type { FollowNotice } from "./kubernetes/followed-kind.ts";
export { KubernetesStore, type KubernetesStoreOptions } from "./kubernetes/kubernetes-store.ts";
export type { ReadProblem } from "./kubernetes/object-mirror.ts";
export { ServedKinds } from "./kubernetes/served-kinds.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./memory-store.ts";
export { type Publication, PublishedState, type PublishedStateOptions } from "./published-state.ts";
export { defaultRetention, type RetentionOptions } from "./retention.ts";
export type { VersionedStore } from "./versioned-store.ts";
