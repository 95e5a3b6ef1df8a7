// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface MetadataKey {
  readonly key?: string | undefined;
  readonly path?: readonly MetadataKey_PathSegment[] | undefined;
}

export interface MetadataKey_PathSegment {
  readonly key?: string | undefined;
  readonly index?: number | undefined;
}

export interface MetadataKind {
  readonly request?: MetadataKind_Request | undefined;
  readonly route?: MetadataKind_Route | undefined;
  readonly cluster?: MetadataKind_Cluster | undefined;
  readonly host?: MetadataKind_Host | undefined;
}

export interface MetadataKind_Cluster {}

export interface MetadataKind_Host {}

export interface MetadataKind_Request {}

export interface MetadataKind_Route {}
