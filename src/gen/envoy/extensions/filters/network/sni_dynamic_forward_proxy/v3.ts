// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DnsCacheConfig as envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig } from "../../../common/dynamic_forward_proxy/v3.ts";

export interface FilterConfig {
  readonly dnsCacheConfig?: envoy_extensions_common_dynamic_forward_proxy_v3_DnsCacheConfig | undefined;
  readonly portValue?: number | undefined;
  readonly saveUpstreamAddress?: boolean | undefined;
}
