// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { GrpcService as envoy_config_core_v3_GrpcService } from "../../../../config/core/v3.ts";
import type { MetadataMatcher as envoy_type_matcher_v3_MetadataMatcher } from "../../../../type/matcher/v3.ts";

export interface ExtAuthz {
  readonly statPrefix?: string | undefined;
  readonly grpcService?: envoy_config_core_v3_GrpcService | undefined;
  readonly failureModeAllow?: boolean | undefined;
  readonly includePeerCertificate?: boolean | undefined;
  readonly transportApiVersion?: "AUTO" | "V2" | "V3" | undefined;
  readonly filterEnabledMetadata?: envoy_type_matcher_v3_MetadataMatcher | undefined;
  readonly bootstrapMetadataLabelsKey?: string | undefined;
  readonly includeTlsSession?: boolean | undefined;
  readonly sendTlsAlertOnDenial?: boolean | undefined;
  readonly metadataContextNamespaces?: readonly string[] | undefined;
  readonly typedMetadataContextNamespaces?: readonly string[] | undefined;
  readonly shadowMode?: boolean | undefined;
}
