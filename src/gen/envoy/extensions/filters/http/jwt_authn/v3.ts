// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DataSource as envoy_config_core_v3_DataSource, HttpUri as envoy_config_core_v3_HttpUri, RetryPolicy as envoy_config_core_v3_RetryPolicy } from "../../../../config/core/v3.ts";
import type { RouteMatch as envoy_config_route_v3_RouteMatch } from "../../../../config/route/v3.ts";
import type { StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../../../type/matcher/v3.ts";

export interface ExtractOnlyWithoutValidation {
  readonly verificationStatusHeader?: string | undefined;
}

export interface FilterStateRule {
  readonly name?: string | undefined;
  readonly requires?: { readonly [key: string]: JwtRequirement } | undefined;
}

export interface JwksAsyncFetch {
  readonly fastListener?: boolean | undefined;
  readonly failedRefetchDuration?: string | undefined;
}

export interface JwtAuthentication {
  readonly providers?: { readonly [key: string]: JwtProvider } | undefined;
  readonly rules?: readonly RequirementRule[] | undefined;
  readonly filterStateRules?: FilterStateRule | undefined;
  readonly bypassCorsPreflight?: boolean | undefined;
  readonly requirementMap?: { readonly [key: string]: JwtRequirement } | undefined;
  readonly stripFailureResponse?: boolean | undefined;
  readonly statPrefix?: string | undefined;
}

export interface JwtCacheConfig {
  readonly jwtCacheSize?: number | undefined;
  readonly jwtMaxTokenSize?: number | undefined;
}

export interface JwtClaimToHeader {
  readonly headerName?: string | undefined;
  readonly claimName?: string | undefined;
  readonly claimPath?: readonly JwtClaimToHeader_PathSegment[] | undefined;
}

export interface JwtClaimToHeader_PathSegment {
  readonly key?: string | undefined;
}

export interface JwtHeader {
  readonly name?: string | undefined;
  readonly valuePrefix?: string | undefined;
}

export interface JwtProvider {
  readonly issuer?: string | undefined;
  readonly audiences?: readonly string[] | undefined;
  readonly remoteJwks?: RemoteJwks | undefined;
  readonly localJwks?: envoy_config_core_v3_DataSource | undefined;
  readonly forward?: boolean | undefined;
  readonly fromHeaders?: readonly JwtHeader[] | undefined;
  readonly fromParams?: readonly string[] | undefined;
  readonly forwardPayloadHeader?: string | undefined;
  readonly payloadInMetadata?: string | undefined;
  readonly clockSkewSeconds?: number | undefined;
  readonly padForwardPayloadHeader?: boolean | undefined;
  readonly jwtCacheConfig?: JwtCacheConfig | undefined;
  readonly fromCookies?: readonly string[] | undefined;
  readonly headerInMetadata?: string | undefined;
  readonly claimToHeaders?: readonly JwtClaimToHeader[] | undefined;
  readonly failedStatusInMetadata?: string | undefined;
  readonly clearRouteCache?: boolean | undefined;
  readonly normalizePayloadInMetadata?: JwtProvider_NormalizePayload | undefined;
  readonly subjects?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly requireExpiration?: boolean | undefined;
  readonly maxLifetime?: string | undefined;
}

export interface JwtProvider_NormalizePayload {
  readonly spaceDelimitedClaims?: readonly string[] | undefined;
}

export interface JwtRequirement {
  readonly providerName?: string | undefined;
  readonly providerAndAudiences?: ProviderWithAudiences | undefined;
  readonly requiresAny?: JwtRequirementOrList | undefined;
  readonly requiresAll?: JwtRequirementAndList | undefined;
  readonly allowMissingOrFailed?: Record<string, never> | undefined;
  readonly allowMissing?: Record<string, never> | undefined;
  readonly extractOnlyWithoutValidation?: ExtractOnlyWithoutValidation | undefined;
}

export interface JwtRequirementAndList {
  readonly requirements?: readonly JwtRequirement[] | undefined;
}

export interface JwtRequirementOrList {
  readonly requirements?: readonly JwtRequirement[] | undefined;
}

export interface ProviderWithAudiences {
  readonly providerName?: string | undefined;
  readonly audiences?: readonly string[] | undefined;
}

export interface RemoteJwks {
  readonly httpUri?: envoy_config_core_v3_HttpUri | undefined;
  readonly cacheDuration?: string | undefined;
  readonly asyncFetch?: JwksAsyncFetch | undefined;
  readonly retryPolicy?: envoy_config_core_v3_RetryPolicy | undefined;
}

export interface RequirementRule {
  readonly match?: envoy_config_route_v3_RouteMatch | undefined;
  readonly requires?: JwtRequirement | undefined;
  readonly requirementName?: string | undefined;
}
