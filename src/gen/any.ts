// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.

/** A message packed into google.protobuf.Any: its fields beside its type. */
export interface Any {
  readonly "@type": string;
  readonly [field: string]: unknown;
}
