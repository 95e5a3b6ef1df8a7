// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../core/v3.ts";

export interface KeyValueStoreConfig {
  readonly config?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}
