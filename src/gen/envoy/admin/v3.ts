// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../any.ts";

export interface ClustersConfigDump {
  readonly versionInfo?: string | undefined;
  readonly staticClusters?: readonly ClustersConfigDump_StaticCluster[] | undefined;
  readonly dynamicActiveClusters?: readonly ClustersConfigDump_DynamicCluster[] | undefined;
  readonly dynamicWarmingClusters?: readonly ClustersConfigDump_DynamicCluster[] | undefined;
}

export interface ClustersConfigDump_DynamicCluster {
  readonly versionInfo?: string | undefined;
  readonly cluster?: Any | undefined;
  readonly lastUpdated?: string | undefined;
  readonly errorState?: UpdateFailureState | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
}

export interface ClustersConfigDump_StaticCluster {
  readonly cluster?: Any | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface ConfigDump {
  readonly configs?: readonly Any[] | undefined;
}

export interface EndpointsConfigDump {
  readonly staticEndpointConfigs?: readonly EndpointsConfigDump_StaticEndpointConfig[] | undefined;
  readonly dynamicEndpointConfigs?: readonly EndpointsConfigDump_DynamicEndpointConfig[] | undefined;
}

export interface EndpointsConfigDump_DynamicEndpointConfig {
  readonly versionInfo?: string | undefined;
  readonly endpointConfig?: Any | undefined;
  readonly lastUpdated?: string | undefined;
  readonly errorState?: UpdateFailureState | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
}

export interface EndpointsConfigDump_StaticEndpointConfig {
  readonly endpointConfig?: Any | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface ListenersConfigDump {
  readonly versionInfo?: string | undefined;
  readonly staticListeners?: readonly ListenersConfigDump_StaticListener[] | undefined;
  readonly dynamicListeners?: readonly ListenersConfigDump_DynamicListener[] | undefined;
}

export interface ListenersConfigDump_DynamicListener {
  readonly name?: string | undefined;
  readonly activeState?: ListenersConfigDump_DynamicListenerState | undefined;
  readonly warmingState?: ListenersConfigDump_DynamicListenerState | undefined;
  readonly drainingState?: ListenersConfigDump_DynamicListenerState | undefined;
  readonly errorState?: UpdateFailureState | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
}

export interface ListenersConfigDump_DynamicListenerState {
  readonly versionInfo?: string | undefined;
  readonly listener?: Any | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface ListenersConfigDump_StaticListener {
  readonly listener?: Any | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface RoutesConfigDump {
  readonly staticRouteConfigs?: readonly RoutesConfigDump_StaticRouteConfig[] | undefined;
  readonly dynamicRouteConfigs?: readonly RoutesConfigDump_DynamicRouteConfig[] | undefined;
}

export interface RoutesConfigDump_DynamicRouteConfig {
  readonly versionInfo?: string | undefined;
  readonly routeConfig?: Any | undefined;
  readonly lastUpdated?: string | undefined;
  readonly errorState?: UpdateFailureState | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
}

export interface RoutesConfigDump_StaticRouteConfig {
  readonly routeConfig?: Any | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface ScopedRoutesConfigDump {
  readonly inlineScopedRouteConfigs?: readonly ScopedRoutesConfigDump_InlineScopedRouteConfigs[] | undefined;
  readonly dynamicScopedRouteConfigs?: readonly ScopedRoutesConfigDump_DynamicScopedRouteConfigs[] | undefined;
}

export interface ScopedRoutesConfigDump_DynamicScopedRouteConfigs {
  readonly name?: string | undefined;
  readonly versionInfo?: string | undefined;
  readonly scopedRouteConfigs?: readonly Any[] | undefined;
  readonly lastUpdated?: string | undefined;
  readonly errorState?: UpdateFailureState | undefined;
  readonly clientStatus?: "UNKNOWN" | "REQUESTED" | "DOES_NOT_EXIST" | "ACKED" | "NACKED" | "RECEIVED_ERROR" | "TIMEOUT" | undefined;
}

export interface ScopedRoutesConfigDump_InlineScopedRouteConfigs {
  readonly name?: string | undefined;
  readonly scopedRouteConfigs?: readonly Any[] | undefined;
  readonly lastUpdated?: string | undefined;
}

export interface UpdateFailureState {
  readonly failedConfiguration?: Any | undefined;
  readonly lastUpdateAttempt?: string | undefined;
  readonly details?: string | undefined;
  readonly versionInfo?: string | undefined;
}
