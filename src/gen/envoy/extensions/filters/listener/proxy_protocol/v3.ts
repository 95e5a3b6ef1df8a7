// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { ProxyProtocolPassThroughTLVs as envoy_config_core_v3_ProxyProtocolPassThroughTLVs } from "../../../../config/core/v3.ts";

export interface ProxyProtocol {
  readonly rules?: readonly ProxyProtocol_Rule[] | undefined;
  readonly allowRequestsWithoutProxyProtocol?: boolean | undefined;
  readonly passThroughTlvs?: envoy_config_core_v3_ProxyProtocolPassThroughTLVs | undefined;
  readonly disallowedVersions?: readonly ("V1" | "V2")[] | undefined;
  readonly statPrefix?: string | undefined;
  readonly tlvLocation?: "DYNAMIC_METADATA" | "FILTER_STATE" | undefined;
}

export interface ProxyProtocol_KeyValuePair {
  readonly metadataNamespace?: string | undefined;
  readonly key?: string | undefined;
  readonly valueStringEncoding?: "UNSPECIFIED" | "SANITIZED_UTF8" | "BASE64" | undefined;
}

export interface ProxyProtocol_Rule {
  readonly tlvType?: number | undefined;
  readonly onTlvPresent?: ProxyProtocol_KeyValuePair | undefined;
}
