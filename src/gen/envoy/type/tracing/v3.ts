// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { MetadataKey as envoy_type_metadata_v3_MetadataKey, MetadataKind as envoy_type_metadata_v3_MetadataKind } from "../metadata/v3.ts";

export interface CustomTag {
  readonly tag?: string | undefined;
  readonly literal?: CustomTag_Literal | undefined;
  readonly environment?: CustomTag_Environment | undefined;
  readonly requestHeader?: CustomTag_Header | undefined;
  readonly metadata?: CustomTag_Metadata | undefined;
  readonly value?: string | undefined;
  readonly valueType?: "UNSPECIFIED" | "STRING" | "INT" | "DOUBLE" | "BOOL" | undefined;
}

export interface CustomTag_Environment {
  readonly name?: string | undefined;
  readonly defaultValue?: string | undefined;
}

export interface CustomTag_Header {
  readonly name?: string | undefined;
  readonly defaultValue?: string | undefined;
}

export interface CustomTag_Literal {
  readonly value?: string | undefined;
}

export interface CustomTag_Metadata {
  readonly kind?: envoy_type_metadata_v3_MetadataKind | undefined;
  readonly metadataKey?: envoy_type_metadata_v3_MetadataKey | undefined;
  readonly defaultValue?: string | undefined;
}
