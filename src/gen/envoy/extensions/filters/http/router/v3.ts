// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { AccessLog as envoy_config_accesslog_v3_AccessLog } from "../../../../config/accesslog/v3.ts";
import type { HttpFilter as envoy_extensions_filters_network_http_connection_manager_v3_HttpFilter } from "../../network/http_connection_manager/v3.ts";

export interface Router {
  readonly dynamicStats?: boolean | undefined;
  readonly startChildSpan?: boolean | undefined;
  readonly upstreamLog?: readonly envoy_config_accesslog_v3_AccessLog[] | undefined;
  readonly suppressEnvoyHeaders?: boolean | undefined;
  readonly strictCheckHeaders?: readonly string[] | undefined;
  readonly respectExpectedRqTimeout?: boolean | undefined;
  readonly suppressGrpcRequestFailureCodeStats?: boolean | undefined;
  readonly upstreamHttpFilters?: readonly envoy_extensions_filters_network_http_connection_manager_v3_HttpFilter[] | undefined;
  readonly upstreamLogOptions?: Router_UpstreamAccessLogOptions | undefined;
  readonly rejectConnectRequestEarlyData?: boolean | undefined;
}

export interface Router_UpstreamAccessLogOptions {
  readonly flushUpstreamLogOnUpstreamStream?: boolean | undefined;
  readonly upstreamLogFlushInterval?: string | undefined;
}
