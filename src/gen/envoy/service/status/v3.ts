// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { ClustersConfigDump as envoy_admin_v3_ClustersConfigDump, EndpointsConfigDump as envoy_admin_v3_EndpointsConfigDump, ListenersConfigDump as envoy_admin_v3_ListenersConfigDump, RoutesConfigDump as envoy_admin_v3_RoutesConfigDump, ScopedRoutesConfigDump as envoy_admin_v3_ScopedRoutesConfigDump, UpdateFailureState as envoy_admin_v3_UpdateFailureState } from "../../admin/v3.ts";
import type { Node as envoy_config_core_v3_Node } from "../../config/core/v3.ts";
import type { NodeMatcher as envoy_type_matcher_v3_NodeMatcher } from "../../type/matcher/v3.ts";

export interface ClientConfig {
  readonly node?: envoy_config_core_v3_Node | undefined;
  readonly xdsConfig?: readonly PerXdsConfig[] | undefined;
  readonly genericXdsConfigs?: readonly ClientConfig_GenericXdsConfig[] | undefined;
  readonly clientScope?: string | undefined;
}

export interface ClientConfig_GenericXdsConfig {
  readonly typeUrl?: string | undefined;
  readonly name?: string | undefined;
  readonly versionInfo?: string | undefined;
  readonly xdsConfig?: Any | undefined;
  readonly lastUpdated?: string | undefined;
  readonly configStatus?: "UNKNOWN" | "SYNCED" | "NOT_SENT" | "STALE" | "ERROR" | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
  readonly errorState?: envoy_admin_v3_UpdateFailureState | undefined;
  readonly isStaticResource?: boolean | undefined;
}

export interface ClientStatusRequest {
  readonly nodeMatchers?: readonly envoy_type_matcher_v3_NodeMatcher[] | undefined;
  readonly node?: envoy_config_core_v3_Node | undefined;
  readonly excludeResourceContents?: boolean | undefined;
}

export interface ClientStatusResponse {
  readonly config?: readonly ClientConfig[] | undefined;
}

export interface PerXdsConfig {
  readonly status?: "UNKNOWN" | "SYNCED" | "NOT_SENT" | "STALE" | "ERROR" | undefined;
  readonly listenerConfig?: envoy_admin_v3_ListenersConfigDump | undefined;
  readonly clusterConfig?: envoy_admin_v3_ClustersConfigDump | undefined;
  readonly routeConfig?: envoy_admin_v3_RoutesConfigDump | undefined;
  readonly scopedRouteConfig?: envoy_admin_v3_ScopedRoutesConfigDump | undefined;
  readonly endpointConfig?: envoy_admin_v3_EndpointsConfigDump | undefined;
  readonly clientStatus?: "CLIENT_UNKNOWN" | "CLIENT_REQUESTED" | "CLIENT_ACKED" | "CLIENT_NACKED" | "CLIENT_RECEIVED_ERROR" | undefined;
}
