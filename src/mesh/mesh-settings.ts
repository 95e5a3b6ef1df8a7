import { defaultMeshConfig, type MeshConfig, type MeshNetworks } from "../api/index.ts";
import { parseVisibility, type Visibility } from "../core/index.ts";
import { clusterLocalHosts, registrySettings } from "../registry/index.ts";

/** The kinds whose objects may leave `exportTo` to the mesh. */
export type ExportedKind = "service" | "virtualService" | "destinationRule";

/** What the mesh as a whole was told, resolved once. A new object means that everything is decided anew. */
export interface MeshSettings {
  /** All of it, with defaults; for what is only passed on to proxies. */
  readonly config: MeshConfig;
  readonly networks: MeshNetworks;
  /** Namespace whose configuration is for the whole mesh. Default: `istio-system`. */
  readonly rootNamespace: string;
  /** Domain by which short host names are completed. Default: `cluster.local`. */
  readonly domainSuffix: string;
  readonly trustDomain: string;
  /** Other trust domains that mean the same. */
  readonly trustDomainAliases: readonly string[];
  /** Who sees objects that do not say it themselves. */
  readonly exportTo: { readonly [K in ExportedKind]: readonly string[] };
  /** What becomes of traffic to unknown hosts. Default: ALLOW_ANY. */
  readonly outboundTrafficPolicy: NonNullable<MeshConfig["outboundTrafficPolicy"]>;
  /** Clients use mutual TLS wherever the server has it. Default: yes. */
  readonly autoMtls: boolean;
  /** Whether a host is served from the client's own cluster only. */
  readonly isClusterLocal: (host: string) => boolean;
}

/** What `meshSettings` is made from. */
export interface MeshSettingsInput {
  /** With defaults put in, as `applyMeshConfig` does. */
  readonly config?: MeshConfig;
  readonly networks?: MeshNetworks;
  readonly domainSuffix?: string;
}

/** Resolves the mesh's settings. */
export function meshSettings({
  config = defaultMeshConfig,
  networks = {},
  domainSuffix = "cluster.local",
}: MeshSettingsInput): MeshSettings {
  const everywhere = ["*"];
  return {
    config,
    networks,
    rootNamespace: config.rootNamespace || "istio-system",
    domainSuffix,
    trustDomain: config.trustDomain || "cluster.local",
    trustDomainAliases: config.trustDomainAliases ?? [],
    exportTo: {
      service: config.defaultServiceExportTo ?? everywhere,
      virtualService: config.defaultVirtualServiceExportTo ?? everywhere,
      destinationRule: config.defaultDestinationRuleExportTo ?? everywhere,
    },
    outboundTrafficPolicy: config.outboundTrafficPolicy ?? { mode: "ALLOW_ANY" },
    autoMtls: config.enableAutoMtls ?? true,
    isClusterLocal: clusterLocalHosts(registrySettings(config, { domainSuffix })),
  };
}

/** Who sees an object of a namespace, by its own `exportTo` or else the mesh's default for the kind. */
export function visibilityOf(
  settings: MeshSettings,
  kind: ExportedKind,
  namespace: string,
  exportTo: readonly string[] | undefined,
): Visibility {
  return parseVisibility(exportTo?.length ? exportTo : settings.exportTo[kind], namespace, "all");
}
