// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Address as envoy_config_core_v3_Address, ConfigSource as envoy_config_core_v3_ConfigSource, Locality as envoy_config_core_v3_Locality, Metadata as envoy_config_core_v3_Metadata } from "../core/v3.ts";
import type { FractionalPercent as envoy_type_v3_FractionalPercent } from "../../type/v3.ts";

export interface ClusterLoadAssignment {
  readonly clusterName?: string | undefined;
  readonly endpoints?: readonly LocalityLbEndpoints[] | undefined;
  readonly policy?: ClusterLoadAssignment_Policy | undefined;
  readonly namedEndpoints?: { readonly [key: string]: Endpoint } | undefined;
}

export interface ClusterLoadAssignment_Policy {
  readonly dropOverloads?: readonly ClusterLoadAssignment_Policy_DropOverload[] | undefined;
  readonly overprovisioningFactor?: number | undefined;
  readonly endpointStaleAfter?: string | undefined;
  readonly weightedPriorityHealth?: boolean | undefined;
}

export interface ClusterLoadAssignment_Policy_DropOverload {
  readonly category?: string | undefined;
  readonly dropPercentage?: envoy_type_v3_FractionalPercent | undefined;
}

export interface Endpoint {
  readonly address?: envoy_config_core_v3_Address | undefined;
  readonly healthCheckConfig?: Endpoint_HealthCheckConfig | undefined;
  readonly hostname?: string | undefined;
  readonly additionalAddresses?: readonly Endpoint_AdditionalAddress[] | undefined;
  readonly observabilityName?: string | undefined;
}

export interface Endpoint_AdditionalAddress {
  readonly address?: envoy_config_core_v3_Address | undefined;
}

export interface Endpoint_HealthCheckConfig {
  readonly portValue?: number | undefined;
  readonly hostname?: string | undefined;
  readonly address?: envoy_config_core_v3_Address | undefined;
  readonly disableActiveHealthCheck?: boolean | undefined;
}

export interface LbEndpoint {
  readonly endpoint?: Endpoint | undefined;
  readonly healthStatus?: "UNKNOWN" | "HEALTHY" | "UNHEALTHY" | "DRAINING" | "TIMEOUT" | "DEGRADED" | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
  readonly loadBalancingWeight?: number | undefined;
  readonly endpointName?: string | undefined;
}

export interface LedsClusterLocalityConfig {
  readonly ledsConfig?: envoy_config_core_v3_ConfigSource | undefined;
  readonly ledsCollectionName?: string | undefined;
}

export interface LocalityLbEndpoints {
  readonly locality?: envoy_config_core_v3_Locality | undefined;
  readonly lbEndpoints?: readonly LbEndpoint[] | undefined;
  readonly loadBalancingWeight?: number | undefined;
  readonly priority?: number | undefined;
  readonly proximity?: number | undefined;
  readonly loadBalancerEndpoints?: LocalityLbEndpoints_LbEndpointList | undefined;
  readonly ledsClusterLocalityConfig?: LedsClusterLocalityConfig | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
}

export interface LocalityLbEndpoints_LbEndpointList {
  readonly lbEndpoints?: readonly LbEndpoint[] | undefined;
}
