// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig } from "../../../../config/core/v3.ts";

export interface StatefulSession {
  readonly sessionState?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly strict?: boolean | undefined;
  readonly statPrefix?: string | undefined;
  readonly statusOnStrictDestinationNotFound?: number | undefined;
}

export interface StatefulSessionPerRoute {
  readonly disabled?: boolean | undefined;
  readonly statefulSession?: StatefulSession | undefined;
}
