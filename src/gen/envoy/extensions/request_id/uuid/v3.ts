// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface UuidRequestIdConfig {
  readonly packTraceReason?: boolean | undefined;
  readonly useRequestIdForTraceSampling?: boolean | undefined;
}
