import type { LabelSelector, MeshConfig, MeshNetworks } from "../api/index.ts";
import { defaultMeshConfig } from "../api/index.ts";

/** What the registry has to know besides the objects. A change of it derives everything anew. */
export interface RegistrySettings {
  /** The cluster that the objects are of; default `Kubernetes`. */
  readonly clusterId: string;
  /** Domain of Kubernetes Services; default `cluster.local`. */
  readonly domainSuffix: string;
  /** Root of all identities; default `cluster.local`. */
  readonly trustDomain: string;
  /** Namespace of the control plane; its label `topology.istio.io/network` is for the whole cluster. */
  readonly rootNamespace: string;
  /** Where services are seen that do not say it themselves; default `*`. */
  readonly defaultServiceExportTo: readonly string[];
  /** Namespaces that are looked at, by their labels: one of the selectors must match. Empty: all. */
  readonly discoverySelectors: readonly LabelSelector[];
  /** Namespaces that are looked at, by their names. Empty: all. */
  readonly watchedNamespaces: readonly string[];
  readonly networks: MeshNetworks;
  /** How widely service entries are seen at the most; absent: as they say themselves. */
  readonly serviceEntryVisibility?: NonNullable<MeshConfig["serviceEntryVisibility"]>;
  /** Whether health that is reported of workload entries counts; default: true. */
  readonly workloadHealth: boolean;
  /** Settings for some services: which of them are for their own cluster only. */
  readonly serviceSettings: NonNullable<MeshConfig["serviceSettings"]>;
}

/** The settings when nobody says anything. */
export const defaultRegistrySettings: RegistrySettings = {
  clusterId: "Kubernetes",
  domainSuffix: "cluster.local",
  ...fromMesh(defaultMeshConfig),
  watchedNamespaces: [],
  networks: {},
  workloadHealth: true,
};

/** The settings that follow from a mesh configuration, over those that do not come from it. */
export function registrySettings(
  mesh: MeshConfig,
  others: Partial<
    Pick<RegistrySettings, "clusterId" | "domainSuffix" | "watchedNamespaces" | "networks" | "workloadHealth">
  > = {},
): RegistrySettings {
  return { ...defaultRegistrySettings, ...fromMesh(mesh), ...others };
}

function fromMesh(mesh: MeshConfig) {
  return {
    trustDomain: mesh.trustDomain ?? "cluster.local",
    rootNamespace: mesh.rootNamespace ?? "istio-system",
    defaultServiceExportTo: mesh.defaultServiceExportTo ?? ["*"],
    discoverySelectors: mesh.discoverySelectors ?? [],
    serviceSettings: mesh.serviceSettings ?? [],
    ...(mesh.serviceEntryVisibility && { serviceEntryVisibility: mesh.serviceEntryVisibility }),
  };
}
