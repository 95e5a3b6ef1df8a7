import type { ConnectionSettings } from "../../api/index.ts";
import type { HttpProtocolOptions } from "../../gen/envoy/config/core/v3.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { protoDuration } from "../proto-duration.ts";
import type { FilterSettings } from "./filter-settings.ts";

/** What a proxy that faces the internet allows its clients, unless it is told otherwise. */
const edge: ConnectionSettings = {
  httpIdleTimeout: "1h",
  httpRequestTimeout: "5m",
  httpStreamIdleTimeout: "5m",
  httpMaxConcurrentStreams: 100,
  http2InitialStreamWindowSize: 65536,
  http2InitialConnectionWindowSize: 1048576,
  httpHeadersWithUnderscoresAction: "HEADERS_WITH_UNDERSCORES_REJECT_REQUEST",
};

/** Timeouts and limits of clients' HTTP connections. In the mesh streams may idle: the server's own limits count. */
export function connectionLimits({ proxyConfig, idleTimeout }: FilterSettings): HttpConnectionManager {
  const said = proxyConfig.connectionSettings ?? {};
  const limits = said.profile === "EDGE" ? { ...edge, ...said } : said;
  const drainTimeout = protoDuration(limits.httpDrainTimeout);
  const requestTimeout = protoDuration(limits.httpRequestTimeout);
  const requestHeadersTimeout = protoDuration(limits.httpRequestHeadersTimeout);
  const connections = protocolOptions(limits, idleTimeout);
  const streams = http2Options(limits);
  return {
    streamIdleTimeout: protoDuration(limits.httpStreamIdleTimeout) ?? "0s",
    ...(drainTimeout && { drainTimeout }),
    ...(requestTimeout && { requestTimeout }),
    ...(requestHeadersTimeout && { requestHeadersTimeout }),
    ...(Object.keys(connections).length > 0 && { commonHttpProtocolOptions: connections }),
    ...(Object.keys(streams).length > 0 && { http2ProtocolOptions: streams }),
  };
}

function protocolOptions(limits: ConnectionSettings, proxyIdleTimeout: string | undefined): HttpProtocolOptions {
  const { httpHeadersWithUnderscoresAction } = limits;
  const idleTimeout = protoDuration(limits.httpIdleTimeout) ?? proxyIdleTimeout;
  const maxConnectionDuration = protoDuration(limits.httpMaxConnectionDuration);
  const maxStreamDuration = protoDuration(limits.httpMaxStreamDuration);
  const underscores = underscoreActions[httpHeadersWithUnderscoresAction ?? "HEADERS_WITH_UNDERSCORES_UNSPECIFIED"];
  return {
    ...(idleTimeout && { idleTimeout }),
    ...(maxConnectionDuration && { maxConnectionDuration }),
    ...(maxStreamDuration && { maxStreamDuration }),
    ...(underscores && { headersWithUnderscoresAction: underscores }),
  };
}

const underscoreActions = {
  HEADERS_WITH_UNDERSCORES_UNSPECIFIED: undefined,
  HEADERS_WITH_UNDERSCORES_ALLOW: "ALLOW",
  HEADERS_WITH_UNDERSCORES_REJECT_REQUEST: "REJECT_REQUEST",
  HEADERS_WITH_UNDERSCORES_DROP_HEADER: "DROP_HEADER",
} as const;

function http2Options(limits: ConnectionSettings) {
  const { httpMaxConcurrentStreams, http2InitialStreamWindowSize, http2InitialConnectionWindowSize } = limits;
  return {
    ...(httpMaxConcurrentStreams && { maxConcurrentStreams: httpMaxConcurrentStreams }),
    ...(http2InitialStreamWindowSize && { initialStreamWindowSize: http2InitialStreamWindowSize }),
    ...(http2InitialConnectionWindowSize && { initialConnectionWindowSize: http2InitialConnectionWindowSize }),
  };
}
