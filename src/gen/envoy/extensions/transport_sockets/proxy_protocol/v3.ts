// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { ProxyProtocolConfig as envoy_config_core_v3_ProxyProtocolConfig, TransportSocket as envoy_config_core_v3_TransportSocket } from "../../../config/core/v3.ts";

export interface ProxyProtocolUpstreamTransport {
  readonly config?: envoy_config_core_v3_ProxyProtocolConfig | undefined;
  readonly transportSocket?: envoy_config_core_v3_TransportSocket | undefined;
  readonly allowUnspecifiedAddress?: boolean | undefined;
  readonly tlvAsPoolKey?: boolean | undefined;
}
