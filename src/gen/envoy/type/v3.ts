// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface DoubleRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface FractionalPercent {
  readonly numerator?: number | undefined;
  readonly denominator?: "HUNDRED" | "TEN_THOUSAND" | "MILLION" | undefined;
}

export interface HashPolicy {
  readonly sourceIp?: HashPolicy_SourceIp | undefined;
  readonly filterState?: HashPolicy_FilterState | undefined;
}

export interface HashPolicy_FilterState {
  readonly key?: string | undefined;
}

export interface HashPolicy_SourceIp {}

export interface HttpStatus {
  readonly code?: "Empty" | "Continue" | "OK" | "Created" | "Accepted" | "NonAuthoritativeInformation" | "NoContent" | "ResetContent" | "PartialContent" | "MultiStatus" | "AlreadyReported" | "IMUsed" | "MultipleChoices" | "MovedPermanently" | "Found" | "SeeOther" | "NotModified" | "UseProxy" | "TemporaryRedirect" | "PermanentRedirect" | "BadRequest" | "Unauthorized" | "PaymentRequired" | "Forbidden" | "NotFound" | "MethodNotAllowed" | "NotAcceptable" | "ProxyAuthenticationRequired" | "RequestTimeout" | "Conflict" | "Gone" | "LengthRequired" | "PreconditionFailed" | "PayloadTooLarge" | "URITooLong" | "UnsupportedMediaType" | "RangeNotSatisfiable" | "ExpectationFailed" | "MisdirectedRequest" | "UnprocessableEntity" | "Locked" | "FailedDependency" | "UpgradeRequired" | "PreconditionRequired" | "TooManyRequests" | "RequestHeaderFieldsTooLarge" | "InternalServerError" | "NotImplemented" | "BadGateway" | "ServiceUnavailable" | "GatewayTimeout" | "HTTPVersionNotSupported" | "VariantAlsoNegotiates" | "InsufficientStorage" | "LoopDetected" | "NotExtended" | "NetworkAuthenticationRequired" | undefined;
}

export interface Int32Range {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface Int64Range {
  readonly start?: number | string | undefined;
  readonly end?: number | string | undefined;
}

export interface Percent {
  readonly value?: number | undefined;
}

export interface SemanticVersion {
  readonly majorNumber?: number | undefined;
  readonly minorNumber?: number | undefined;
  readonly patch?: number | undefined;
}
