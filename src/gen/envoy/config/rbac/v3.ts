// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { CelExpressionConfig as envoy_config_core_v3_CelExpressionConfig, CidrRange as envoy_config_core_v3_CidrRange, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../core/v3.ts";
import type { HeaderMatcher as envoy_config_route_v3_HeaderMatcher } from "../route/v3.ts";
import type { FilterStateMatcher as envoy_type_matcher_v3_FilterStateMatcher, MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher, PathMatcher as envoy_type_matcher_v3_PathMatcher, StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../type/matcher/v3.ts";
import type { Int32Range as envoy_type_v3_Int32Range } from "../../type/v3.ts";
import type { CheckedExpr as google_api_expr_v1alpha1_CheckedExpr, Expr as google_api_expr_v1alpha1_Expr } from "../../../google/api/expr/v1alpha1.ts";

export interface Permission {
  readonly andRules?: Permission_Set | undefined;
  readonly orRules?: Permission_Set | undefined;
  readonly any?: boolean | undefined;
  readonly header?: envoy_config_route_v3_HeaderMatcher | undefined;
  readonly destinationIp?: envoy_config_core_v3_CidrRange | undefined;
  readonly destinationPort?: number | undefined;
  readonly metadata?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly notRule?: Permission | undefined;
  readonly requestedServerName?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly urlPath?: envoy_type_matcher_v3_PathMatcher | undefined;
  readonly destinationPortRange?: envoy_type_v3_Int32Range | undefined;
  readonly matcher?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly uriTemplate?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly sourcedMetadata?: SourcedMetadata | undefined;
}

export interface Permission_Set {
  readonly rules?: readonly Permission[] | undefined;
}

export interface Policy {
  readonly permissions?: readonly Permission[] | undefined;
  readonly principals?: readonly Principal[] | undefined;
  readonly condition?: google_api_expr_v1alpha1_Expr | undefined;
  readonly checkedCondition?: google_api_expr_v1alpha1_CheckedExpr | undefined;
  readonly celConfig?: envoy_config_core_v3_CelExpressionConfig | undefined;
}

export interface Principal {
  readonly andIds?: Principal_Set | undefined;
  readonly orIds?: Principal_Set | undefined;
  readonly any?: boolean | undefined;
  readonly authenticated?: Principal_Authenticated | undefined;
  readonly sourceIp?: envoy_config_core_v3_CidrRange | undefined;
  readonly header?: envoy_config_route_v3_HeaderMatcher | undefined;
  readonly metadata?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly notId?: Principal | undefined;
  readonly urlPath?: envoy_type_matcher_v3_PathMatcher | undefined;
  readonly directRemoteIp?: envoy_config_core_v3_CidrRange | undefined;
  readonly remoteIp?: envoy_config_core_v3_CidrRange | undefined;
  readonly filterState?: envoy_type_matcher_v3_FilterStateMatcher | undefined;
  readonly sourcedMetadata?: SourcedMetadata | undefined;
  readonly custom?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface Principal_Authenticated {
  readonly principalName?: envoy_type_matcher_v3_StringMatcher | undefined;
}

export interface Principal_Set {
  readonly ids?: readonly Principal[] | undefined;
}

export interface RBAC {
  readonly action?: "ALLOW" | "DENY" | "LOG" | undefined;
  readonly policies?: { readonly [key: string]: Policy } | undefined;
  readonly auditLoggingOptions?: RBAC_AuditLoggingOptions | undefined;
}

export interface RBAC_AuditLoggingOptions {
  readonly auditCondition?: "NONE" | "ON_DENY" | "ON_ALLOW" | "ON_DENY_AND_ALLOW" | undefined;
  readonly loggerConfigs?: readonly RBAC_AuditLoggingOptions_AuditLoggerConfig[] | undefined;
}

export interface RBAC_AuditLoggingOptions_AuditLoggerConfig {
  readonly auditLogger?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly isOptional?: boolean | undefined;
}

export interface SourcedMetadata {
  readonly metadataMatcher?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly metadataSource?: "DYNAMIC" | "ROUTE" | undefined;
}
