// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { ControlPlane as envoy_config_core_v3_ControlPlane, Metadata as envoy_config_core_v3_Metadata, Node as envoy_config_core_v3_Node } from "../../config/core/v3.ts";
import type { Status as google_rpc_Status } from "../../../google/rpc.ts";

export interface DeltaDiscoveryRequest {
  readonly node?: envoy_config_core_v3_Node | undefined;
  readonly typeUrl?: string | undefined;
  readonly resourceNamesSubscribe?: readonly string[] | undefined;
  readonly resourceNamesUnsubscribe?: readonly string[] | undefined;
  readonly initialResourceVersions?: { readonly [key: string]: string } | undefined;
  readonly responseNonce?: string | undefined;
  readonly errorDetail?: google_rpc_Status | undefined;
  readonly resourceLocatorsSubscribe?: readonly ResourceLocator[] | undefined;
  readonly resourceLocatorsUnsubscribe?: readonly ResourceLocator[] | undefined;
}

export interface DeltaDiscoveryResponse {
  readonly systemVersionInfo?: string | undefined;
  readonly resources?: readonly Resource[] | undefined;
  readonly typeUrl?: string | undefined;
  readonly nonce?: string | undefined;
  readonly removedResources?: readonly string[] | undefined;
  readonly controlPlane?: envoy_config_core_v3_ControlPlane | undefined;
  readonly removedResourceNames?: readonly ResourceName[] | undefined;
  readonly resourceErrors?: readonly ResourceError[] | undefined;
}

export interface DiscoveryRequest {
  readonly versionInfo?: string | undefined;
  readonly node?: envoy_config_core_v3_Node | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly typeUrl?: string | undefined;
  readonly responseNonce?: string | undefined;
  readonly errorDetail?: google_rpc_Status | undefined;
  readonly resourceLocators?: readonly ResourceLocator[] | undefined;
}

export interface DiscoveryResponse {
  readonly versionInfo?: string | undefined;
  readonly resources?: readonly Any[] | undefined;
  readonly canary?: boolean | undefined;
  readonly typeUrl?: string | undefined;
  readonly nonce?: string | undefined;
  readonly controlPlane?: envoy_config_core_v3_ControlPlane | undefined;
  readonly resourceErrors?: readonly ResourceError[] | undefined;
}

export interface DynamicParameterConstraints {
  readonly constraint?: DynamicParameterConstraints_SingleConstraint | undefined;
  readonly orConstraints?: DynamicParameterConstraints_ConstraintList | undefined;
  readonly andConstraints?: DynamicParameterConstraints_ConstraintList | undefined;
  readonly notConstraints?: DynamicParameterConstraints | undefined;
}

export interface DynamicParameterConstraints_ConstraintList {
  readonly constraints?: readonly DynamicParameterConstraints[] | undefined;
}

export interface DynamicParameterConstraints_SingleConstraint {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
  readonly exists?: DynamicParameterConstraints_SingleConstraint_Exists | undefined;
}

export interface DynamicParameterConstraints_SingleConstraint_Exists {}

export interface Resource {
  readonly version?: string | undefined;
  readonly resource?: Any | undefined;
  readonly name?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly ttl?: string | undefined;
  readonly cacheControl?: Resource_CacheControl | undefined;
  readonly resourceName?: ResourceName | undefined;
  readonly metadata?: envoy_config_core_v3_Metadata | undefined;
}

export interface Resource_CacheControl {
  readonly doNotCache?: boolean | undefined;
}

export interface ResourceError {
  readonly resourceName?: ResourceName | undefined;
  readonly errorDetail?: google_rpc_Status | undefined;
}

export interface ResourceLocator {
  readonly name?: string | undefined;
  readonly dynamicParameters?: { readonly [key: string]: string } | undefined;
}

export interface ResourceName {
  readonly name?: string | undefined;
  readonly dynamicParameterConstraints?: DynamicParameterConstraints | undefined;
}
