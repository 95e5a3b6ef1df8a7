// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { MatchPredicate as envoy_config_common_matcher_v3_MatchPredicate } from "../../../config/common/matcher/v3.ts";
import type { AlternateProtocolsCacheOptions as envoy_config_core_v3_AlternateProtocolsCacheOptions, Http1ProtocolOptions as envoy_config_core_v3_Http1ProtocolOptions, Http2ProtocolOptions as envoy_config_core_v3_Http2ProtocolOptions, Http3ProtocolOptions as envoy_config_core_v3_Http3ProtocolOptions, HttpProtocolOptions as envoy_config_core_v3_HttpProtocolOptions, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig, UpstreamHttpProtocolOptions as envoy_config_core_v3_UpstreamHttpProtocolOptions } from "../../../config/core/v3.ts";
import type { RetryPolicy as envoy_config_route_v3_RetryPolicy, RouteAction_HashPolicy as envoy_config_route_v3_RouteAction_HashPolicy, RouteAction_RequestMirrorPolicy as envoy_config_route_v3_RouteAction_RequestMirrorPolicy } from "../../../config/route/v3.ts";
import type { HttpFilter as envoy_extensions_filters_network_http_connection_manager_v3_HttpFilter } from "../../filters/network/http_connection_manager/v3.ts";

export interface HttpProtocolOptions {
  readonly commonHttpProtocolOptions?: envoy_config_core_v3_HttpProtocolOptions | undefined;
  readonly upstreamHttpProtocolOptions?: envoy_config_core_v3_UpstreamHttpProtocolOptions | undefined;
  readonly explicitHttpConfig?: HttpProtocolOptions_ExplicitHttpConfig | undefined;
  readonly useDownstreamProtocolConfig?: HttpProtocolOptions_UseDownstreamHttpConfig | undefined;
  readonly autoConfig?: HttpProtocolOptions_AutoHttpConfig | undefined;
  readonly httpFilters?: readonly envoy_extensions_filters_network_http_connection_manager_v3_HttpFilter[] | undefined;
  readonly headerValidationConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly outlierDetection?: HttpProtocolOptions_OutlierDetection | undefined;
  readonly requestMirrorPolicies?: readonly envoy_config_route_v3_RouteAction_RequestMirrorPolicy[] | undefined;
  readonly hashPolicy?: readonly envoy_config_route_v3_RouteAction_HashPolicy[] | undefined;
  readonly retryPolicy?: envoy_config_route_v3_RetryPolicy | undefined;
}

export interface HttpProtocolOptions_AutoHttpConfig {
  readonly httpProtocolOptions?: envoy_config_core_v3_Http1ProtocolOptions | undefined;
  readonly http2ProtocolOptions?: envoy_config_core_v3_Http2ProtocolOptions | undefined;
  readonly http3ProtocolOptions?: envoy_config_core_v3_Http3ProtocolOptions | undefined;
  readonly alternateProtocolsCacheOptions?: envoy_config_core_v3_AlternateProtocolsCacheOptions | undefined;
}

export interface HttpProtocolOptions_ExplicitHttpConfig {
  readonly httpProtocolOptions?: envoy_config_core_v3_Http1ProtocolOptions | undefined;
  readonly http2ProtocolOptions?: envoy_config_core_v3_Http2ProtocolOptions | undefined;
  readonly http3ProtocolOptions?: envoy_config_core_v3_Http3ProtocolOptions | undefined;
}

export interface HttpProtocolOptions_OutlierDetection {
  readonly errorMatcher?: envoy_config_common_matcher_v3_MatchPredicate | undefined;
}

export interface HttpProtocolOptions_UseDownstreamHttpConfig {
  readonly httpProtocolOptions?: envoy_config_core_v3_Http1ProtocolOptions | undefined;
  readonly http2ProtocolOptions?: envoy_config_core_v3_Http2ProtocolOptions | undefined;
  readonly http3ProtocolOptions?: envoy_config_core_v3_Http3ProtocolOptions | undefined;
}
