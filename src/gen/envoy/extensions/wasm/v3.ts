// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { AsyncDataSource as envoy_config_core_v3_AsyncDataSource, BackoffStrategy as envoy_config_core_v3_BackoffStrategy } from "../../config/core/v3.ts";

export interface CapabilityRestrictionConfig {
  readonly allowedCapabilities?: { readonly [key: string]: SanitizationConfig } | undefined;
}

export interface EnvironmentVariables {
  readonly hostEnvKeys?: readonly string[] | undefined;
  readonly keyValues?: { readonly [key: string]: string } | undefined;
}

export interface PluginConfig {
  readonly name?: string | undefined;
  readonly rootId?: string | undefined;
  readonly vmConfig?: VmConfig | undefined;
  readonly configuration?: Any | undefined;
  readonly failOpen?: boolean | undefined;
  readonly capabilityRestrictionConfig?: CapabilityRestrictionConfig | undefined;
  readonly failurePolicy?: "UNSPECIFIED" | "FAIL_RELOAD" | "FAIL_CLOSED" | "FAIL_OPEN" | undefined;
  readonly reloadConfig?: ReloadConfig | undefined;
  readonly allowOnHeadersStopIteration?: boolean | undefined;
}

export interface ReloadConfig {
  readonly backoff?: envoy_config_core_v3_BackoffStrategy | undefined;
}

export interface SanitizationConfig {}

export interface VmConfig {
  readonly vmId?: string | undefined;
  readonly runtime?: string | undefined;
  readonly code?: envoy_config_core_v3_AsyncDataSource | undefined;
  readonly configuration?: Any | undefined;
  readonly allowPrecompiled?: boolean | undefined;
  readonly nackOnCodeCacheMiss?: boolean | undefined;
  readonly environmentVariables?: EnvironmentVariables | undefined;
  readonly capabilityRestrictionConfig?: CapabilityRestrictionConfig | undefined;
}
