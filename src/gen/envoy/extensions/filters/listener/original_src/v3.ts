// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface OriginalSrc {
  readonly bindPort?: boolean | undefined;
  readonly mark?: number | undefined;
}
