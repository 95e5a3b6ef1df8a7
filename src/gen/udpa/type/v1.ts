// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface TypedStruct {
  readonly typeUrl?: string | undefined;
  readonly value?: { readonly [key: string]: unknown } | undefined;
}
