// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { HeaderMatcher as envoy_config_route_v3_HeaderMatcher } from "../../route/v3.ts";

export interface HttpGenericBodyMatch {
  readonly bytesLimit?: number | undefined;
  readonly patterns?: readonly HttpGenericBodyMatch_GenericTextMatch[] | undefined;
}

export interface HttpGenericBodyMatch_GenericTextMatch {
  readonly stringMatch?: string | undefined;
  readonly binaryMatch?: string | undefined;
}

export interface HttpHeadersMatch {
  readonly headers?: readonly envoy_config_route_v3_HeaderMatcher[] | undefined;
}

export interface MatchPredicate {
  readonly orMatch?: MatchPredicate_MatchSet | undefined;
  readonly andMatch?: MatchPredicate_MatchSet | undefined;
  readonly notMatch?: MatchPredicate | undefined;
  readonly anyMatch?: boolean | undefined;
  readonly httpRequestHeadersMatch?: HttpHeadersMatch | undefined;
  readonly httpRequestTrailersMatch?: HttpHeadersMatch | undefined;
  readonly httpResponseHeadersMatch?: HttpHeadersMatch | undefined;
  readonly httpResponseTrailersMatch?: HttpHeadersMatch | undefined;
  readonly httpRequestGenericBodyMatch?: HttpGenericBodyMatch | undefined;
  readonly httpResponseGenericBodyMatch?: HttpGenericBodyMatch | undefined;
}

export interface MatchPredicate_MatchSet {
  readonly rules?: readonly MatchPredicate[] | undefined;
}
