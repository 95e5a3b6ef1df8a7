// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Address as envoy_config_core_v3_Address, DnsResolverOptions as envoy_config_core_v3_DnsResolverOptions } from "../../../../config/core/v3.ts";

export interface CaresDnsResolverConfig {
  readonly resolvers?: readonly envoy_config_core_v3_Address[] | undefined;
  readonly dnsResolverOptions?: envoy_config_core_v3_DnsResolverOptions | undefined;
  readonly useResolversAsFallback?: boolean | undefined;
  readonly filterUnroutableFamilies?: boolean | undefined;
  readonly udpMaxQueries?: number | undefined;
  readonly queryTimeoutSeconds?: number | string | undefined;
  readonly queryTries?: number | undefined;
  readonly rotateNameservers?: boolean | undefined;
  readonly edns0MaxPayloadSize?: number | undefined;
  readonly maxUdpChannelDuration?: string | undefined;
  readonly reinitChannelOnTimeout?: boolean | undefined;
  readonly qcacheMaxTtl?: number | undefined;
}
