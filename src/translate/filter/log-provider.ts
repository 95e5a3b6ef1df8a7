import type { AccessLog } from "../../gen/envoy/config/accesslog/v3.ts";
import type {
  CommonGrpcAccessLogConfig,
  HttpGrpcAccessLogConfig,
} from "../../gen/envoy/extensions/access_loggers/grpc/v3.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { findCollector } from "./collector.ts";
import { fileAccessLog } from "./file-access-log.ts";
import { textLogFormat } from "./log-format.ts";
import type { ExtensionProvider } from "./telemetry-provider.ts";

/** What the peers told each other of themselves; collectors join it with the entry. */
const peers = ["upstream_peer", "downstream_peer"];
/** The same, also by the names that older proxies have for it. */
const peersOfAllProxies = [
  ...peers,
  "wasm.upstream_peer",
  "wasm.upstream_peer_id",
  "wasm.downstream_peer",
  "wasm.downstream_peer_id",
];

const httpService = "envoy.access_loggers.http_grpc";
const tcpService = "envoy.tcp_grpc_access_log";

/** The service that the proxies' bootstrap has for all logs of the mesh. */
export function meshLogService(log: "http" | "tcp" | "listener"): AccessLog {
  const commonConfig = grpcLog({ clusterName: "envoy_accesslog_service" }, `${log}_envoy_accesslog`, peersOfAllProxies);
  return log === "http" ? httpLog({ commonConfig }) : tcpLog(commonConfig);
}

/** How logs get to a provider; undefined if it is none for logs, or the proxy cannot reach it. */
export function accessLogProvider(scope: OutboundScope, provider: ExtensionProvider): AccessLog | undefined {
  const { envoyFileAccessLog: file, envoyHttpAls: http, envoyTcpAls: tcp, envoyOtelAls: otel } = provider;
  if (file) return fileOf(file);
  const collector = findCollector(scope, http ?? tcp ?? otel ?? {});
  if (!collector) return undefined;
  const service = { clusterName: collector.cluster, authority: collector.hostname };
  if (http) {
    const commonConfig = grpcLog(service, http.logName || "http_envoy_accesslog", http.filterStateObjectsToLog);
    return httpLog({
      commonConfig,
      additionalRequestHeadersToLog: http.additionalRequestHeadersToLog,
      additionalResponseHeadersToLog: http.additionalResponseHeadersToLog,
      additionalResponseTrailersToLog: http.additionalResponseTrailersToLog,
    });
  }
  if (tcp) return tcpLog(grpcLog(service, tcp.logName || "tcp_envoy_accesslog", tcp.filterStateObjectsToLog));
  return otel && openTelemetryLog(otel, grpcLog(service, otel.logName || "otel_envoy_accesslog", peersOfAllProxies));
}

function fileOf(provider: NonNullable<ExtensionProvider["envoyFileAccessLog"]>): AccessLog {
  const { path = "/dev/stdout", logFormat, omitEmptyValues } = provider;
  const labels = logFormat?.labels as { readonly [key: string]: unknown } | undefined;
  return fileAccessLog({
    path,
    format: labels ?? logFormat?.text ?? "",
    json: labels !== undefined,
    ...(omitEmptyValues && { omitEmptyValues }),
  });
}

function grpcLog(
  envoyGrpc: { readonly clusterName: string; readonly authority?: string },
  logName: string,
  state: readonly string[] | undefined,
): CommonGrpcAccessLogConfig {
  return {
    logName,
    grpcService: { envoyGrpc },
    transportApiVersion: "V3",
    filterStateObjectsToLog: state?.length ? state : peers,
  };
}

function httpLog(config: HttpGrpcAccessLogConfig): AccessLog {
  return {
    name: httpService,
    typedConfig: any("envoy.extensions.access_loggers.grpc.v3.HttpGrpcAccessLogConfig", config),
  };
}

function tcpLog(commonConfig: CommonGrpcAccessLogConfig): AccessLog {
  return {
    name: tcpService,
    typedConfig: any("envoy.extensions.access_loggers.grpc.v3.TcpGrpcAccessLogConfig", { commonConfig }),
  };
}

function openTelemetryLog(
  { logFormat }: NonNullable<ExtensionProvider["envoyOtelAls"]>,
  commonConfig: CommonGrpcAccessLogConfig,
): AccessLog {
  const labels = Object.entries((logFormat?.labels ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1));
  const attributes = labels.map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
  return {
    name: "envoy.access_loggers.open_telemetry",
    typedConfig: any("envoy.extensions.access_loggers.open_telemetry.v3.OpenTelemetryAccessLogConfig", {
      commonConfig,
      body: { stringValue: logFormat?.text || textLogFormat },
      ...(attributes.length > 0 && { attributes: { values: attributes } }),
      disableBuiltinLabels: true,
    }),
  };
}
