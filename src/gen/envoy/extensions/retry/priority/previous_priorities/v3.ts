// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface PreviousPrioritiesConfig {
  readonly updateFrequency?: number | undefined;
}
