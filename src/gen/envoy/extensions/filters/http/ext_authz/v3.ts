// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { HeaderMutationRules as envoy_config_common_mutation_rules_v3_HeaderMutationRules } from "../../../../config/common/mutation_rules/v3.ts";
import type { GrpcService as envoy_config_core_v3_GrpcService, HeaderValue as envoy_config_core_v3_HeaderValue, HttpUri as envoy_config_core_v3_HttpUri, RetryPolicy as envoy_config_core_v3_RetryPolicy, RuntimeFeatureFlag as envoy_config_core_v3_RuntimeFeatureFlag, RuntimeFractionalPercent as envoy_config_core_v3_RuntimeFractionalPercent } from "../../../../config/core/v3.ts";
import type { ListStringMatcher as envoy_type_matcher_v3_ListStringMatcher, MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher } from "../../../../type/matcher/v3.ts";
import type { HttpStatus as envoy_type_v3_HttpStatus } from "../../../../type/v3.ts";

export interface AuthorizationRequest {
  readonly allowedHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly headersToAdd?: readonly envoy_config_core_v3_HeaderValue[] | undefined;
}

export interface AuthorizationResponse {
  readonly allowedUpstreamHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly allowedClientHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly allowedUpstreamHeadersToAppend?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly allowedClientHeadersOnSuccess?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly dynamicMetadataFromHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
}

export interface BufferSettings {
  readonly maxRequestBytes?: number | undefined;
  readonly allowPartialMessage?: boolean | undefined;
  readonly packAsBytes?: boolean | undefined;
}

export interface CheckSettings {
  readonly contextExtensions?: { readonly [key: string]: string } | undefined;
  readonly disableRequestBodyBuffering?: boolean | undefined;
  readonly withRequestBody?: BufferSettings | undefined;
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly httpService?: HttpService | undefined;
  readonly emitClientSpan?: boolean | undefined;
}

export interface ExtAuthz {
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly failureModeAllow?: boolean | undefined;
  readonly httpService?: HttpService | undefined;
  readonly withRequestBody?: BufferSettings | undefined;
  readonly clearRouteCache?: boolean | undefined;
  readonly statusOnError?: envoy_type_v3_HttpStatus | undefined;
  readonly metadataContextNamespaces?: readonly string[] | undefined;
  readonly filterEnabled?: envoy_config_core_v3_RuntimeFractionalPercent | undefined;
  readonly includePeerCertificate?: boolean | undefined;
  readonly denyAtDisable?: envoy_config_core_v3_RuntimeFeatureFlag | undefined;
  readonly transportApiVersion?: "AUTO" | "V2" | "V3" | undefined;
  readonly statPrefix?: string | undefined;
  readonly filterEnabledMetadata?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly bootstrapMetadataLabelsKey?: string | undefined;
  readonly typedMetadataContextNamespaces?: readonly string[] | undefined;
  readonly allowedHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly includeTlsSession?: boolean | undefined;
  readonly failureModeAllowHeaderAdd?: boolean | undefined;
  readonly chargeClusterResponseStats?: boolean | undefined;
  readonly routeMetadataContextNamespaces?: readonly string[] | undefined;
  readonly routeTypedMetadataContextNamespaces?: readonly string[] | undefined;
  readonly encodeRawHeaders?: boolean | undefined;
  readonly validateMutations?: boolean | undefined;
  readonly disallowedHeaders?: envoy_type_matcher_v3_ListStringMatcher | undefined;
  readonly decoderHeaderMutationRules?: envoy_config_common_mutation_rules_v3_HeaderMutationRules | undefined;
  readonly enableDynamicMetadataIngestion?: boolean | undefined;
  readonly filterMetadata?: { readonly [key: string]: unknown } | undefined;
  readonly emitFilterStateStats?: boolean | undefined;
  readonly maxDeniedResponseBodyBytes?: number | undefined;
  readonly enforceResponseHeaderLimits?: boolean | undefined;
  readonly shadowMode?: boolean | undefined;
  readonly emitClientSpan?: boolean | undefined;
  readonly clearRouteCacheHeaders?: readonly string[] | undefined;
}

export interface ExtAuthzPerRoute {
  readonly disabled?: boolean | undefined;
  readonly checkSettings?: CheckSettings | undefined;
}

export interface HttpService {
  readonly serverUri?: envoy_config_core_v3_HttpUri | undefined;
  readonly pathPrefix?: string | undefined;
  readonly authorizationRequest?: AuthorizationRequest | undefined;
  readonly authorizationResponse?: AuthorizationResponse | undefined;
  readonly retryPolicy?: envoy_config_core_v3_RetryPolicy | undefined;
  readonly pathOverride?: string | undefined;
}
