import type { ResourceKey } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { Filter } from "../../gen/envoy/config/cluster/v3.ts";
import type { Metadata } from "../../gen/envoy/config/core/v3.ts";
import { any } from "../any.ts";
import { configPath } from "../names.ts";

/** What tools and filters may want to know of a cluster. */
export interface ClusterFacts {
  /** The services that it leads to. */
  readonly services: readonly Service[];
  readonly subset?: string;
  /** The object that its policy is of. */
  readonly rule?: ResourceKey | undefined;
  readonly external?: boolean;
  /** TLS of the user's making: the mesh's own names for protocols mean nothing to the server. */
  readonly ownTls?: boolean;
}

/** What tools and filters read of a cluster; undefined if there is nothing to say. */
export function clusterMetadata(facts: ClusterFacts): Metadata | undefined {
  const { services, subset, rule, external, ownTls } = facts;
  const istio = {
    ...(services.length > 0 && {
      services: services.map(({ hostname, name, namespace }) => ({ host: hostname, name, namespace })),
    }),
    ...(subset && { subset }),
    ...(rule && { config: configPath(`${rule.group}/v1`, rule.kind, rule.namespace, rule.name) }),
    ...(external && { external }),
    ...(ownTls && { alpn_override: "false" }),
  };
  return Object.keys(istio).length > 0 ? { filterMetadata: { istio } } : undefined;
}

/** By this filter the peers of a connection tell each other what they are; only Istio's proxies have it. */
export const metadataExchange: Filter = {
  name: "istio.metadata_exchange",
  typedConfig: any("udpa.type.v1.TypedStruct", {
    typeUrl: "type.googleapis.com/envoy.tcp.metadataexchange.config.MetadataExchange",
    value: { enable_discovery: true, protocol: "istio-peer-exchange" },
  }),
};
