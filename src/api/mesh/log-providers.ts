import { any, bool, list, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { namesService, serviceFields } from "./provider-service.ts";

const labels = any({ wire: "struct", object: true });
const textDoc = "Text with operators, such as `%RESPONSE_CODE%`.";
const labelsDoc = "JSON object whose values may be operators; empty: Envoy's own set.";
const filterStateDoc = "Objects of the filter state to log too.";

/** Access logs into a file of the proxy's container. */
export const fileAccessLogProvider = obj({
  path: opt(1, str(), "The file; default: `/dev/stdout`."),
  logFormat: opt(
    2,
    obj({
      text: opt(1, str(), textDoc, { oneof: "log_format" }),
      labels: opt(2, labels, labelsDoc, { oneof: "log_format" }),
    }),
    "What a line says; absent: the mesh's own format.",
  ),
  omitEmptyValues: opt(3, bool(), "Whether operators without a value give nothing instead of `-`; default: no."),
});

/** Access logs of HTTP requests to a service over gRPC. */
export const httpAlsProvider = obj(
  {
    ...serviceFields({ service: 1, port: 2 }),
    logName: opt(3, str(), "Name of the log; default: `http_envoy_accesslog`."),
    filterStateObjectsToLog: opt(4, list(str()), filterStateDoc),
    additionalRequestHeadersToLog: opt(5, list(str()), "Headers of requests to log too."),
    additionalResponseHeadersToLog: opt(6, list(str()), "Headers of answers to log too."),
    additionalResponseTrailersToLog: opt(7, list(str()), "Trailers of answers to log too."),
  },
  { checks: [namesService] },
);

/** Access logs of TCP connections to a service over gRPC. */
export const tcpAlsProvider = obj(
  {
    ...serviceFields({ service: 1, port: 2 }),
    logName: opt(3, str(), "Name of the log; default: `tcp_envoy_accesslog`."),
    filterStateObjectsToLog: opt(4, list(str()), filterStateDoc),
  },
  { checks: [namesService] },
);

/** Access logs over OTLP. */
export const otelAlsProvider = obj(
  {
    ...serviceFields({ service: 1, port: 2 }),
    logName: opt(3, str(), "Name of the log; default: `otel_envoy_accesslog`."),
    logFormat: opt(
      4,
      obj({ text: opt(1, str(), textDoc), labels: opt(2, labels, labelsDoc) }),
      "Body and attributes of a record; absent: the mesh's own format.",
    ),
  },
  { checks: [namesService] },
);

export interface FileAccessLogProvider extends Infer<typeof fileAccessLogProvider> {}
export interface HttpAlsProvider extends Infer<typeof httpAlsProvider> {}
export interface TcpAlsProvider extends Infer<typeof tcpAlsProvider> {}
export interface OtelAlsProvider extends Infer<typeof otelAlsProvider> {}
