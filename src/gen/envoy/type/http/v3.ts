// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface Cookie {
  readonly name?: string | undefined;
  readonly ttl?: string | undefined;
  readonly path?: string | undefined;
  readonly attributes?: readonly CookieAttribute[] | undefined;
}

export interface CookieAttribute {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}

export interface PathTransformation {
  readonly operations?: readonly PathTransformation_Operation[] | undefined;
}

export interface PathTransformation_Operation {
  readonly normalizePathRfc3986?: PathTransformation_Operation_NormalizePathRFC3986 | undefined;
  readonly mergeSlashes?: PathTransformation_Operation_MergeSlashes | undefined;
}

export interface PathTransformation_Operation_MergeSlashes {}

export interface PathTransformation_Operation_NormalizePathRFC3986 {}
