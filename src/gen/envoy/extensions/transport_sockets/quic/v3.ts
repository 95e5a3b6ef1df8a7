// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DownstreamTlsContext as envoy_extensions_transport_sockets_tls_v3_DownstreamTlsContext } from "../tls/v3.ts";

export interface QuicDownstreamTransport {
  readonly downstreamTlsContext?: envoy_extensions_transport_sockets_tls_v3_DownstreamTlsContext | undefined;
  readonly enableEarlyData?: boolean | undefined;
  readonly enableResumption?: boolean | undefined;
}
