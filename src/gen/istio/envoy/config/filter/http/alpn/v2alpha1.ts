// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface FilterConfig {
  readonly alpnOverride?: readonly FilterConfig_AlpnOverride[] | undefined;
}

export interface FilterConfig_AlpnOverride {
  readonly upstreamProtocol?: "HTTP10" | "HTTP11" | "HTTP2" | undefined;
  readonly alpnOverride?: readonly string[] | undefined;
}
